import MQTTBench
import Testing

@testable import Controls

/// A control whose broker, device or state is lost or comes back.
@Suite struct MQTTLossTests {
  let broker: MosquittoBroker
  let listener: MosquittoListener

  init() throws {
    broker = try MosquittoBroker()
    listener = try broker.listen()
  }

  private func rig(_ endpoint: MQTTEndpoint, state: String) throws -> MQTTRig {
    try MQTTRig(endpoint, at: broker, state: state)
  }

  @Test func restartedBrokerReceivesNoOldTurns() throws {
    let rig = try rig(.plain, state: "20")
    broker.kill()
    rig.control.set(level: 0.9, isFinal: true)
    try rig.run { rig.lastReason != nil }
    let title = "connection \"home\" (127.0.0.1:\(broker.port))"
    #expect(rig.lastReason == "\(title): the broker no longer answers")
    try rig.advance(milliseconds: 250)
    try rig.run { rig.reported.count == 3 }
    #expect(
      rig.lastReason
        == "\(title): nothing listens there; check that the broker runs, and its port")
    rig.control.set(level: 1, isFinal: true)
    // A repeated reason is reported once.
    for milliseconds: Int64 in [500, 1000] { try rig.advance(milliseconds: milliseconds) }
    #expect(rig.reported.count == 3)
    try broker.start()
    let listener = try broker.listen()
    try broker.publish("33", on: "amp")
    try rig.advance(milliseconds: 2000)
    // It may be unknown first, because the broker runs in real time and the clock is manual.
    try rig.run { rig.reported.last == .level(0.33) }
    rig.control.set(level: 0.4, isFinal: true)
    try rig.run { !listener.messages(on: "amp/set").isEmpty }
    #expect(listener.messages(on: "amp/set") == ["40"])
  }

  @Test func silentBrokerIsDetected() throws {
    try broker.publish("20", on: "amp")
    let rig = try MQTTRig(
      MQTTBroker(name: "home", host: "127.0.0.1", port: broker.port, keepaliveSeconds: 5))
    rig.start(.plain)
    try rig.run { !rig.reported.isEmpty }
    broker.freeze(true)
    // The ping goes out after five seconds of silence; its answer must come within half of that.
    try rig.advance(milliseconds: 7499)
    #expect(rig.reported.count == 1)
    try rig.advance(milliseconds: 1)
    #expect(rig.lastReason?.hasSuffix("the broker no longer answers") == true)
    broker.freeze(false)
    try rig.advance(milliseconds: 250)
    try rig.run { rig.levels.count == 2 }
    #expect(rig.reported.last == .level(0.2))
  }

  @Test func keepaliveMaintainsASilentConnection() throws {
    try broker.publish("20", on: "amp")
    let rig = try MQTTRig(
      MQTTBroker(name: "home", host: "127.0.0.1", port: broker.port, keepaliveSeconds: 5))
    rig.start(.plain)
    try rig.run { !rig.reported.isEmpty }
    // Each step is half the keepalive, within which a ping must be answered.
    for _ in 0..<10 { try rig.linger(with: listener, milliseconds: 2500) }
    #expect(rig.reported == [.level(0.2)])
  }

  @Test func deviceThatReportsItselfOfflineIsOffline() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.availability = MQTTEndpoint.Availability(topic: "amp/status")
    try broker.publish("online", on: "amp/status")
    let rig = try rig(endpoint, state: "20")
    #expect(rig.reported == [.level(0.2)])
    try broker.publish("offline", on: "amp/status")
    try rig.run { rig.reported.count == 2 }
    #expect(rig.lastReason == "it is offline according to \"amp/status\"")
    rig.control.set(level: 0.9, isFinal: true)
    try broker.publish("25", on: "amp")
    try rig.linger(with: listener, milliseconds: 250)
    #expect(rig.reported.count == 2)
    try broker.publish("{\"state\": \"online\"}", on: "amp/status")
    try rig.run { rig.reported.count == 3 }
    #expect(rig.reported.last == .level(0.25))
    #expect(listener.topics == ["amp", "amp/status"])
  }

  @Test("After a device returns, it is queried again and its retained state is read")
  func returningDeviceIsQueriedAgain() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.availability = MQTTEndpoint.Availability(topic: "amp/status")
    endpoint.request = MQTTEndpoint.Request(topic: "amp/get")
    let rig = try rig(endpoint, state: "20")
    try rig.run { listener.messages(on: "amp/get").count == 1 }
    try broker.publish("offline", on: "amp/status")
    try rig.run { rig.reported.count == 2 }
    try rig.advance(milliseconds: 250)
    // The device sends nothing itself, and its state has not changed.
    try broker.publish("online", on: "amp/status")
    try rig.run { rig.reported.count == 3 }
    #expect(rig.reported.last == .level(0.2))
    try rig.run { listener.messages(on: "amp/get").count == 2 }
    rig.control.set(level: 0.5, isFinal: true)
    try rig.run { listener.messages(on: "amp/set") == ["50"] }
  }

  @Test("A device that is offline at the start is read once it is there")
  func lateDeviceIsQueriedAgain() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.availability = MQTTEndpoint.Availability(topic: "amp/status")
    try broker.publish("20", on: "amp")
    try broker.publish("offline", on: "amp/status")
    let rig = try MQTTRig(endpoint, at: broker)
    try rig.run { rig.lastReason != nil }
    try rig.advance(milliseconds: 250)
    try broker.publish("online", on: "amp/status")
    try rig.run { rig.reported.last == .level(0.2) }
  }

  @Test(
    "Home Assistant's words for a missing state are offline or unknown until the next state",
    arguments: [
      (
        "unavailable",
        ControlEvent.offline(reason: "state topic \"amp\": the device is unavailable")
      ),
      ("unknown", ControlEvent.unknown(reason: "state topic \"amp\": the value is unknown")),
      ("nan", ControlEvent.unknown(reason: "state topic \"amp\": the value is unknown")),
    ])
  func absence(_ word: String, _ event: ControlEvent) throws {
    let rig = try rig(.plain, state: "20")
    try broker.publish(word, on: "amp")
    try rig.run { rig.reported.count == 2 }
    #expect(rig.reported.last == event)
    rig.control.set(level: 0.9, isFinal: true)
    try broker.publish(word, on: "amp")
    try rig.advance(milliseconds: 250)
    try broker.publish("30", on: "amp")
    try rig.run { rig.reported.count == 3 }
    #expect(rig.reported.last == .level(0.3))
    try listener.catchUp()
    #expect(listener.messages(on: "amp/set").isEmpty)
  }

  @Test("An unreadable message after a good state is reported once and changes nothing")
  func unreadableMessagesAreReported() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.availability = MQTTEndpoint.Availability(topic: "amp/status")
    let rig = try rig(endpoint, state: "20")
    try rig.advance(milliseconds: 20)
    for _ in 0..<3 { try broker.publish("ON", on: "amp", isRetained: false) }
    try broker.publish("maybe", on: "amp/status", isRetained: false)
    try broker.publish("30", on: "amp")
    try rig.run { rig.reported.last == .level(0.3) }
    #expect(
      rig.reported == [
        .level(0.2),
        .unreadable(reason: "state topic \"amp\": the message \"ON\" is not a number"),
        .unreadable(
          reason: "availability topic \"amp/status\": the message \"maybe\" is neither "
            + "\"online\" nor \"offline\""),
        .level(0.3),
      ])
  }

  @Test("A message that is too long is reported with its topic") func longMessages() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.availability = MQTTEndpoint.Availability(topic: "amp/status")
    endpoint.mute = MQTTEndpoint.Mute()
    endpoint.mute?.stateTopic = "amp/mute"
    let rig = try rig(endpoint, state: "20")
    let long = String(repeating: "x", count: 20_000)
    try broker.publish(long, on: "amp/mute", isRetained: false)
    try rig.run { rig.reported.count == 3 }
    let why = "a message of 20000 bytes is too long, and was ignored"
    #expect(rig.reported.last == .unreadable(reason: "mute topic \"amp/mute\": \(why)"))
    try rig.advance(milliseconds: 20)
    // The one on the other topic is of the same kind, and not reported in the same minute.
    try broker.publish(long, on: "amp/status", isRetained: false)
    try broker.publish("30", on: "amp")
    try rig.run { rig.reported.last == .level(0.3) }
    #expect(rig.reported.count == 4)
  }

  @Test("Releasing the knob shows the level that a coarse device allows") func coarse()
    throws
  {
    var endpoint = MQTTEndpoint.plain
    endpoint.range = WireRange(lowest: 0, highest: 1)
    let rig = try rig(endpoint, state: "1")
    rig.control.set(level: 0.7, isFinal: true)
    try rig.run { listener.messages(on: "amp/set") == ["0"] }
    #expect(rig.reported == [.level(1), .level(0)])
  }

  @Test("Each kind of unreadable message is reported once a minute and changes nothing")
  func kindsOfUnreadableMessages() throws {
    let rig = try rig(.plain, state: "20")
    try rig.advance(milliseconds: 20)
    for text in ["32768", "-1", "ON", "101", "OFF"] {
      try broker.publish(text, on: "amp", isRetained: false)
    }
    try broker.publish("30", on: "amp")
    try rig.run { rig.reported.last == .level(0.3) }
    #expect(
      rig.reported == [
        .level(0.2),
        .unreadable(
          reason: "state topic \"amp\": received 32768, which is not within 0 to 100"),
        .unreadable(reason: "state topic \"amp\": the message \"ON\" is not a number"),
        .level(0.3),
      ])
  }

  @Test(
    "A device that returns without a state is unknown at once, not offline")
  func backWithoutState() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.availability = MQTTEndpoint.Availability(topic: "amp/status")
    try broker.publish("offline", on: "amp/status")
    let rig = try MQTTRig(endpoint, at: broker)
    try rig.run { rig.lastReason != nil }
    try rig.advance(milliseconds: 250)
    try broker.publish("online", on: "amp/status")
    try rig.run { rig.isWaitingForState }
    try rig.advance(milliseconds: 250)
    let unknown = ControlEvent.unknown(
      reason: "state topic \"amp\": no message received; is it published there, and retained by "
        + "the broker?")
    #expect(rig.reported.last == unknown)
    try rig.advance(milliseconds: 10_000)
    #expect(rig.reported.count == 2)
  }

  @Test("Of two reasons for a loss, the one that still holds is reported") func remainingReason()
    throws
  {
    var endpoint = MQTTEndpoint.plain
    endpoint.availability = MQTTEndpoint.Availability(topic: "amp/status")
    let rig = try rig(endpoint, state: "20")
    try broker.publish("offline", on: "amp/status", isRetained: false)
    try broker.publish("None", on: "amp", isRetained: false)
    try rig.run { rig.lastReason != nil }
    try broker.publish("online", on: "amp/status", isRetained: false)
    try rig.run {
      rig.control.runner.exchange.absences.other == nil
        && rig.control.runner.exchange.absences.value != nil
    }
    try rig.advance(milliseconds: 250)
    #expect(
      rig.reported.last
        == .unknown(reason: "state topic \"amp\": the value is unknown"))
  }

  @Test("An availability message that is neither word is reported")
  func availabilityThatCannotBeRead()
    throws
  {
    var endpoint = MQTTEndpoint.plain
    endpoint.availability = MQTTEndpoint.Availability(topic: "amp/status")
    let rig = try rig(endpoint, state: "20")
    try broker.publish("", on: "amp/status", isRetained: false)
    try broker.publish("maybe", on: "amp/status", isRetained: false)
    try rig.run { rig.reported.count == 2 }
    #expect(
      rig.reported.last
        == .unreadable(
          reason: "availability topic \"amp/status\": the message \"maybe\" is neither "
            + "\"online\" nor \"offline\""))
  }
}
