internal import CLibinput
internal import Glibc

/// libinput, loaded when it is needed first, and then until the program ends.
///
/// Linking it would bring libwacom and four others into every start before the first picture, and into
/// the commands that touch nothing.
final class LibinputLibrary {
  /// The library of libinput 1.0 and later.
  static let fileName = "libinput.so.10"

  /// The functions, each with the type of its header.
  let functions: CLibinputFunctions

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter fileName: The file, which is looked for where the system has its libraries.
  /// - Throws: `TouchError.noLibrary` or `TouchError.oldLibrary`.
  init(fileName: String = LibinputLibrary.fileName) throws(TouchError) {
    guard let library = dlopen(fileName, RTLD_NOW | RTLD_LOCAL) else {
      throw .noLibrary(dlerror().map { String(cString: $0) } ?? fileName)
    }
    // Never unloaded: GLib, which it brings, cannot be. Opened again it is the same one.
    var functions = CLibinputFunctions()
    if let missing = clibinput_look_up(library, &functions) {
      throw .oldLibrary(missing: String(cString: missing))
    }
    self.functions = functions
  }
}
