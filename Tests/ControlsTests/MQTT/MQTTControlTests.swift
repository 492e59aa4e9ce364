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

  private func rig(_ thing: MQTTEndpoint, state: String) throws -> MQTTRig {
    try MQTTRig(thing, at: broker, state: state)
  }

  // MARK: Starting

  @Test func theStateThatTheBrokerKeepsIsTheFirstLevelAndNothingIsSaid() throws {
    let rig = try rig(.plain, state: "20")
    #expect(rig.told == [.level(0.2)])
    try rig.linger(with: listener, milliseconds: 10_000)
    #expect(rig.told.count == 1)
    #expect(listener.topics == ["amp"])
  }

  @Test func withoutAStateTheKnobIsUnknownAndTurnsNothing() throws {
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "localhost", port: broker.port))
    rig.start(.plain)
    try rig.run { rig.isWaitingForState }
    try rig.advance(milliseconds: 4999)
    #expect(rig.told.isEmpty)
    try rig.advance(milliseconds: 1)
    #expect(
      rig.told == [
        .unknown(
          reason:
            "state topic \"amp\": nothing came; is it published there, and kept by the broker "
            + "(retained)?")
      ])
    rig.control.set(level: 0.9, isFinal: true)
    // Later a state arrives.
    try broker.publish("30", on: "amp", isRetained: false)
    try rig.run { rig.told.count == 2 }
    #expect(rig.told.last == .level(0.3))
    try listener.catchUp()
    #expect(listener.heard(on: "amp/set").isEmpty)
  }

  @Test func aStateWithoutTheNumberIsToldWithTheMessage() throws {
    try broker.publish("{\"linkquality\": 80}", on: "zigbee2mqtt/lamp")
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "127.0.0.1", port: broker.port))
    rig.start(.lamp)
    try rig.run { rig.control.runner.exchange.misfit != nil }
    #expect(rig.told.isEmpty)
    try rig.advance(milliseconds: 5000)
    #expect(
      rig.told == [
        .unknown(
          reason: "state topic \"zigbee2mqtt/lamp\": \"{\\\"linkquality\\\": 80}\" has no number "
            + "under \"brightness\"")
      ])
  }

  @Test func aThingThatIsAskedTellsItsState() throws {
    var thing = MQTTEndpoint.plain
    thing.request = MQTTEndpoint.Request(topic: "amp/get", payload: "now")
    let rig = try MQTTRig(thing, at: broker)
    try rig.run { !listener.heard(on: "amp/get").isEmpty }
    #expect(listener.heard(on: "amp/get") == ["now"])
    try broker.publish("70", on: "amp", isRetained: false)
    try rig.run { !rig.told.isEmpty }
    #expect(rig.told == [.level(0.7)])
  }

  @Test func aThingWithoutAStateIsBelieved() throws {
    var thing = MQTTEndpoint.plain
    thing.stateTopic = nil
    let rig = try MQTTRig(MQTTBroker(name: "home", host: "127.0.0.1", port: broker.port))
    rig.start(thing, at: 0.4)
    try rig.run { !rig.told.isEmpty }
    #expect(rig.told == [.level(0.4)])
    rig.control.set(level: 0.6, isFinal: true)
    try rig.run { listener.heard(on: "amp/set") == ["60"] }
    // It is kept, though the device never answers.
    try rig.advance(milliseconds: 10_000)
    #expect(rig.told.count == 1)
    broker.kill()
    try rig.run { rig.lastReason != nil }
    try broker.start()
    try rig.advance(milliseconds: 250)
    try rig.run { rig.levels.count == 2 }
    #expect(rig.told.last == .level(0.6))
  }

  // MARK: Turning

  @Test func aCommandIsSaidOnceAndNotKept() throws {
    let rig = try rig(.lamp, state: "{\"brightness\": 127, \"state\": \"ON\"}")
    #expect(rig.told == [.level(0.5)])
    rig.control.set(level: 0.75, isFinal: true)
    try rig.run { !listener.heard(on: "zigbee2mqtt/lamp/set").isEmpty }
    // 190.5 is rounded; the same level again is not sent twice.
    rig.control.set(level: 0.75, isFinal: true)
    try rig.linger(with: listener, milliseconds: 200)
    #expect(listener.heard(on: "zigbee2mqtt/lamp/set") == ["{\"brightness\": 191}"])
    let later = try broker.listen()
    #expect(!later.hasKept("zigbee2mqtt/lamp/set"))
    #expect(later.hasKept("zigbee2mqtt/lamp"))
  }

  @Test func aCommandIsKeptWhereTheLayoutWantsIt() throws {
    var thing = MQTTEndpoint.plain
    thing.isRetained = true
    let rig = try rig(thing, state: "20")
    rig.control.set(level: 0.3, isFinal: true)
    try rig.run { !listener.heard(on: "amp/set").isEmpty }
    #expect(try broker.listen().hasKept("amp/set"))
  }

  @Test(arguments: [0, 1]) func fastTurnsAreThinnedOutAndTheLastIsSaid(_ quality: Int) throws {
    var thing = MQTTEndpoint.plain
    thing.quality = quality
    let rig = try rig(thing, state: "20")
    for percent in 21...60 { rig.control.set(level: Double(percent) / 100, isFinal: false) }
    try rig.run {
      rig.control.runner.exchange.unconfirmed == nil && listener.heard(on: "amp/set") == ["21"]
    }
    try rig.linger(with: listener, milliseconds: 99)
    #expect(listener.heard(on: "amp/set") == ["21"])
    // The first at once, the last after the interval; none in between.
    try rig.advance(milliseconds: 1)
    try rig.run {
      rig.control.runner.exchange.unconfirmed == nil
        && listener.heard(on: "amp/set") == ["21", "60"]
    }
    for percent in 61...80 { rig.control.set(level: Double(percent) / 100, isFinal: false) }
    rig.control.set(level: 0.7, isFinal: true)
    try rig.run { listener.heard(on: "amp/set").last == "70" }
    try rig.linger(with: listener, milliseconds: 300)
    #expect(listener.heard(on: "amp/set") == ["21", "60", "70"])
  }

  @Test func aFingerThatDoesNotTurnSaysNothing() throws {
    let rig = try rig(.plain, state: "20")
    for isFinal in [false, false, true] { rig.control.set(level: 0.2, isFinal: isFinal) }
    for level in [Double.nan, .infinity, -.infinity] {
      rig.control.set(level: level, isFinal: true)
    }
    try rig.linger(with: listener, milliseconds: 200)
    #expect(listener.topics == ["amp"])
    rig.control.set(level: -7, isFinal: true)
    rig.control.set(level: 7, isFinal: true)
    try rig.run { listener.heard(on: "amp/set") == ["0", "100"] }
  }

  @Test func nothingWakesWhenNothingHappens() throws {
    let rig = try rig(.plain, state: "20")
    rig.control.set(level: 0.5, isFinal: true)
    try rig.run { listener.heard(on: "amp/set") == ["50"] }
    try broker.publish("50", on: "amp")
    try rig.linger(with: listener, milliseconds: 300)
    let count = rig.loop.wakeUpCount
    // Until the next ping of the broker.
    try rig.advance(milliseconds: 14_000)
    #expect(rig.loop.wakeUpCount == count)
  }

  // MARK: Both directions

  @Test func whatOthersChangeIsNews() throws {
    let rig = try rig(.plain, state: "20")
    for percent in [30, 90, 0, 90] {
      try rig.advance(milliseconds: 20)
      try broker.publish("\(percent)", on: "amp")
      try rig.run { rig.told.last == .level(Double(percent) / 100) }
    }
    try broker.publish("90", on: "amp")
    try rig.linger(with: listener, milliseconds: 0)
    try rig.advance(milliseconds: 2000)
    #expect(rig.told.count == 5)
    #expect(listener.topics == ["amp"])
  }

  @Test func answersDoNotComeBackAsNewsAlsoOldOnes() throws {
    let rig = try rig(.plain, state: "20")
    for percent in [30, 40, 50] {
      rig.control.set(level: Double(percent) / 100, isFinal: true)
      try rig.run { listener.heard(on: "amp/set").last == "\(percent)" }
    }
    for percent in [30, 40, 50, 50] { try broker.publish("\(percent)", on: "amp") }
    try rig.linger(with: listener, milliseconds: 0)
    try rig.advance(milliseconds: 2000)
    #expect(rig.told == [.level(0.2)])
    // From then on, changes by others are reported at once.
    try broker.publish("10", on: "amp")
    try rig.run { rig.told == [.level(0.2), .level(0.1)] }
  }

  @Test func aThingThatListensWhereItTellsIsNoNews() throws {
    let thing = MQTTEndpoint(commandTopic: "volume", stateTopic: "volume", isRetained: true)
    let rig = try rig(thing, state: "20")
    for percent in [30, 40, 50] {
      rig.control.set(level: Double(percent) / 100, isFinal: percent == 50)
    }
    try rig.run { listener.heard(on: "volume").last == "50" }
    try rig.linger(with: listener, milliseconds: 0)
    try rig.advance(milliseconds: 2000)
    #expect(rig.told == [.level(0.2)])
  }

  @Test func aThingThatDoesNotObeyStaysWhereItIs() throws {
    let rig = try rig(.plain, state: "20")
    rig.control.set(level: 0.5, isFinal: true)
    try rig.run { listener.heard(on: "amp/set") == ["50"] }
    try rig.advance(milliseconds: 1499)
    #expect(rig.told == [.level(0.2)])
    try rig.advance(milliseconds: 1)
    #expect(rig.told == [.level(0.2), .level(0.2)])
  }

  @Test func manyControlsShareOneConnectionAndTopics() throws {
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

  @Test func mayBeStoppedByItsOwnEventAndStartedAgain() throws {
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
    try rig.run { rig.told.last == .level(0.8) }
  }

  @Test func lettingGoOfItIsStopping() throws {
    let rig = try rig(.plain, state: "20")
    weak let gone = rig.control
    rig.letGo()
    #expect(gone == nil)
    let count = rig.loop.wakeUpCount
    try broker.publish("70", on: "amp")
    try rig.linger(with: listener, milliseconds: 0)
    try rig.advance(milliseconds: 10_000)
    #expect(rig.loop.wakeUpCount == count)
    #expect(rig.told.count == 1)
  }
}
