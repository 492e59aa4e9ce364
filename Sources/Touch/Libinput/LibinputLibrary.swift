internal import CLibinput
internal import Linux

/// libinput, loaded when it is needed first, and then until the program ends.
///
/// Linking it would bring libwacom and four others into every start before the first picture, and into
/// the commands that touch nothing.
final class LibinputLibrary {
  /// The library of libinput 1.0 and later.
  static let system = SystemLibrary("libinput.so.10", name: "libinput", package: "libinput10")

  /// The functions, each with the type of its header.
  let functions: CLibinputFunctions

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter fileName: The file, which is looked for where the system has its libraries.
  /// - Throws: `TouchError.noLibrary`.
  init(fileName: String = LibinputLibrary.system.fileName) throws(TouchError) {
    functions = try Self.system.load(
      CLibinputFunctions(), from: fileName, lookUp: clibinput_look_up,
      failure: TouchError.noLibrary)
  }
}
