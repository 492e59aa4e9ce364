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
    try rig.run { !rig.reported.isEmpty }
    try rig.advance(milliseconds: 20)
    for payload in [
      String(repeating: "9", count: 5_000_000), String(repeating: "[", count: 60_000), "",
      "{\"a\": 1}", "\u{0}", "1e999",
    ] { try broker.publish(payload, on: "amp", isRetained: false) }
    try broker.publish("30", on: "amp")
    try rig.run { rig.reported.last == .level(0.3) }
    #expect(
      rig.reported == [
        .level(0.2),
        .unreadable(
          reason:
            "state topic \"amp\": a message of 5000000 bytes is too long, and was ignored"),
        .unreadable(reason: "state topic \"amp\": the message \"\" is not a number"),
        .level(0.3),
      ])
  }

  @Test func refusedSubscriptionIsReported() throws {
    let server = try TestServer()
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "127.0.0.1", port: server.port))
    rig.start(.plain)
    try rig.run { server.count == 1 }
    server.send([0x20, 0x02, 0x00, 0x00])
    var received: [UInt8] = []
    try rig.run {
      received += server.receive()
      return received.contains(0x82)
    }
    let index = try #require(received.firstIndex(of: 0x82))
    // The packet id of the request, and the failure code (MQTT 3.1.1, 3.9.3).
    server.send([0x90, 0x03, received[index + 2], received[index + 3], 0x80])
    try rig.run { !rig.reported.isEmpty }
    #expect(reason(rig.reported.last) == "the broker refuses the subscription to \"amp\"")
  }

  @Test func stopEndsEverythingEvenDuringALookup() throws {
    for _ in 0..<20 {
      let rig = try MQTTRig(MQTTBroker(name: "home", host: "broker.invalid"))
      rig.start(.plain)
      rig.control.stop()
      #expect(rig.reported.isEmpty)
    }
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "127.0.0.1", port: 1))
    rig.start(.plain)
    rig.control.stop()
    try rig.advance(milliseconds: 10_000)
    #expect(rig.reported.isEmpty)
    #expect(rig.loop.wakeUpCount == 0)
  }
}
