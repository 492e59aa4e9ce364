internal import CLibddcutil
internal import Linux

/// libddcutil, loaded when it is needed first, and then until the program ends.
///
/// Linking it would bring GLib and X11 into every panel. For use on one thread only: its displays and
/// its output belong to the thread that uses them.
struct DDCLibrary {
  /// The library of libddcutil 1.x, whose types the header has.
  static let system = SystemLibrary("libddcutil.so.4", name: "libddcutil", package: "libddcutil4")

  /// The functions, each with the type of its header.
  let functions: CLibddcutilFunctions

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter place: Where the monitor is, and the library's file, which is looked for where the
  ///   system has its libraries.
  /// - Throws: `noLibrary`; `noBus` or `denied`, as it prints lines of its own when it
  ///   is loaded where there is no bus.
  init(for place: MonitorPlace) throws(DDCError) {
    try place.checkBuses()
    functions = try Self.system.load(
      CLibddcutilFunctions(), from: place.library, lookUp: clibddcutil_look_up,
      failure: DDCError.noLibrary)
    // What it prints of its own would stand between the lines of the panel.
    functions.ddca_set_fout(nil)
    functions.ddca_set_ferr(nil)
  }

  /// What it says to a status; nil for success.
  func failure(_ status: DDCA_Status) -> String? {
    guard status != 0 else { return nil }
    func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }
    let name = text(functions.ddca_rc_name(status)) ?? "\(status)"
    return text(functions.ddca_rc_desc(status)).map { "\(name), \($0)" } ?? name
  }
}
