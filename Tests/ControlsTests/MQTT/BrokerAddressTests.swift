import Glibc
import Linux
import MQTTBench
import Testing

@testable import Controls

/// Hosts with several addresses, some of which fail.
@Suite struct BrokerAddressTests {
  /// An address that neither accepts nor refuses connections, because its queue is full.
  private final class BlackHole {
    let port: UInt16
    private var descriptors: [Int32] = []

    init() throws {
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      var sockets = [socket(AF_INET, kind, 0)]
      withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          _ = bind(sockets[0], address, size)
          _ = listen(sockets[0], 0)
          _ = getsockname(sockets[0], address, &size)
          for _ in 0..<4 {
            let client = socket(AF_INET, kind, 0)
            _ = connect(client, address, size)
            sockets.append(client)
          }
        }
      }
      port = UInt16(bigEndian: address.sin_port)
      descriptors = sockets
      guard port != 0 else { throw SystemError(call: "bind", code: errno) }
    }

    deinit {
      for descriptor in descriptors { close(descriptor) }
    }
  }

  private static func address(_ port: UInt16) -> SocketAddress? {
    SocketAddress.numeric("127.0.0.1", port: port)
  }

  /// A rig whose host resolves to these ports of 127.0.0.1.
  private func rig(_ ports: [UInt16], with peers: ScriptedBroker...) throws -> MQTTRig {
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "several.invalid"), with: peers)
    let addresses = ports.compactMap(Self.address)
    #expect(addresses.count == ports.count)
    rig.connection.resolver = { _, _ in addresses }
    rig.start(.plain)
    try rig.run { rig.loop.wakeUpCount > 0 }
    return rig
  }

  private static let title = "connection \"home\" (several.invalid:1883): "

  @Test("After a timeout the next address is tried, and comes first from then on")
  func blackHole() throws {
    let blackHole = try BlackHole()
    let broker = try ScriptedBroker()
    broker.answer = ScriptedBroker.retaining("20")
    let rig = try rig([blackHole.port, broker.server.port], with: broker)
    try rig.advance(milliseconds: 1999)
    #expect(broker.server.count == 0)
    try rig.advance(milliseconds: 1)
    try rig.run { rig.reported == [.level(0.2)] }
    // Reconnecting no longer starts with the first address.
    broker.server.hangUp()
    try rig.run { rig.reported.count == 2 }
    try rig.advance(milliseconds: 250)
    try rig.run { rig.levels.count == 2 }
    #expect(rig.reported.count == 3)
  }

  @Test("An address that refuses or hangs up is skipped")
  func failures() throws {
    let closed = try MosquittoBroker.freePort()
    let closing = try ScriptedBroker()
    closing.answer = { _ in [.hangUp] }
    let broker = try ScriptedBroker()
    broker.answer = ScriptedBroker.retaining("20")
    let rig = try rig([closed, closing.server.port, broker.server.port], with: closing, broker)
    try rig.run { rig.reported == [.level(0.2)] }
    #expect(closing.received(ScriptedBroker.Packet.connect).count == 1)
  }

  @Test("A refused login is not retried at other addresses") func refusal() throws {
    let broker = try ScriptedBroker()
    broker.answer = { _ in [.bytes([0x20, 2, 0, 5])] }
    let other = try ScriptedBroker()
    let rig = try rig([broker.server.port, other.server.port], with: broker)
    try rig.run { !rig.reported.isEmpty }
    #expect(
      rig.reported == [
        .offline(reason: Self.title + "the broker refuses the user name or the password")
      ])
    #expect(other.server.count == 0)
  }

  @Test("If all fail, the reason is that of the address that answered, otherwise the last")
  func allFail() throws {
    let blackHole = try BlackHole()
    let closed = try MosquittoBroker.freePort()
    let nothing = "nothing listens there; check that the broker runs, and its port"
    let rig = try rig([blackHole.port, closed])
    try rig.advance(milliseconds: 2000)
    try rig.run { !rig.reported.isEmpty }
    #expect(rig.reported == [.offline(reason: Self.title + nothing)])
    let broker = try ScriptedBroker()
    broker.answer = { _ in [.bytes([0x48, 0x54, 0x54, 0x50])] }
    let other = try self.rig([broker.server.port, closed], with: broker)
    try other.run { !other.reported.isEmpty }
    #expect(
      other.reported == [
        .offline(
          reason: Self.title + "the server there does not speak MQTT; check the port")
      ])
  }

  @Test("Each address is tried once, the last good one first, eight at most")
  func turns() throws {
    let some = (1...20).compactMap { Self.address(UInt16($0)) }
    func order(_ addresses: [SocketAddress], _ first: SocketAddress?) -> [SocketAddress] {
      var turn = AddressTurn(addresses, first: first)
      var order: [SocketAddress] = []
      while turn.hasMore { order += [turn.next()].compactMap { $0 } }
      #expect(turn.next() == nil)
      return order
    }
    #expect(order([], nil).isEmpty)
    #expect(order([some[0], some[1], some[0]], nil) == [some[0], some[1]])
    #expect(order([some[0], some[1], some[2]], some[1]) == [some[1], some[0], some[2]])
    // An address that the host no longer has is not tried.
    #expect(order([some[0]], some[5]) == [some[0]])
    #expect(order(some, nil) == Array(some[..<8]))
    #expect(order(some, some[19]) == [some[19]] + some[..<7])
  }

  @Test("Only names need a lookup") func numeric() {
    for host in ["127.0.0.1", "::1", "fe80::1%lo", "127.1"] {
      #expect(SocketAddress.numeric(host, port: 1883) != nil, "\(host)")
    }
    for host in ["localhost", "broker.invalid", "", "1.2.3.4.5", "\u{0}"] {
      #expect(SocketAddress.numeric(host, port: 1883) == nil, "\(host)")
    }
  }
}
