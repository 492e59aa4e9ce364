import MQTTBench
import Testing

@testable import Controls

/// Commands that the broker confirms (MQTT 3.1.1, section 4.3.2), one at a time.
@Suite struct DeliveryTests {
  @Test("A confirmation releases no waiting level of another control")
  func another() throws {
    let broker = try ScriptedBroker()
    broker.answer = { $0.head == 0x32 ? [] : ScriptedBroker.retaining("20")($0) }
    var (amplifier, television) = (
      MQTTEndpoint.plain, MQTTEndpoint(commandTopic: "tv/set", stateTopic: "tv")
    )
    (amplifier.quality, television.quality) = (1, 1)
    let rig = try MQTTRig(amplifier, at: broker)
    rig.start(television)
    try rig.run { rig.events.allSatisfy { !$0.isEmpty } }
    func sent() -> [ScriptedBroker.Packet] { broker.received(0x32) }
    func confirm(_ topic: String) throws {
      let command = try #require(sent().first { $0.topic == topic })
      broker.server.send([0x40, 2] + command.body.dropFirst(2 + topic.utf8.count).prefix(2))
    }
    rig.controls[0].set(level: 0.3, isFinal: false)
    rig.controls[0].set(level: 0.5, isFinal: false)
    rig.controls[1].set(level: 0.4, isFinal: false)
    try rig.run { sent().count == 2 }
    try confirm("tv/set")
    try rig.advance(milliseconds: 1000)
    #expect(sent().map(\.topic) == ["amp/set", "tv/set"])
    try confirm("amp/set")
    try rig.run { sent().count == 3 }
    #expect(sent().last?.topic == "amp/set")
  }
}
