internal import CWaylandClient
internal import Linux

/// libwayland-client, loaded when it is needed first, and then until the program ends.
///
/// Linking it would bring it and libffi into every start of a panel that is no window.
struct WaylandLibrary {
  /// The library of libwayland 1.0 and later.
  static let system = SystemLibrary(
    "libwayland-client.so.0", name: "libwayland", package: "libwayland-client0")

  /// The functions, each with the type of its header.
  let functions: CWaylandClientFunctions

  /// Loads the library and looks up its functions; again after a failure, because it may have been
  /// installed since.
  ///
  /// - Parameter fileName: The file, which is looked for where the system has its libraries.
  /// - Throws: `noLibrary`.
  init(fileName: String = WaylandLibrary.system.fileName) throws(WaylandError) {
    functions = try Self.system.load(
      CWaylandClientFunctions(), from: fileName, lookUp: cwayland_client_look_up,
      failure: WaylandError.noLibrary)
  }
}
