internal import CLibsystemd
internal import Glibc

/// libsystemd, loaded when it is needed first, and then until the program ends.
struct LogindLibrary {
  /// The library of systemd 209 and later.
  static let fileName = "libsystemd.so.0"

  /// The functions, each with the type of its header.
  let functions: CLibsystemdFunctions

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter fileName: The file, which is looked for where the system has its libraries.
  /// - Throws: `noLibrary` or `oldLibrary`.
  init(fileName: String = LogindLibrary.fileName) throws(LogindError) {
    guard let library = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else {
      throw .noLibrary(dlerror().map { String(cString: $0) } ?? fileName)
    }
    // Never unloaded: its exit handlers would remain. Opened again it is the same one.
    var functions = CLibsystemdFunctions()
    if let missing = clibsystemd_look_up(library, &functions) {
      throw .oldLibrary(missing: String(cString: missing))
    }
    self.functions = functions
  }
}
