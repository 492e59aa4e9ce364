internal import Glibc
internal import Linux

extension LineSession.Failure {
  /// Returns why there is no connection to a Snapcast server, with the remedy if known.
  func snapcastReason(host: String) -> String {
    switch self {
    case .unknownHost:
      "there is no host \"\(host)\"; check its name and the network's name server"
    case .unreachable(let error) where error.code == ECONNREFUSED:
      "nothing listens there; check that snapserver runs, and its port (`[tcp]` in "
        + "snapserver.conf)"
    case .unreachable(let error): "it cannot be reached: \(error.reason)"
    case .silent(let seconds):
      "no answer in \(seconds) seconds; check that this is the port of snapserver's JSON-RPC, "
        + "1705 by default"
    case .hungUp:
      "the connection was closed without an answer; check that this is the port of snapserver's "
        + "JSON-RPC, 1705 by default"
    case .lost: "the server no longer answers"
    case .rejected(let reason): reason
    }
  }
}
