/// Why a connection to a broker cannot be attempted: a problem with a file or variable named in the
/// layout.
public enum MQTTError: ControlError, Hashable {
  /// There is no password in the place that the layout names.
  case noPassword(String)
  /// A file for TLS cannot be read.
  case noCertificate(String)

  /// `.connection`: all of these errors are about the connection's settings.
  public var site: ControlErrorSite { .connection }

  /// One line for a person.
  public var description: String {
    switch self {
    case .noPassword(let reason): "there is no password: \(reason)"
    case .noCertificate(let reason): "a file for TLS cannot be read: \(reason)"
    }
  }
}
