import Foundation
import Layout
import Linux
import MQTTBench
import Randomness
import Testing

@testable import Controls

/// Messages on an open connection.
extension MQTTConnectionTests {
  // MARK: Messages

  @Test func largeAndMalformedStatesChangeNothing() throws {
    let broker = try MosquittoBroker()
    try broker.publish("20", on: "amp")
    let rig = try MQTTRig(.plain, at: broker)
    try rig.run { !rig.told.isEmpty }
    try rig.advance(milliseconds: 20)
    for payload in [
      String(repeating: "9", count: 5_000_000), String(repeating: "[", count: 60_000), "",
      "{\"a\": 1}", "\u{0}", "1e999",
    ] { try broker.publish(payload, on: "amp", isRetained: false) }
    try broker.publish("30", on: "amp")
    try rig.run { rig.told.last == .level(0.3) }
    #expect(
      rig.told == [
        .level(0.2),
        .unreadable(
          reason:
            "state topic \"amp\": a message of 5000000 bytes came, and is too long to be read"),
        .unreadable(reason: "state topic \"amp\": the message \"\" is not a number"),
        .level(0.3),
      ])
  }

  @Test func aTopicThatMayNotBeReadIsTold() throws {
    let server = try TestServer()
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "127.0.0.1", port: server.port))
    rig.start(.plain)
    try rig.run { server.count == 1 }
    server.say([0x20, 0x02, 0x00, 0x00])
    var heard: [UInt8] = []
    try rig.run {
      heard += server.hear()
      return heard.contains(0x82)
    }
    let place = try #require(heard.firstIndex(of: 0x82))
    // The packet id of the request, and the failure code (MQTT 3.1.1, 3.9.3).
    server.say([0x90, 0x03, heard[place + 2], heard[place + 3], 0x80])
    try rig.run { !rig.told.isEmpty }
    #expect(reason(rig.told.last) == "the broker does not let us read \"amp\"")
  }

  @Test func afterStopNothingGoesOnAlsoWhileTheNameIsLookedUp() throws {
    for _ in 0..<20 {
      let rig = try MQTTRig(MQTTBroker(name: "home", host: "broker.invalid"))
      rig.start(.plain)
      rig.control.stop()
      #expect(rig.told.isEmpty)
    }
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "127.0.0.1", port: 1))
    rig.start(.plain)
    rig.control.stop()
    try rig.advance(milliseconds: 10_000)
    #expect(rig.told.isEmpty)
    #expect(rig.loop.wakeUpCount == 0)
  }
}
