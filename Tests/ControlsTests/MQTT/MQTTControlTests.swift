import Linux
import MQTTBench
import Testing

@testable import Controls

/// A control at a real broker.
@Suite struct MQTTControlTests {
  let broker: MosquittoBroker
  let listener: MosquittoListener

  init() throws {
    broker = try MosquittoBroker()
    listener = try broker.listen()
  }

  private func rig(_ endpoint: MQTTEndpoint, state: String) throws -> MQTTRig {
    try MQTTRig(endpoint, at: broker, state: state)
  }

  // MARK: Starting

  @Test func retainedStateIsTheFirstLevelAndNothingIsSent() throws {
    let rig = try rig(.plain, state: "20")
    #expect(rig.reported == [.level(0.2)])
    try rig.linger(with: listener, milliseconds: 10_000)
    #expect(rig.reported.count == 1)
    #expect(listener.topics == ["amp"])
  }

  @Test func withoutAStateTheKnobIsUnknownAndSetsNothing() throws {
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "localhost", port: broker.port))
    rig.start(.plain)
    try rig.run { rig.isWaitingForState }
    try rig.advance(milliseconds: 4999)
    #expect(rig.reported.isEmpty)
    try rig.advance(milliseconds: 1)
    #expect(
      rig.reported == [
        .unknown(
          reason:
            "state topic \"amp\": no message received; is it published there, and retained by the "
            + "broker?")
      ])
    rig.control.set(level: 0.9, isFinal: true)
    // Later a state arrives.
    try broker.publish("30", on: "amp", isRetained: false)
    try rig.run { rig.reported.count == 2 }
    #expect(rig.reported.last == .level(0.3))
    try listener.catchUp()
    #expect(listener.messages(on: "amp/set").isEmpty)
  }

  @Test func stateWithoutTheNumberIsReportedWithTheMessage() throws {
    try broker.publish("{\"linkquality\": 80}", on: "zigbee2mqtt/lamp")
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "127.0.0.1", port: broker.port))
    rig.start(.lamp)
    try rig.run { rig.control.runner.exchange.first.reason != nil }
    #expect(rig.reported.isEmpty)
    try rig.advance(milliseconds: 5000)
    #expect(
      rig.reported == [
        .unknown(
          reason: "state topic \"zigbee2mqtt/lamp\": \"{\\\"linkquality\\\": 80}\" has no number "
            + "under \"brightness\"")
      ])
  }

  @Test func queriedDeviceReportsItsState() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.request = MQTTEndpoint.Request(topic: "amp/get", payload: "now")
    let rig = try MQTTRig(endpoint, at: broker)
    try rig.run { !listener.messages(on: "amp/get").isEmpty }
    #expect(listener.messages(on: "amp/get") == ["now"])
    try broker.publish("70", on: "amp", isRetained: false)
    try rig.run { !rig.reported.isEmpty }
    #expect(rig.reported == [.level(0.7)])
  }

  @Test func deviceWithoutStateTopicIsAssumedToFollow() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.stateTopic = nil
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "127.0.0.1", port: broker.port))
    rig.start(endpoint, at: 0.4)
    try rig.run { !rig.reported.isEmpty }
    #expect(rig.reported == [.level(0.4)])
    rig.control.set(level: 0.6, isFinal: true)
    try rig.run { listener.messages(on: "amp/set") == ["60"] }
    // It is kept, though the device never answers.
    try rig.advance(milliseconds: 10_000)
    #expect(rig.reported.count == 1)
    broker.kill()
    try rig.run { rig.lastReason != nil }
    try broker.start()
    try rig.advance(milliseconds: 250)
    try rig.run { rig.levels.count == 2 }
    #expect(rig.reported.last == .level(0.6))
  }

  // MARK: Turning

  @Test func commandIsSentOnceAndNotRetained() throws {
    let rig = try rig(.lamp, state: "{\"brightness\": 127, \"state\": \"ON\"}")
    #expect(rig.reported == [.level(0.5)])
    rig.control.set(level: 0.75, isFinal: true)
    try rig.run { !listener.messages(on: "zigbee2mqtt/lamp/set").isEmpty }
    // 190.5 is rounded; the same level again is not sent twice.
    rig.control.set(level: 0.75, isFinal: true)
    try rig.linger(with: listener, milliseconds: 200)
    #expect(listener.messages(on: "zigbee2mqtt/lamp/set") == ["{\"brightness\": 191}"])
    let later = try broker.listen()
    #expect(!later.hasRetained("zigbee2mqtt/lamp/set"))
    #expect(later.hasRetained("zigbee2mqtt/lamp"))
  }

  @Test func commandIsRetainedIfTheLayoutSaysSo() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.isRetained = true
    let rig = try rig(endpoint, state: "20")
    rig.control.set(level: 0.3, isFinal: true)
    try rig.run { !listener.messages(on: "amp/set").isEmpty }
    #expect(try broker.listen().hasRetained("amp/set"))
  }

  @Test(arguments: [0, 1]) func fastTurnsAreThrottledAndTheLastIsSent(_ quality: Int) throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.quality = quality
    let rig = try rig(endpoint, state: "20")
    for percent in 21...60 { rig.control.set(level: Double(percent) / 100, isFinal: false) }
    try rig.run {
      rig.control.runner.exchange.unconfirmed == nil && listener.messages(on: "amp/set") == ["21"]
    }
    try rig.linger(with: listener, milliseconds: 99)
    #expect(listener.messages(on: "amp/set") == ["21"])
    // The first at once, the last after the interval; none in between.
    try rig.advance(milliseconds: 1)
    try rig.run {
      rig.control.runner.exchange.unconfirmed == nil
        && listener.messages(on: "amp/set") == ["21", "60"]
    }
    for percent in 61...80 { rig.control.set(level: Double(percent) / 100, isFinal: false) }
    rig.control.set(level: 0.7, isFinal: true)
    try rig.run { listener.messages(on: "amp/set").last == "70" }
    try rig.linger(with: listener, milliseconds: 300)
    #expect(listener.messages(on: "amp/set") == ["21", "60", "70"])
  }

  @Test func fingerThatDoesNotTurnSendsNothing() throws {
    let rig = try rig(.plain, state: "20")
    for isFinal in [false, false, true] { rig.control.set(level: 0.2, isFinal: isFinal) }
    for level in [Double.nan, .infinity, -.infinity] {
      rig.control.set(level: level, isFinal: true)
    }
    try rig.linger(with: listener, milliseconds: 200)
    #expect(listener.topics == ["amp"])
    rig.control.set(level: -7, isFinal: true)
    rig.control.set(level: 7, isFinal: true)
    try rig.run { listener.messages(on: "amp/set") == ["0", "100"] }
  }

  @Test func nothingWakesUpWhileIdle() throws {
    let rig = try rig(.plain, state: "20")
    rig.control.set(level: 0.5, isFinal: true)
    try rig.run { listener.messages(on: "amp/set") == ["50"] }
    try broker.publish("50", on: "amp")
    try rig.linger(with: listener, milliseconds: 300)
    let count = rig.loop.wakeUpCount
    // Until the next ping of the broker.
    try rig.advance(milliseconds: 14_000)
    #expect(rig.loop.wakeUpCount == count)
  }

  // MARK: Both directions

  @Test func changesByOthersAreReported() throws {
    let rig = try rig(.plain, state: "20")
    for percent in [30, 90, 0, 90] {
      try rig.advance(milliseconds: 20)
      try broker.publish("\(percent)", on: "amp")
      try rig.run { rig.reported.last == .level(Double(percent) / 100) }
    }
    try broker.publish("90", on: "amp")
    try rig.linger(with: listener, milliseconds: 0)
    try rig.advance(milliseconds: 2000)
    #expect(rig.reported.count == 5)
    #expect(listener.topics == ["amp"])
  }

  @Test func answersAreNotReportedEvenIfLate() throws {
    let rig = try rig(.plain, state: "20")
    for percent in [30, 40, 50] {
      rig.control.set(level: Double(percent) / 100, isFinal: true)
      try rig.run { listener.messages(on: "amp/set").last == "\(percent)" }
    }
    for percent in [30, 40, 50, 50] { try broker.publish("\(percent)", on: "amp") }
    try rig.linger(with: listener, milliseconds: 0)
    try rig.advance(milliseconds: 2000)
    #expect(rig.reported == [.level(0.2)])
    // From then on, changes by others are reported at once.
    try broker.publish("10", on: "amp")
    try rig.run { rig.reported == [.level(0.2), .level(0.1)] }
  }

  @Test func ownCommandsOnTheStateTopicAreNotReported() throws {
    let endpoint = MQTTEndpoint(commandTopic: "volume", stateTopic: "volume", isRetained: true)
    let rig = try rig(endpoint, state: "20")
    for percent in [30, 40, 50] {
      rig.control.set(level: Double(percent) / 100, isFinal: percent == 50)
    }
    try rig.run { listener.messages(on: "volume").last == "50" }
    try rig.linger(with: listener, milliseconds: 0)
    try rig.advance(milliseconds: 2000)
    #expect(rig.reported == [.level(0.2)])
  }

  @Test func levelOfADeviceThatDoesNotFollowIsReported() throws {
    let rig = try rig(.plain, state: "20")
    rig.control.set(level: 0.5, isFinal: true)
    try rig.run { listener.messages(on: "amp/set") == ["50"] }
    try rig.advance(milliseconds: 1499)
    #expect(rig.reported == [.level(0.2)])
    try rig.advance(milliseconds: 1)
    #expect(rig.reported == [.level(0.2), .level(0.2)])
  }

  @Test func controlsShareOneConnectionAndTopics() throws {
    try broker.publish("{\"volume\": 30, \"bass\": 40}", on: "amp")
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "127.0.0.1", port: broker.port))
    for key in ["volume", "bass"] {
      rig.start(MQTTEndpoint(commandTopic: "amp/\(key)", stateTopic: "amp", valuePath: [key]))
    }
    try rig.run { rig.events.allSatisfy { $0.count == 1 } }
    #expect(rig.events == [[.level(0.3)], [.level(0.4)]])
    // A control that starts later gets the retained state too, without events for the others.
    rig.start(MQTTEndpoint(commandTopic: "amp/x", stateTopic: "amp", valuePath: ["bass"]))
    try rig.run { rig.events[2] == [.level(0.4)] }
    try rig.linger(with: listener, milliseconds: 100)
    #expect(rig.events[0].count == 1 && rig.events[1].count == 1)
    // When one stops, the others stay.
    rig.controls[1].stop()
    try broker.publish("{\"volume\": 50, \"bass\": 60}", on: "amp")
    try rig.run { rig.events[0].last == .level(0.5) && rig.events[2].last == .level(0.6) }
    #expect(rig.events[1].count == 1)
  }

  @Test func canBeStoppedInItsOwnEventAndRestarted() throws {
    let rig = try rig(.plain, state: "20")
    let old = rig.control.onEvent
    var count = 0
    rig.control.onEvent = { [rig] _ in
      count += 1
      rig.control.stop()
    }
    try rig.advance(milliseconds: 20)
    try broker.publish("70", on: "amp")
    try rig.run { count == 1 }
    try broker.publish("80", on: "amp")
    try rig.linger(with: listener, milliseconds: 0)
    try rig.advance(milliseconds: 100)
    #expect(count == 1)
    rig.control.onEvent = old
    rig.control.start()
    try rig.run { rig.reported.last == .level(0.8) }
  }

  @Test func releasingStopsTheControl() throws {
    let rig = try rig(.plain, state: "20")
    weak let gone = rig.control
    rig.release()
    #expect(gone == nil)
    let count = rig.loop.wakeUpCount
    try broker.publish("70", on: "amp")
    try rig.linger(with: listener, milliseconds: 0)
    try rig.advance(milliseconds: 10_000)
    #expect(rig.loop.wakeUpCount == count)
    #expect(rig.reported.count == 1)
  }
}
