internal import CLibseat
internal import Linux

/// libseat, loaded when it is needed first, and then until the program ends.
///
/// Linking it would bring libsystemd and what that needs into every panel, also where there is no seat
/// service.
struct SeatLibrary: @unchecked Sendable {
  // Unchecked because of the C pointers, which are only read.

  /// The library of libseat 0.2 and later.
  static let system = SystemLibrary("libseat.so.1", name: "libseat", package: "libseat1")

  /// The functions, each with the type of its header.
  let functions: CLibseatFunctions

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter fileName: The file, which is looked for where the system has its libraries.
  /// - Throws: `noLibrary`.
  init(fileName: String = SeatLibrary.system.fileName) throws(SeatError) {
    functions = try Self.system.load(
      CLibseatFunctions(), from: fileName, lookUp: clibseat_look_up,
      failure: SeatError.noLibrary)
    withUnsafePointer(to: functions) { functions in
      clibseat_set_log(functions) { level, message in
        guard let message else { return }
        SeatLog.pass(
          level == LIBSEAT_LOG_LEVEL_ERROR ? .error : .information, String(cString: message))
      }
    }
  }
}
