internal import Glibc

/// A system library that is loaded on first use, and then until the program ends.
///
/// Linking it would load it and its dependencies at every start.
public struct SystemLibrary: Sendable {
  /// The file, searched for in the system's library directories (dlopen(3)).
  public let fileName: String
  /// The name used in messages.
  public let name: String
  /// The package that contains it.
  public let package: String

  /// Creates a library that is not loaded yet.
  public init(_ fileName: String, name: String, package: String) {
    self.fileName = fileName
    self.name = name
    self.package = package
  }

  /// Loads the library and looks up its functions; retries after a failure, because it may have
  /// been installed since.
  ///
  /// - Parameters:
  ///   - functions: An empty table of the functions.
  ///   - fileName: The default file, or another one.
  ///   - lookUp: Fills the table; returns the first function that the library lacks.
  ///   - failure: Converts the reason why the library is unavailable to the module's error.
  /// - Returns: The table.
  /// - Throws: The error created by `failure`.
  public func load<Functions, Failure: Error>(
    _ functions: Functions, from fileName: String,
    lookUp: (UnsafeMutableRawPointer?, UnsafeMutablePointer<Functions>?) -> UnsafePointer<CChar>?,
    failure: (LibraryError) -> Failure
  ) throws(Failure) -> Functions {
    guard let library = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else {
      let reason = dlerror().map { String(cString: $0) } ?? fileName
      throw failure(LibraryError(.missing(reason), of: self))
    }
    // Never unloaded: its threads and exit handlers would remain. Reopening returns the same
    // library.
    var functions = functions
    if let missing = lookUp(library, &functions) {
      throw failure(LibraryError(.old(missing: String(cString: missing)), of: self))
    }
    return functions
  }
}

/// The reason why a system library is unavailable.
public struct LibraryError: Error, Hashable, CustomStringConvertible {
  /// The cause.
  public enum Reason: Hashable, Sendable {
    /// It cannot be loaded; with the loader's message.
    case missing(String)
    /// It lacks a required function.
    case old(missing: String)
  }

  /// The cause.
  public let reason: Reason
  private let name: String
  private let package: String

  /// Creates an error for a library.
  public init(_ reason: Reason, of library: SystemLibrary) {
    self.reason = reason
    name = library.name
    package = library.package
  }

  /// The reason and the remedy, in one line.
  public var description: String {
    switch reason {
    case .missing(let reason):
      "\(name) is missing; install the package \(package) (\(reason))"
    case .old(let function):
      "\(name) is too old, it has no \(function); update the package \(package)"
    }
  }
}
