internal import CLibsystemd
internal import Linux

/// libsystemd, loaded on first use, and then until the program ends.
struct LogindLibrary {
  /// The shared library of systemd 209 and later.
  static let system = SystemLibrary("libsystemd.so.0", name: "libsystemd", package: "libsystemd0")

  /// The functions, each with its type from the header.
  let functions: CLibsystemdFunctions

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter fileName: The file, searched for in the system's library directories.
  /// - Throws: `noLibrary`.
  init(fileName: String = LogindLibrary.system.fileName) throws(LogindError) {
    functions = try Self.system.load(
      CLibsystemdFunctions(), from: fileName, lookUp: clibsystemd_look_up,
      failure: LogindError.noLibrary)
  }
}
