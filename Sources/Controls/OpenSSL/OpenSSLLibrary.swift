internal import COpenSSL
internal import Glibc

/// OpenSSL, loaded when it is needed first, and then until the program ends.
///
/// A start takes a seventh longer with it, and half a megabyte more of memory, which a panel that
/// encrypts nothing goes without.
struct OpenSSLLibrary: @unchecked Sendable {
  // Unchecked because of the C pointers, which are only read.

  /// The library for TLS of OpenSSL 3; it brings that for hashes.
  static let fileName = "libssl.so.3"

  /// The functions, each with the type of its header.
  let functions: COpenSSLFunctions

  /// Loads the library and looks up its functions; again after a failure, because it may have been
  /// installed since.
  ///
  /// - Parameter fileName: The file, which is looked for where the system has its libraries.
  /// - Throws: Why there is none.
  init(fileName: String = OpenSSLLibrary.fileName) throws(OpenSSLError) {
    guard let library = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else {
      throw .missing(dlerror().map { String(cString: $0) } ?? fileName)
    }
    // Never unloaded: its exit handlers would remain. Opened again it is the same one.
    var functions = COpenSSLFunctions()
    if let missing = copenssl_look_up(library, &functions) {
      throw .old(missing: String(cString: missing))
    }
    self.functions = functions
  }
}

/// Why there is no OpenSSL.
enum OpenSSLError: Error, Equatable, CustomStringConvertible {
  /// It cannot be loaded; why, in the loader's words.
  case missing(String)
  /// It lacks a function.
  case old(missing: String)

  var description: String {
    switch self {
    case .missing(let reason): "OpenSSL is missing; install libssl3 (\(reason))"
    case .old(let function): "OpenSSL is too old: it has no \(function); install libssl3"
    }
  }
}
