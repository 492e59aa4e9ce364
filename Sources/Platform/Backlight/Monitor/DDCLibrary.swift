internal import CLibddcutil
internal import Linux

/// libddcutil, loaded on first use, and then until the program ends.
///
/// Linking it would load GLib and X11 into every panel. For use on one thread only: its displays
/// and its output belong to the thread that uses them.
struct DDCLibrary {
  /// The shared libraries of libddcutil 2.x and 1.x.
  static let fileNames = ["libddcutil.so.5", "libddcutil.so.4"]

  private static let system = SystemLibrary(
    fileNames[0], name: "libddcutil", package: "libddcutil5, or libddcutil4 on Debian 12")

  /// The functions, each with its type from the header.
  let functions: CLibddcutilFunctions

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter options: The monitor's location and the library's files, searched for in the
  ///   system's library directories; the first one that can be loaded is used.
  /// - Throws: `noLibrary`; `noBus` or `denied`, because the library prints its own messages when
  ///   it is loaded without a bus.
  init(for options: MonitorOptions) throws(DDCError) {
    try options.checkBuses()
    functions = try Self.load(options.libraries[...])
    // Suppresses its output, which would appear among the panel's messages.
    functions.ddca_set_fout(nil)
    functions.ddca_set_ferr(nil)
  }

  /// Loads the first one of the files that can be loaded.
  ///
  /// - Throws: `noLibrary`, with the reason of the first one.
  private static func load(_ files: ArraySlice<String>) throws(DDCError) -> CLibddcutilFunctions {
    do throws(DDCError) {
      return try system.load(
        CLibddcutilFunctions(), from: files.first ?? system.fileName, lookUp: clibddcutil_look_up,
        failure: DDCError.noLibrary)
    } catch {
      let others = files.dropFirst()
      guard !others.isEmpty, let functions = try? load(others) else { throw error }
      return functions
    }
  }

  /// Returns a monitor's properties.
  func properties(_ information: UnsafePointer<DDCA_Display_Info>) -> clibddcutil_display {
    withUnsafePointer(to: functions) { clibddcutil_display($0, information) }
  }

  /// Returns the library's text for a status; nil for success.
  func failure(_ status: DDCA_Status) -> String? {
    guard status != 0 else { return nil }
    func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }
    let name = text(functions.ddca_rc_name(status)) ?? "\(status)"
    return text(functions.ddca_rc_desc(status)).map { "\(name), \($0)" } ?? name
  }
}
