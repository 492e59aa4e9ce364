internal import Glibc

/// A library of the system that is loaded when it is needed first, and then until the program ends.
///
/// Linking it would bring it, and what it needs itself, into every start.
public struct SystemLibrary: Sendable {
  /// The file, which is looked for where the system has its libraries (dlopen(3)).
  public let fileName: String
  /// In messages.
  public let name: String
  /// The package that has it.
  public let package: String

  /// A library that is not loaded yet.
  public init(_ fileName: String, name: String, package: String) {
    self.fileName = fileName
    self.name = name
    self.package = package
  }

  /// Loads the library and looks up its functions; again after a failure, because it may have been
  /// installed since.
  ///
  /// - Parameters:
  ///   - functions: A table of them, empty.
  ///   - fileName: The usual file, or another one.
  ///   - lookUp: Fills the table; returns the first function that the library does not have.
  /// - Returns: The table.
  /// - Throws: Why there is no such library.
  public func load<Functions>(
    _ functions: Functions, from fileName: String,
    lookUp: (UnsafeMutableRawPointer?, UnsafeMutablePointer<Functions>?) -> UnsafePointer<CChar>?
  ) throws(LibraryError) -> Functions {
    guard let library = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else {
      throw LibraryError(.missing(dlerror().map { String(cString: $0) } ?? fileName), of: self)
    }
    // Never unloaded: its threads and exit handlers would remain. Opened again it is the same one.
    var functions = functions
    if let missing = lookUp(library, &functions) {
      throw LibraryError(.old(missing: String(cString: missing)), of: self)
    }
    return functions
  }

  /// Loads the library for a module that has errors of its own, and otherwise as the other does.
  ///
  /// - Parameters:
  ///   - functions: A table of them, empty.
  ///   - fileName: The usual file, or another one.
  ///   - lookUp: Fills the table; returns the first function that the library does not have.
  ///   - failure: Makes an error of the module of why there is no such library.
  /// - Returns: The table.
  /// - Throws: What `failure` made.
  public func load<Functions, Failure: Error>(
    _ functions: Functions, from fileName: String,
    lookUp: (UnsafeMutableRawPointer?, UnsafeMutablePointer<Functions>?) -> UnsafePointer<CChar>?,
    failure: (LibraryError) -> Failure
  ) throws(Failure) -> Functions {
    do throws(LibraryError) {
      return try load(functions, from: fileName, lookUp: lookUp)
    } catch {
      throw failure(error)
    }
  }
}

/// Why a library of the system cannot be used.
public struct LibraryError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with it.
  public enum Reason: Hashable, Sendable {
    /// It cannot be loaded; why, in the loader's words.
    case missing(String)
    /// It lacks a function that is needed.
    case old(missing: String)
  }

  /// What is wrong with it.
  public let reason: Reason
  private let name: String
  private let package: String

  /// What is wrong with a library.
  public init(_ reason: Reason, of library: SystemLibrary) {
    self.reason = reason
    name = library.name
    package = library.package
  }

  /// The reason in one line, with what to do.
  public var description: String {
    switch reason {
    case .missing(let reason):
      "\(name) is missing; install the package \(package) (\(reason))"
    case .old(let function):
      "\(name) is too old, it has no \(function); update the package \(package)"
    }
  }
}
