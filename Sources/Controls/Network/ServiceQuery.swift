internal import Linux

/// Finds services on the network by one question (multicast DNS, RFC 6762, section 5.1).
enum ServiceQuery {
  struct Service: Hashable {
    /// Such as "_snapcast._tcp.local".
    var kind: String
    /// An IPv4 address.
    var address: String
    var port: UInt16
  }

  private static let group = "224.0.0.251"
  private static let port: UInt16 = 5353
  /// More messages are not read.
  private static let messageLimit = 500

  /// The services of these kinds that answer in time; blocks until it is over.
  static func find(_ kinds: [String], milliseconds: Int64) -> [Service] {
    guard let group = SocketAddress.numeric(group, port: port) else { return [] }
    let question = DNSMessage.question(kinds)
    let sockets = NetworkInterface.all().compactMap {
      try? DatagramSocket(on: $0, port: nil, group: nil)
    }
    for socket in sockets { socket.send(question, to: group) }
    var records: [DNSMessage.Record] = []
    var messageCount = 0
    let end = MonotonicClock.microseconds + milliseconds * 1000
    while !sockets.isEmpty, MonotonicClock.microseconds < end, messageCount < messageLimit {
      for socket in sockets where socket.wait(milliseconds: Int32(20 / sockets.count)) {
        guard let message = socket.receive() else { continue }
        records += DNSMessage(message.bytes).records
        messageCount += 1
      }
    }
    return services(of: kinds, in: records)
  }

  static func services(of kinds: [String], in records: [DNSMessage.Record]) -> [Service] {
    var found: [Service] = []
    for case .pointer(let kind, let instance) in records where kinds.contains(kind) {
      for case .server(instance, let host, let port) in records {
        for case .address(host, let address) in records {
          let service = Service(kind: kind, address: address, port: port)
          if !found.contains(service) { found.append(service) }
        }
      }
    }
    return found
  }
}
