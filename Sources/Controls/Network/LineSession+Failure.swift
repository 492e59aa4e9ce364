internal import Glibc
internal import Linux

extension LineSession {
  /// Why no connection can be attempted now, as one line.
  struct Obstacle: Error {
    var reason: String
  }

  /// The words for one kind of server in the reasons of failures.
  struct Words {
    /// The server's program, such as `mpd`.
    var program: String
    /// Where its port is set, such as `port` in mpd.conf.
    var setting: String
    /// The port to connect to, such as "the port of mpd, 6600 by default".
    var port: String
  }
}

extension LineSession.Failure {
  /// Returns why there is no connection, with the remedy if known, as one line.
  func reason(host: String, _ words: LineSession.Words) -> String {
    switch self {
    case .unknownHost:
      "there is no host \"\(host)\"; check its name and the network's name server"
    case .unreachable(let error) where error.code == ECONNREFUSED:
      "nothing listens there; check that \(words.program) runs, and its port (\(words.setting))"
    case .unreachable(let error): "it cannot be reached: \(error.reason)"
    case .silent(let seconds): "no answer in \(seconds) seconds; check that this is \(words.port)"
    case .hungUp:
      "the connection was closed without an answer; check that this is \(words.port)"
    case .lost: "the server no longer answers"
    case .rejected(let reason), .refused(let reason): reason
    }
  }
}
