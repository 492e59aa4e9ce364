internal import CLibsystemd
internal import Linux

/// libsystemd, loaded when it is needed first, and then until the program ends.
struct LogindLibrary {
  /// The library of systemd 209 and later.
  static let system = SystemLibrary("libsystemd.so.0", name: "libsystemd", package: "libsystemd0")

  /// The functions, each with the type of its header.
  let functions: CLibsystemdFunctions

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter fileName: The file, which is looked for where the system has its libraries.
  /// - Throws: `noLibrary`.
  init(fileName: String = LogindLibrary.system.fileName) throws(LogindError) {
    functions = try Self.system.load(
      CLibsystemdFunctions(), from: fileName, lookUp: clibsystemd_look_up,
      failure: LogindError.noLibrary)
  }
}
