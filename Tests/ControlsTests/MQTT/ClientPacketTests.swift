import Testing

@testable import Controls

/// The packets that the panel sends, byte by byte.
@Suite struct ClientPacketTests {
  private static let mqtt: [UInt8] = [0, 4, 0x4D, 0x51, 0x54, 0x54, 4]

  @Test(
    "A CONNECT packet carries the client id and the login that MQTT allows",
    arguments: [
      (nil, nil, mqtt + [2, 0, 30, 0, 1, 0x63]),
      ("u", nil, mqtt + [0x82, 0, 30, 0, 1, 0x63, 0, 1, 0x75]),
      ("u", "é", mqtt + [0xC2, 0, 30, 0, 1, 0x63, 0, 1, 0x75, 0, 2, 0xC3, 0xA9]),
      // A password without a user name is not allowed (3.1.2.9).
      (nil, "p", mqtt + [2, 0, 30, 0, 1, 0x63]),
    ] as [(String?, String?, [UInt8])])
  func connect(_ username: String?, _ password: String?, _ body: [UInt8]) {
    let packet = ClientPacket.connect(
      clientID: "c", username: username, password: password, keepaliveSeconds: 30)
    #expect(packet == [0x10, UInt8(body.count)] + body)
  }

  @Test("The will is placed between client id and login") func will() {
    let will = MQTTMessage(topic: "a", payload: Array("off".utf8), isRetained: true)
    let packet = ClientPacket.connect(
      clientID: "c", username: "u", password: nil, keepaliveSeconds: 30, will: will)
    let body =
      Self.mqtt + [0xA6, 0, 30, 0, 1, 0x63, 0, 1, 0x61, 0, 3] + Array("off".utf8) + [0, 1, 0x75]
    #expect(packet == [0x10, UInt8(body.count)] + body)
  }

  @Test("Fields over 65535 bytes cannot be sent") func longFields() {
    func isEncoded(_ id: Int, _ username: Int, _ password: Int) -> Bool {
      func text(_ count: Int) -> String { String(repeating: "x", count: count) }
      return ClientPacket.connect(
        clientID: text(id), username: text(username), password: text(password),
        keepaliveSeconds: 30) != nil
    }
    #expect(isEncoded(1, 1, 65_535))
    #expect(!isEncoded(1, 1, 65_536) && !isEncoded(1, 65_536, 1) && !isEncoded(65_536, 1, 1))
  }

  @Test("The other packets are encoded as specified") func others() {
    #expect(
      ClientPacket.subscribe("a/b", quality: 1, id: 258) == [0x82, 8, 1, 2, 0, 3]
        + Array("a/b".utf8) + [1])
    #expect(ClientPacket.unsubscribe("a", id: 1) == [0xA2, 5, 0, 1, 0, 1, 0x61])
    #expect(ClientPacket.confirmation(id: 0x1234) == [0x40, 2, 0x12, 0x34])
    var message = MQTTMessage(topic: "a", payload: [7])
    #expect(ClientPacket.publish(message, id: 5) == [0x30, 4, 0, 1, 0x61, 7])
    message.isRetained = true
    #expect(ClientPacket.publish(message, id: 5) == [0x31, 4, 0, 1, 0x61, 7])
    message.quality = 1
    #expect(ClientPacket.publish(message, id: 5) == [0x33, 6, 0, 1, 0x61, 0, 5, 7])
    message.payload = Array(repeating: 7, count: 200)
    #expect(ClientPacket.publish(message, id: 5).prefix(3) == [0x33, 0xCD, 0x01])
    #expect(ClientPacket.ping == [0xC0, 0] && ClientPacket.disconnect == [0xE0, 0])
  }
}
