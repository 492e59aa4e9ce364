internal import Glibc
internal import Linux

/// Why a connection to a server cannot be used any more.
enum StreamError: Error, Equatable {
  /// A system call on the socket failed.
  case network(SystemError)
  /// The server does not accept earlier data.
  case lost
  /// TLS failed; the reason is one line.
  case encryption(String)

  /// Whether the server has closed the connection before reading everything.
  var isHangUp: Bool {
    switch self {
    case .network(let error): error.code == ECONNRESET || error.code == EPIPE
    case .lost, .encryption: false
    }
  }
}
