internal import CLibseat
internal import Glibc

/// libseat, loaded when it is needed first, and then until the program ends.
///
/// Linking it would bring libsystemd and what that needs into every panel, also where there is no seat
/// service.
struct SeatLibrary: @unchecked Sendable {
  // Unchecked because of the C pointers, which are only read.

  /// The library of libseat 0.2 and later.
  static let fileName = "libseat.so.1"

  /// The functions, each with the type of its header.
  let functions: CLibseatFunctions

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter fileName: The file, which is looked for where the system has its libraries.
  /// - Throws: `noLibrary` or `oldLibrary`.
  init(fileName: String = SeatLibrary.fileName) throws(SeatError) {
    guard let library = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else {
      throw .noLibrary(dlerror().map { String(cString: $0) } ?? fileName)
    }
    // Never unloaded: its exit handlers would remain. Opened again it is the same one.
    var functions = CLibseatFunctions()
    if let missing = clibseat_look_up(library, &functions) {
      throw .oldLibrary(missing: String(cString: missing))
    }
    clibseat_set_log(&functions) { level, message in
      guard let message else { return }
      SeatLog.pass(
        level == LIBSEAT_LOG_LEVEL_ERROR ? .error : .information, String(cString: message))
    }
    self.functions = functions
  }
}
