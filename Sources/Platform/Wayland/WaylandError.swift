internal import Glibc
public import Linux

/// The reason why there is no window, or why it ended.
public enum WaylandError: Error, Hashable, CustomStringConvertible {
  /// libwayland-client is unavailable.
  case noLibrary(LibraryError)
  /// There is no compositor at the socket, with the `errno`; `socket` is nil if neither an option
  /// nor the environment names one.
  case noCompositor(socket: String?, code: Int32)
  /// The compositor does not offer an interface in the required version.
  case missingInterface(String, version: UInt32)
  /// The requested output was not found.
  case noSuchOutput(named: String, found: [String])
  /// The compositor accepted the connection but did not answer in time.
  case noAnswer(seconds: Int)
  /// The compositor refused a request (`wl_display.error`): a bug of this client or the compositor.
  case protocolError(interface: String, object: UInt32, error: String, message: String)
  /// The connection ended, with the `errno`; 0 if there is none.
  case connectionLost(code: Int32)
  /// A system call failed.
  case system(SystemError)

  /// The reason in one line, with the remedy if there is one.
  public var description: String {
    switch self {
    case .noLibrary(let error): error.description
    case .noCompositor(nil, _):
      "WAYLAND_DISPLAY is not set or empty: start the panel from within the compositor's session, "
        + "or set it and XDG_RUNTIME_DIR to the compositor's values"
    case .noCompositor(let socket?, let code):
      "no compositor at the socket \(socket): \(Self.reason(code)); check WAYLAND_DISPLAY and "
        + "XDG_RUNTIME_DIR, and that the compositor runs as the same user"
    case .missingInterface(let name, let version):
      "the compositor does not offer \(name) version \(version): it is too old or does not support "
        + "windows; use another compositor, or none (`--display drm`)"
    case .noSuchOutput(let name, let found):
      "no output \(name): the compositor has "
        + (found.isEmpty ? "none" : found.joined(separator: ", "))
    case .noAnswer(let seconds):
      "the compositor accepted the connection but has not answered for \(seconds) s"
    case .protocolError(let interface, let object, let error, let message):
      "the compositor refused a request: \(interface)#\(object) \(error)"
        + (message.isEmpty ? "" : " (\(message))")
    case .connectionLost(let code):
      "the compositor closed the connection: \(Self.reason(code))"
    case .system(let error):
      error.description
    }
  }

  private static func reason(_ code: Int32) -> String {
    code == 0 ? "no reason given" : String(cString: strerror(code))
  }
}
