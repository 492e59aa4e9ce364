internal import CLibddcutil
internal import Linux

/// libddcutil, loaded on first use, and then until the program ends.
///
/// Linking it would load GLib and X11 into every panel. For use on one thread only: its displays
/// and its output belong to the thread that uses them.
struct DDCLibrary {
  /// The shared library of libddcutil 1.x, whose types are in the header.
  static let system = SystemLibrary("libddcutil.so.4", name: "libddcutil", package: "libddcutil4")

  /// The functions, each with its type from the header.
  let functions: CLibddcutilFunctions

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter options: The monitor's location and the library's file, searched for in the
  ///   system's library directories.
  /// - Throws: `noLibrary`; `noBus` or `denied`, because the library prints its own messages when
  ///   it is loaded without a bus.
  init(for options: MonitorOptions) throws(DDCError) {
    try options.checkBuses()
    functions = try Self.system.load(
      CLibddcutilFunctions(), from: options.library, lookUp: clibddcutil_look_up,
      failure: DDCError.noLibrary)
    // Suppresses its output, which would appear among the panel's messages.
    functions.ddca_set_fout(nil)
    functions.ddca_set_ferr(nil)
  }

  /// Returns the library's text for a status; nil for success.
  func failure(_ status: DDCA_Status) -> String? {
    guard status != 0 else { return nil }
    func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }
    let name = text(functions.ddca_rc_name(status)) ?? "\(status)"
    return text(functions.ddca_rc_desc(status)).map { "\(name), \($0)" } ?? name
  }
}
