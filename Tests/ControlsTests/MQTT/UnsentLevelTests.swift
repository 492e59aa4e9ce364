import MQTTBench
import Testing

@testable import Controls

/// A waiting level of the knob while another client sets one.
@Suite struct UnsentLevelTests {
  @Test("A waiting level is not sent after another level was reported") func superseded() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    try broker.publish("20", on: "amp")
    let rig = try MQTTRig(.plain, at: broker)
    try rig.run { !rig.reported.isEmpty }
    // The first two may be sent, now or on confirmation of the first; the third waits.
    for level in [0.6, 0.7, 0.75] { rig.control.set(level: level, isFinal: false) }
    for state in ["60", "70", "90"] {
      rig.control.didReceive(Payload(Array(state.utf8)), on: "amp")
    }
    try rig.advance(milliseconds: 20)
    #expect(rig.reported.last == .level(0.9))
    try rig.advance(milliseconds: 300)
    try listener.catchUp()
    #expect(!listener.messages(on: "amp/set").contains("75"))
    // The turn continues.
    rig.control.set(level: 0.8, isFinal: true)
    try rig.run { listener.messages(on: "amp/set").last == "80" }
    #expect(rig.reported == [.level(0.2), .level(0.9)])
  }
}
