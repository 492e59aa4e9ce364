/// Why a connection to a broker cannot be attempted: a file or variable named in the layout is
/// missing or invalid.
enum MQTTError: ControlError, Hashable {
  /// There is no password where the layout says it is.
  case noPassword(String)
  /// A TLS file cannot be read.
  case noCertificate(String)

  /// `.connection`: all of these errors concern the connection's settings.
  var site: ControlErrorSite { .connection }

  /// One line for the user.
  var description: String {
    switch self {
    case .noPassword(let reason): "there is no password: \(reason)"
    case .noCertificate(let reason): "a file for TLS cannot be read: \(reason)"
    }
  }
}
