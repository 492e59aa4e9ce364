internal import COpenSSL
internal import Linux

/// OpenSSL, loaded on first use, and kept until the program ends.
///
/// Linking it would make startup a seventh longer and use half a megabyte more memory, even in a
/// panel without encryption.
struct OpenSSLLibrary: @unchecked Sendable {
  // Unchecked because of the C pointers, which are never written.

  /// The TLS library of OpenSSL 3, which loads the one for hashes.
  static let system = SystemLibrary("libssl.so.3", name: "OpenSSL", package: "libssl3")

  /// The functions, each with its type from the header.
  let functions: COpenSSLFunctions

  /// Loads the library and looks up its functions; retries after a failure, because the library may
  /// have been installed since.
  ///
  /// - Parameter fileName: The file name, searched for in the system's library folders.
  /// - Throws: Why it cannot be loaded.
  init(fileName: String = OpenSSLLibrary.system.fileName) throws(LibraryError) {
    functions = try Self.system.load(
      COpenSSLFunctions(), from: fileName, lookUp: copenssl_look_up, failure: { $0 })
  }
}
