import MQTTBench
import Testing

@testable import Controls

/// Controls that leave, as on a reload or at the end, while others stay on the connection.
@Suite struct LeavingTests {
  @Test("If a leaving control finds the broker gone, the others are notified in the next turn")
  func brokerIsGone() throws {
    let broker = try ScriptedBroker()
    broker.answer = ScriptedBroker.retaining("20")
    let rig = try MQTTRig(.plain, at: broker)
    rig.start(MQTTEndpoint(commandTopic: "tv/set", stateTopic: "tv"))
    try rig.run { rig.events.allSatisfy { !$0.isEmpty } }
    broker.server.reset()
    let before = rig.events
    rig.release(0)
    // Not at once: other controls may be leaving too, and events would reach released objects.
    #expect(rig.events == before)
    try rig.run { rig.events[1].count > before[1].count }
    #expect(rig.events[0] == before[0])
    guard case .offline? = rig.events[1].last else {
      Issue.record("\(rig.events[1])")
      return
    }
  }
}
