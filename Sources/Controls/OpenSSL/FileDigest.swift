internal import COpenSSL
internal import Linux

/// Hashes of files, which OpenSSL makes, to be compared with those of sha256sum(1).
package enum FileDigest {
  /// The largest file that is read.
  private static let byteLimit = 4 << 20

  /// The SHA-256 of a file in hexadecimal; nil if it cannot be read, or OpenSSL is missing.
  package static func sha256(_ path: String) -> String? {
    guard let bytes = try? WholeFile.read(path, limit: byteLimit),
      let openSSL = try? OpenSSLLibrary().functions
    else { return nil }
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard openSSL.EVP_Digest(bytes, bytes.count, &digest, &count, openSSL.EVP_sha256(), nil) == 1
    else {
      return nil
    }
    return digest.prefix(Int(count)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
