/// Why a connection to Home Assistant cannot be attempted: a file or variable named in the layout is
/// missing or invalid.
enum HomeAssistantError: ControlError, Hashable {
  /// There is no token where the layout says it is.
  case noToken(String)
  /// A TLS file cannot be read.
  case noCertificate(String)

  /// `.connection`: all of these errors concern the connection's settings.
  var site: ControlErrorSite { .connection }

  /// One line for the user.
  var description: String {
    switch self {
    case .noToken(let reason): "there is no token: \(reason)"
    case .noCertificate(let reason): "a file for TLS cannot be read: \(reason)"
    }
  }
}
