/// Why a connection to a broker cannot be tried: a file or variable that the layout names.
public enum MQTTError: ControlError, Hashable {
  /// There is no password where the layout says.
  case noPassword(String)
  /// A file for TLS that cannot be read.
  case noCertificate(String)

  public var site: ControlErrorSite { .connection }

  public var description: String {
    switch self {
    case .noPassword(let reason): "there is no password: \(reason)"
    case .noCertificate(let reason): "a file for TLS cannot be read: \(reason)"
    }
  }
}
