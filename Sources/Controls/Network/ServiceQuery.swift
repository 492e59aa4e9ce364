internal import Linux

/// Finds services on the network with a single query (multicast DNS, RFC 6762, section 5.1).
enum ServiceQuery {
  struct Service: Hashable {
    /// The service type, such as "_snapcast._tcp.local".
    var kind: String
    /// An IPv4 address.
    var address: String
    var port: UInt16
  }

  private static let group = "224.0.0.251"
  private static let port: UInt16 = 5353
  /// The maximum number of messages read.
  private static let messageLimit = 500
  /// The maximum number of records, and of services; others are ignored.
  static let recordLimit = 1000
  static let serviceLimit = 100

  /// Returns the services of these kinds that answer in time; blocks for that time.
  static func find(_ kinds: [String], milliseconds: Int64) -> [Service] {
    guard let group = SocketAddress.numeric(group, port: port) else { return [] }
    let question = DNSMessage.query(kinds)
    let sockets = NetworkInterface.all().compactMap {
      try? DatagramSocket(on: $0, port: nil, group: nil)
    }
    for socket in sockets { socket.send(question, to: group) }
    var records: [DNSMessage.Record] = []
    var messageCount = 0
    let end = MonotonicClock.microseconds + milliseconds * 1000
    while !sockets.isEmpty, messageCount < messageLimit, records.count < recordLimit {
      let rest = end - MonotonicClock.microseconds
      guard rest > 0 else { break }
      let ready = DatagramSocket.wait(for: sockets, milliseconds: Int32(rest / 1000 + 1))
      for socket in ready {
        guard let message = socket.receive() else { continue }
        records += DNSMessage(message.bytes).records
        messageCount += 1
      }
    }
    return services(of: kinds, in: records)
  }

  /// Returns the services in the records; ignores duplicate records.
  static func services(of kinds: [String], in records: [DNSMessage.Record]) -> [Service] {
    var found: [Service] = []
    var known: Set<Service> = []
    var unique: Set<DNSMessage.Record> = []
    let records = records.prefix(recordLimit).filter { unique.insert($0).inserted }
    let servers = Dictionary(grouping: records) { $0.instance ?? "" }
    let addresses = Dictionary(grouping: records) { $0.addressedHost ?? "" }
    for case .pointer(let kind, let instance) in records where kinds.contains(kind) {
      for case .server(_, let host, let port) in servers[instance] ?? [] {
        for case .address(_, let address) in addresses[host] ?? [] {
          guard found.count < serviceLimit else { return found }
          let service = Service(kind: kind, address: address, port: port)
          if known.insert(service).inserted { found.append(service) }
        }
      }
    }
    return found
  }
}

extension DNSMessage.Record {
  /// The instance of a server record.
  fileprivate var instance: String? {
    if case .server(let instance, _, _) = self { instance } else { nil }
  }

  /// The host of an address record.
  fileprivate var addressedHost: String? {
    if case .address(let host, _) = self { host } else { nil }
  }
}
