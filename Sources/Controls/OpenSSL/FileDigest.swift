internal import COpenSSL
internal import Linux

/// File hashes computed by OpenSSL, equal to those of sha256sum(1).
package enum FileDigest {
  /// The size limit of a file.
  private static let byteLimit = 4 << 20

  /// Returns the SHA-256 of a file in hexadecimal; nil if the file cannot be read, or OpenSSL is
  /// missing.
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
