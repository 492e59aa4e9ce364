internal import COpenSSL
internal import Linux

/// OpenSSL, loaded when it is needed first, and then until the program ends.
///
/// A start takes a seventh longer with it, and half a megabyte more of memory, which a panel that
/// encrypts nothing goes without.
struct OpenSSLLibrary: @unchecked Sendable {
  // Unchecked because of the C pointers, which are only read.

  /// The library for TLS of OpenSSL 3; it brings that for hashes.
  static let system = SystemLibrary("libssl.so.3", name: "OpenSSL", package: "libssl3")

  /// The functions, each with the type of its header.
  let functions: COpenSSLFunctions

  /// Loads the library and looks up its functions; again after a failure, because it may have been
  /// installed since.
  ///
  /// - Parameter fileName: The file, which is looked for where the system has its libraries.
  /// - Throws: Why there is none.
  init(fileName: String = OpenSSLLibrary.system.fileName) throws(LibraryError) {
    functions = try Self.system.load(
      COpenSSLFunctions(), from: fileName, lookUp: copenssl_look_up)
  }
}
