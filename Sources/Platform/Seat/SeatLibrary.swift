internal import CLibseat
internal import Linux

/// libseat, loaded on first use, and then until the program ends.
///
/// Linking it would load libsystemd and its dependencies into every panel, even without a seat
/// service.
struct SeatLibrary: @unchecked Sendable {
  // Unchecked because of the C pointers, which are only read.

  /// The shared library of libseat 0.2 and later.
  static let system = SystemLibrary("libseat.so.1", name: "libseat", package: "libseat1")

  /// The functions, each with its type from the header.
  let functions: CLibseatFunctions

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter fileName: The file, searched for in the system's library directories.
  /// - Throws: `noLibrary`.
  init(fileName: String = SeatLibrary.system.fileName) throws(SeatError) {
    functions = try Self.system.load(
      CLibseatFunctions(), from: fileName, lookUp: clibseat_look_up,
      failure: SeatError.noLibrary)
    withUnsafePointer(to: functions) { functions in
      clibseat_set_log(functions) { level, message in
        guard let message else { return }
        SeatLog.pass(isError: level == LIBSEAT_LOG_LEVEL_ERROR, String(cString: message))
      }
    }
  }
}
