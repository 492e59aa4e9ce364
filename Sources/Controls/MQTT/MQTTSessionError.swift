internal import Glibc
internal import Linux

/// Why there is no session with a broker.
enum MQTTSessionError: Error, Equatable {
  case unknownHost(String)
  /// The broker cannot be reached because of a network error.
  case unreachable(SystemError)
  /// The broker accepted the TCP connection but sends nothing.
  case silent(seconds: Int64)
  /// The broker closed the connection before sending anything.
  case hungUp
  /// The broker's return code for a refused connection (MQTT 3.1.1, 3.2.2.3).
  case refused(code: UInt8)
  case encryption(String)
  /// The answer is not MQTT.
  case notMQTT
  /// An open connection was lost.
  case lost
  /// Data received over an open connection is not MQTT.
  case garbled
  case noPassword(MQTTError)
  /// The settings cannot be encoded.
  case failed(String)

  /// Converts an error of the stream of a session that is not open yet.
  init(_ error: StreamError) {
    switch error {
    case .encryption(let reason): self = .encryption(reason)
    case .lost: self = .lost
    case .network where error.isHangUp: self = .hungUp
    case .network(let error): self = .unreachable(error)
    }
  }

  /// Converts a network error of a session that is not open yet.
  static func network(_ error: SystemError) -> MQTTSessionError {
    MQTTSessionError(StreamError.network(error))
  }

  var isUnreachable: Bool {
    if case .unreachable = self { true } else { false }
  }

  /// The equivalent error of an open session.
  var ofOpenSession: MQTTSessionError {
    switch self {
    case .unreachable, .hungUp: .lost
    case .notMQTT, .refused: .garbled
    default: self
    }
  }

  /// Returns one sentence about `title`, with the remedy if known.
  func description(of title: String) -> String {
    "\(title): \(reason)"
  }

  private var reason: String {
    switch self {
    case .unknownHost(let host):
      "there is no host \"\(host)\"; check its name and the network's name server"
    case .unreachable(let error) where error.code == ECONNREFUSED:
      "nothing listens there; check that the broker runs, and its port"
    case .unreachable(let error):
      "it cannot be reached: \(String(cString: strerror(error.code)))"
    case .silent(let seconds):
      "no answer in \(seconds) seconds; check that this is the port of an MQTT broker"
    case .hungUp:
      "the connection was closed without an answer; check `port`, and whether it is one for `tls`"
    case .refused(1): "the broker does not speak MQTT 3.1.1"
    case .refused(2): "the broker refuses the client id"
    case .refused(3): "the broker is not available now"
    case .refused(4), .refused(5): "the broker refuses the user name or the password"
    case .refused(let code): "the broker refuses the connection (code \(code))"
    case .encryption(let reason): "TLS failed: \(reason)"
    case .notMQTT: "the server there does not speak MQTT; check the port"
    case .lost: "the broker no longer answers"
    case .garbled: "the broker sent data that is not MQTT 3.1.1"
    case .noPassword(let error): error.description
    case .failed(let reason): reason
    }
  }
}
