public import Linux

/// The reason why systemd-logind does not set a backlight.
public enum LogindError: Error, Hashable, CustomStringConvertible {
  /// libsystemd is unavailable.
  case noLibrary(LibraryError)
  /// The system's D-Bus cannot be reached.
  case noBus(SystemError)
  /// logind, or the bus, refused: the error's name and message.
  case refused(name: String, message: String)

  /// The reason and the remedy, in one line.
  public var description: String {
    switch self {
    case .noLibrary(let error): error.description
    case .noBus(let error):
      "the system's D-Bus cannot be reached (\(error)); install the package dbus"
    case .refused("org.freedesktop.DBus.Error.NoReply", _), .refused("System.Error.ETIMEDOUT", _):
      "systemd-logind does not answer; restart it (sudo systemctl restart systemd-logind)"
    case .refused("org.freedesktop.DBus.Error.ServiceUnknown", _):
      "systemd-logind is not running; install the package systemd"
    case .refused(_, let message):
      "systemd-logind refused the brightness: \(message); run the panel in a login session on the "
        + "console"
    }
  }
}
