internal import CWaylandClient
internal import Glibc
internal import Linux

/// libwayland-client, loaded on first use, and then until the program ends.
///
/// Linking it would load it and libffi at every start of a panel that is not a window.
struct WaylandLibrary {
  /// The shared library of libwayland 1.0 and later.
  static let system = SystemLibrary(
    "libwayland-client.so.0", name: "libwayland", package: "libwayland-client0")

  /// The functions, each with its type from the header.
  let functions: CWaylandClientFunctions
  /// `wl_display_set_max_buffer_size`; nil before version 1.23, whose buffers grow without a limit
  /// by default.
  let setMaxBufferSize: (@convention(c) (OpaquePointer, Int) -> Void)?

  /// Loads the library and looks up its functions; retries after a failure, because it may have
  /// been installed since.
  ///
  /// - Parameter fileName: The file, searched for in the system's library directories.
  /// - Throws: `noLibrary`.
  init(fileName: String = WaylandLibrary.system.fileName) throws(WaylandError) {
    functions = try Self.system.load(
      CWaylandClientFunctions(), from: fileName, lookUp: cwayland_client_look_up,
      failure: WaylandError.noLibrary)
    // Returns the library that is already loaded.
    let symbol = dlopen(fileName, RTLD_NOW | RTLD_NOLOAD).flatMap {
      dlsym($0, "wl_display_set_max_buffer_size")
    }
    setMaxBufferSize = symbol.map {
      unsafeBitCast($0, to: (@convention(c) (OpaquePointer, Int) -> Void).self)
    }
  }
}
