internal import CMosquitto
internal import Glibc
internal import Linux

extension MosquittoClient {
  /// Converts a failed call into the error of a session.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the call.
  ///   - isOpen: Whether the broker had accepted the connection.
  /// - Returns: The reason why there is no session.
  func sessionError(_ outcome: Outcome, isOpen: Bool) -> MQTTSessionError {
    switch mosq_err_t(outcome.code) {
    case MOSQ_ERR_EAI, MOSQ_ERR_LOOKUP: .unknownHost(broker.host)
    case MOSQ_ERR_TLS, MOSQ_ERR_TLS_HANDSHAKE: encryptionError(isOpen: isOpen)
    // The library reports some TLS errors in this way.
    case MOSQ_ERR_ERRNO where outcome.error == EPROTO: encryptionError(isOpen: isOpen)
    case MOSQ_ERR_CONN_LOST, MOSQ_ERR_NO_CONN, MOSQ_ERR_KEEPALIVE: isOpen ? .lost : .hungUp
    case MOSQ_ERR_ERRNO:
      isOpen ? .lost : .network(SystemError(call: "connect", code: outcome.error))
    case MOSQ_ERR_PROTOCOL, MOSQ_ERR_MALFORMED_PACKET, MOSQ_ERR_MALFORMED_UTF8,
      MOSQ_ERR_OVERSIZE_PACKET:
      .notMQTT
    default: .failed(String(cString: mosquitto_strerror(outcome.code)))
    }
  }

  /// Evaluates the last part of OpenSSL's message, such as `error:0A000086:SSL
  /// routines::certificate verify failed`.
  private func encryptionError(isOpen: Bool) -> MQTTSessionError {
    let reason = complaint.split(separator: ":").last.map(String.init) ?? ""
    switch reason {
    // It depends on chance which of them it is, or none at all.
    case "", "unexpected eof while reading": return isOpen ? .lost : .hungUp
    case "certificate verify failed":
      return .encryption(
        "the broker's certificate is not signed by who is trusted, or is for another name; "
          + "check `ca` and `host`")
    case "wrong version number": return .encryption("there is no TLS at this port")
    default: return .encryption(reason)
    }
  }
}
