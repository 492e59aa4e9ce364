/// The service records of a DNS message (RFC 1035, RFC 6763); does no I/O.
struct DNSMessage {
  enum Record: Hashable {
    /// An instance of a service.
    case pointer(service: String, instance: String)
    /// The host and port of an instance.
    case server(instance: String, host: String, port: UInt16)
    /// An IPv4 address of a host, such as "10.0.0.2".
    case address(host: String, address: String)
  }

  /// The maximum number of records in a message; others are ignored.
  static let recordLimit = 100

  private(set) var records: [Record] = []

  /// Parses a message up to the first error.
  init(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard reader.skip(4), let questionCount = reader.number() else { return }
    guard let counts = reader.counts() else { return }
    for _ in 0..<min(questionCount, Self.recordLimit) {
      guard reader.name() != nil, reader.skip(4) else { return }
    }
    for _ in 0..<min(counts, Self.recordLimit) {
      guard let entry = reader.entry() else { return }
      if case .record(let record) = entry { records.append(record) }
    }
  }

  /// Returns a query for the instances of services, such as "_snapcast._tcp.local"; it requests
  /// unicast answers.
  static func query(_ services: [String]) -> [UInt8] {
    var bytes: [UInt8] = [0, 0, 0, 0, 0, UInt8(clamping: services.count), 0, 0, 0, 0, 0, 0]
    for service in services {
      for label in service.split(separator: ".") {
        bytes.append(UInt8(clamping: label.utf8.count))
        bytes += label.utf8
      }
      bytes += [0, 0, 12, 0x80, 1]
    }
    return bytes
  }

  private struct Reader {
    enum Entry {
      case record(Record)
      /// A record of another kind.
      case other
    }

    let bytes: [UInt8]
    var index = 0

    mutating func skip(_ count: Int) -> Bool {
      guard bytes.count - index >= count else { return false }
      index += count
      return true
    }

    mutating func number() -> Int? {
      guard skip(2) else { return nil }
      return Int(bytes[index - 2]) << 8 | Int(bytes[index - 1])
    }

    /// Reads the number of answers and other records.
    mutating func counts() -> Int? {
      guard let answers = number(), let authorities = number(), let additional = number() else {
        return nil
      }
      return answers + authorities + additional
    }

    /// Reads a record; nil if it is invalid.
    mutating func entry() -> Entry? {
      guard let name = name(), let kind = number(), skip(6), let count = number() else {
        return nil
      }
      let start = index
      guard skip(count) else { return nil }
      var data = self
      data.index = start
      switch kind {
      case 1 where count == 4:
        let text = bytes[start..<start + 4].map(String.init).joined(separator: ".")
        return .record(.address(host: name, address: text))
      case 12: return data.name().map { .record(.pointer(service: name, instance: $0)) }
      case 33:
        guard data.skip(4), let port = data.number(), let host = data.name() else { return nil }
        return .record(.server(instance: name, host: host, port: UInt16(port)))
      default: return .other
      }
    }

    /// Reads a name, whose pointers must lead backwards.
    mutating func name() -> String? {
      var labels: [String] = []
      var position = index
      var end: Int?
      var byteCount = 0
      while position < bytes.count {
        let count = Int(bytes[position])
        if count == 0 {
          index = end ?? position + 1
          return labels.joined(separator: ".").lowercased()
        }
        if count & 0xC0 == 0xC0 {
          guard position + 1 < bytes.count else { return nil }
          let target = (count & 0x3F) << 8 | Int(bytes[position + 1])
          end = end ?? position + 2
          guard target < position else { return nil }
          position = target
          continue
        }
        byteCount += count + 1
        guard count < 64, byteCount < 256, position + count < bytes.count else { return nil }
        labels.append(String(decoding: bytes[position + 1...position + count], as: UTF8.self))
        position += count + 1
      }
      return nil
    }
  }
}
