import Layout
import MQTTBench
import Testing

@testable import Controls

/// Reports about a connection never contain its password.
@Suite struct BrokerSecretTests {
  private static let password = "correct horse battery"

  /// Returns the events of a control at a broker with this password, until `isDone`.
  private func events(
    of broker: ScriptedBroker, password: String, encryption: TLSSettings? = nil,
    until isDone: @escaping (MQTTRig) -> Bool
  ) throws -> [ControlEvent] {
    let folder = try TestFolder()
    var settings = broker.broker
    settings.username = "panel"
    settings.password = .file(try folder.write(password, to: "password", mode: 0o600))
    settings.encryption = encryption
    let rig = try MQTTRig(settings, with: [broker])
    rig.start(.plain)
    try rig.run { isDone(rig) || !broker.received.isEmpty }
    try rig.settle()
    // A partial answer ends with a timeout.
    if !isDone(rig) { try rig.advance(milliseconds: 10_000) }
    try rig.run { isDone(rig) }
    return rig.reported
  }

  @Test(
    "No failure of a broker reveals the password",
    arguments: [
      [0x20, 2, 0, 4], [0x20, 2, 0, 5], [0x20, 2, 0, 9], [0xE0, 0], [0x15, 3, 3, 0, 2, 2, 40],
      [0x20, 2, 0], TestPacket.accepted + [0xFF, 0], TestPacket.accepted + [0xE0, 0],
    ] as [[UInt8]])
  func failures(_ answer: [UInt8]) throws {
    let broker = try ScriptedBroker()
    broker.answer = { $0.head == ScriptedBroker.Packet.connect ? [.bytes(answer)] : [] }
    let reported = try events(of: broker, password: Self.password) { !$0.reported.isEmpty }
    // It was sent, but not reported.
    let request = try #require(broker.received(ScriptedBroker.Packet.connect).first)
    #expect(String(decoding: request.body, as: UTF8.self).hasSuffix(Self.password))
    for event in reported { #expect(!"\(event)".contains("horse"), "\(event)") }
  }

  @Test("If TLS fails, the password is not sent") func encrypted() throws {
    let broker = try ScriptedBroker()
    broker.answer = { _ in [] }
    let reported = try events(
      of: broker, password: Self.password, encryption: TLSSettings()
    ) { rig in
      if !broker.received.isEmpty { broker.server.send(Array("220 mail.example\r\n".utf8)) }
      return !rig.reported.isEmpty
    }
    for event in reported { #expect(!"\(event)".contains("horse"), "\(event)") }
    #expect(!broker.received.isEmpty)
    for packet in broker.received {
      #expect(!String(decoding: packet.body, as: UTF8.self).contains("horse"))
    }
  }

  @Test("A password that is too long is refused before connecting") func tooLong() throws {
    let broker = try ScriptedBroker()
    let password = String(repeating: "horse-es", count: 65_536 / 8)
    let reported = try events(of: broker, password: password) { !$0.reported.isEmpty }
    #expect(
      reported == [
        .offline(
          reason: "connection \"home\" (127.0.0.1:\(broker.server.port)): user name and password "
            + "must be shorter than 65536 bytes")
      ])
    #expect(broker.server.count == 0)
  }
}
