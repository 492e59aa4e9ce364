import MQTTBench
import Testing

@testable import Controls

/// A broker whose answers a test scripts byte by byte; the default is a well-behaved broker.
final class ScriptedBroker: ScriptedPeer {
  /// A packet that a client sent.
  struct Packet: Equatable {
    /// The first byte: kind and flags.
    var head: UInt8
    var body: [UInt8]

    static let connect: UInt8 = 0x10
    static let publish: UInt8 = 0x30
    static let confirmation: UInt8 = 0x40
    static let subscribe: UInt8 = 0x82

    /// The id of a subscription or a confirmation.
    var id: [UInt8] { Array(body.prefix(2)) }
    /// The topic of a message, or of a subscription, where it follows the id.
    var topic: String {
      let rest = head == Self.subscribe ? body.dropFirst(2) : body[...]
      let count = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      return String(decoding: rest.dropFirst(2).prefix(count), as: UTF8.self)
    }
  }

  enum Answer {
    case bytes([UInt8])
    case hangUp
  }

  let server: TestServer
  /// The answers to each packet.
  var answer: (Packet) -> [Answer] = ScriptedBroker.wellBehaved
  /// All packets of all connections, oldest first.
  private(set) var received: [Packet] = []
  private var bytes: [UInt8] = []
  private var connectionCount = 0

  init() throws {
    server = try TestServer()
  }

  var broker: MQTTBroker { MQTTBroker(name: "home", host: "127.0.0.1", port: server.port) }

  func received(_ head: UInt8) -> [Packet] { received.filter { $0.head == head } }

  /// Accepts connections, receives packets and answers them.
  @discardableResult
  func serve() -> Bool {
    let isNew = server.count > connectionCount
    if isNew {
      connectionCount = server.count
      bytes = []
    }
    let before = server.sentCount
    server.sendQueued()
    let newBytes = server.receive()
    bytes += newBytes
    while let packet = takePacket() {
      received.append(packet)
      for answer in answer(packet) {
        switch answer {
        case .bytes(let bytes): server.send(bytes)
        case .hangUp: server.hangUp()
        }
      }
    }
    return isNew || !newBytes.isEmpty || server.sentCount > before
  }

  private func takePacket() -> Packet? {
    var count = 0
    for index in 1..<5 {
      guard index < bytes.count else { return nil }
      count |= Int(bytes[index] & 0x7F) << (7 * (index - 1))
      guard bytes[index] & 0x80 == 0 else { continue }
      guard bytes.count > index + count else { return nil }
      defer { bytes.removeFirst(index + 1 + count) }
      return Packet(head: bytes[0], body: Array(bytes[(index + 1)..<(index + 1 + count)]))
    }
    return nil
  }

  /// Accepts sessions, subscriptions and messages.
  static func wellBehaved(_ packet: Packet) -> [Answer] {
    switch packet.head {
    case Packet.connect: [.bytes(TestPacket.accepted)]
    case Packet.subscribe: [.bytes([0x90, 3] + packet.id + [0])]
    case 0xA2: [.bytes([0xB0, 2] + packet.id)]
    case 0x32, 0x33:
      [.bytes([0x40, 2] + packet.body.dropFirst(2 + packet.topic.utf8.count).prefix(2))]
    case 0xC0: [.bytes([0xD0, 0])]
    default: []
    }
  }

  /// Answers like a well-behaved broker, with this retained state on every subscribed topic.
  static func retaining(_ state: String) -> (Packet) -> [Answer] {
    { packet in
      guard packet.head == Packet.subscribe else { return wellBehaved(packet) }
      return wellBehaved(packet) + [.bytes(TestPacket.message(state, on: packet.topic))]
    }
  }
}
