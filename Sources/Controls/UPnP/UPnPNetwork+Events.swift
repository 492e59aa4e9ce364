internal import Linux

/// Receives the events of speakers, at the local address that each speaker can reach.
extension UPnPNetwork {
  /// Receives the events of one subscription.
  struct Receiver {
    /// The local address towards the speaker, and the speaker's address.
    var host: String
    var speaker: String
    /// Processes an event; returns the status of the response.
    var process: (HTTPReader.Message) -> Int
  }

  /// Returns the port for events whose path is `/` and the token; nil if it cannot listen.
  func receive(_ token: String, by receiver: Receiver) -> UInt16? {
    let host = receiver.host
    if listeners[host] == nil, let address = SocketAddress.numeric(host, port: 0) {
      listeners[host] = try? HTTPListener(
        at: address, loop: loop,
        HTTPListener.Service(
          isExpected: { [unowned self] speaker in
            receivers.values.contains { $0.speaker == speaker }
          },
          refusal: { [unowned self] head in
            let words = head.firstLine.split(separator: " ")
            guard words.count == 3, words[0] == "NOTIFY" else { return 405 }
            return receivers[String(words[1].dropFirst())] == nil ? 412 : nil
          },
          process: { [unowned self] message in
            let words = message.firstLine.split(separator: " ")
            guard words.count == 3 else { return 405 }
            return receivers[String(words[1].dropFirst())]?.process(message) ?? 412
          }))
    }
    if receivers[token]?.host != host { stopReceiving(token) }
    receivers[token] = receiver
    return listeners[host]?.port
  }

  func stopReceiving(_ token: String) {
    guard let host = receivers.removeValue(forKey: token)?.host else { return }
    if !receivers.values.contains(where: { $0.host == host }) { listeners[host] = nil }
  }
}
