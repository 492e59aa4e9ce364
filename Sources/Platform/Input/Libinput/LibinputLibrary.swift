internal import CLibinput
internal import Linux

/// libinput, loaded on first use, and then until the program ends.
///
/// Linking it would load libwacom and four other libraries at every start, before the first
/// picture, and for commands that use no touch input.
final class LibinputLibrary {
  /// The shared library of libinput 1.0 and later.
  static let system = SystemLibrary("libinput.so.10", name: "libinput", package: "libinput10")

  /// The functions, each with its type from the header.
  let functions: CLibinputFunctions

  /// Uses functions in place of the library's, in tests.
  init(functions: CLibinputFunctions) { self.functions = functions }

  /// Loads the library and looks up its functions.
  ///
  /// - Parameter fileName: The file, searched for in the system's library directories.
  /// - Throws: `TouchError.noLibrary`.
  init(fileName: String = LibinputLibrary.system.fileName) throws(TouchError) {
    functions = try Self.system.load(
      CLibinputFunctions(), from: fileName, lookUp: clibinput_look_up,
      failure: TouchError.noLibrary)
  }
}
