import Linux
import MQTTBench
import Testing

@testable import Controls

/// Brokers that answer late, never, twice, wrongly, or too much.
@Suite struct HostileBrokerTests {
  typealias Packet = ScriptedBroker.Packet
  typealias Answer = ScriptedBroker.Answer

  private static func title(_ broker: ScriptedBroker) -> String {
    "connection \"home\" (127.0.0.1:\(broker.server.port)): "
  }

  /// A rig whose control is at level 0.2.
  private func rig(_ endpoint: MQTTEndpoint = .plain, at broker: ScriptedBroker) throws -> MQTTRig {
    broker.answer = ScriptedBroker.retaining("20")
    let rig = try MQTTRig(endpoint, at: broker)
    try rig.run { rig.reported == [.level(0.2)] }
    return rig
  }

  // MARK: Before the session is open

  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The broker's answer to CONNECT; nil hangs up.
    var answer: [UInt8]?
    var reason: String
  }

  @Test(
    "A wrong answer to CONNECT is offline with the reason",
    arguments: [
      Refusal(
        testDescription: "code 1", answer: [0x20, 2, 0, 1],
        reason: "the broker does not speak MQTT 3.1.1"),
      Refusal(
        testDescription: "code 2", answer: [0x20, 2, 0, 2],
        reason: "the broker refuses the client id"),
      Refusal(
        testDescription: "code 3", answer: [0x20, 2, 0, 3],
        reason: "the broker is not available now"),
      Refusal(
        testDescription: "code 4", answer: [0x20, 2, 0, 4],
        reason: "the broker refuses the user name or the password"),
      Refusal(
        testDescription: "code 5", answer: [0x20, 2, 0, 5],
        reason: "the broker refuses the user name or the password"),
      Refusal(
        testDescription: "code 255", answer: [0x20, 2, 0, 255],
        reason: "the broker refuses the connection (code 255)"),
      Refusal(
        testDescription: "it hangs up", answer: nil,
        reason:
          "the connection was closed without an answer; check `port`, and whether it is one for "
          + "`tls`"),
      Refusal(
        testDescription: "DISCONNECT, which only clients send", answer: [0xE0, 0],
        reason: "the server there does not speak MQTT; check the port"),
      Refusal(
        testDescription: "a message first", answer: TestPacket.message("20", on: "amp"),
        reason: "the server there does not speak MQTT; check the port"),
      Refusal(
        testDescription: "a pong", answer: [0xD0, 0],
        reason: "the server there does not speak MQTT; check the port"),
      Refusal(
        testDescription: "half an answer", answer: [0x20, 2, 0],
        reason: "no answer in 10 seconds; check that this is the port of an MQTT broker"),
    ]) func refusals(_ refusal: Refusal) throws
  {
    let broker = try ScriptedBroker()
    broker.answer = { packet in
      guard packet.head == Packet.connect else { return [] }
      return [refusal.answer.map { .bytes($0) } ?? .hangUp]
    }
    let rig = try MQTTRig(.plain, at: broker)
    try rig.run { !broker.received.isEmpty }
    try rig.settle()
    if rig.reported.isEmpty { try rig.advance(milliseconds: 10_000) }
    #expect(rig.reported == [.offline(reason: Self.title(broker) + refusal.reason)])
    #expect(broker.received.count == broker.received(Packet.connect).count)
  }

  @Test("A repeated refusal is reported once") func refusedAgain() throws {
    let broker = try ScriptedBroker()
    broker.answer = { _ in [.bytes([0x20, 2, 0, 5]), .hangUp] }
    let rig = try MQTTRig(.plain, at: broker)
    try rig.run { rig.reported.count == 1 }
    for milliseconds: Int64 in [250, 500] { try rig.advance(milliseconds: milliseconds) }
    #expect(broker.received(Packet.connect).count == 3)
    #expect(rig.reported.count == 1)
  }

  @Test("Packets that arrive byte by byte are read") func bytes() throws {
    let broker = try ScriptedBroker()
    broker.answer = { packet in
      ScriptedBroker.retaining("20")(packet).flatMap { answer in
        guard case .bytes(let bytes) = answer else { return [answer] }
        return bytes.map { .bytes([$0]) }
      }
    }
    let rig = try MQTTRig(.plain, at: broker)
    try rig.run { rig.reported == [.level(0.2)] }
  }

  // MARK: In the session

  /// The last two characters of the QoS 1 messages.
  private func payloads(_ broker: ScriptedBroker) -> [String] {
    broker.received(0x32).map { String(decoding: $0.body.suffix(2), as: UTF8.self) }
  }

  @Test(
    "Invalid MQTT ends the session, and a new one restores the level",
    arguments: [
      TestPacket.accepted, [0xE0, 0], [0x34, 5, 0, 1, 0x61, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x30, 5, 0, 3, 0x61, 0, 0x62], [0x30, 4, 0, 2, 0xFF, 0xFE],
    ] as [[UInt8]]) func garbage(_ bytes: [UInt8]) throws
  {
    let broker = try ScriptedBroker()
    let rig = try rig(at: broker)
    broker.server.send(bytes)
    try rig.run { rig.reported.count == 2 }
    try rig.advance(milliseconds: 250)
    try rig.run { rig.reported.count == 3 }
    #expect(
      rig.reported == [
        .level(0.2),
        .offline(reason: Self.title(broker) + "the broker sent data that is not MQTT 3.1.1"),
        .level(0.2),
      ])
    #expect(broker.received(Packet.connect).count == 2)
  }

  @Test("Unexpected or repeated answers change nothing") func twice() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.quality = 1
    let broker = try ScriptedBroker()
    let rig = try rig(endpoint, at: broker)
    broker.answer = { packet in
      ScriptedBroker.wellBehaved(packet) + ScriptedBroker.wellBehaved(packet)
    }
    let unexpected: [[UInt8]] = [
      [0x40, 2, 0, 9], [0x40, 2, 0, 0], [0x90, 3, 0, 9, 0], [0x90, 3, 0, 0, 0x80],
      [0xB0, 2, 0, 9], [0xD0, 0], [0xD0, 0],
    ]
    for bytes in unexpected { broker.server.send(bytes) }
    rig.control.set(level: 0.5, isFinal: true)
    rig.control.set(level: 0.6, isFinal: true)
    broker.server.send(TestPacket.message("60", on: "amp"))
    broker.server.send(TestPacket.message("70", on: "amp"))
    try rig.advance(milliseconds: 20)
    try rig.run { rig.reported.last == .level(0.7) }
    #expect(payloads(broker) == ["50", "60"])
    #expect(rig.reported.count == 2)
  }

  @Test("A broker that confirms nothing still gets the last level") func noConfirmation()
    throws
  {
    var endpoint = MQTTEndpoint.plain
    endpoint.quality = 1
    let broker = try ScriptedBroker()
    let rig = try rig(endpoint, at: broker)
    broker.answer = { _ in [] }
    for percent in 21...60 { rig.control.set(level: Double(percent) / 100, isFinal: false) }
    rig.control.set(level: 0.6, isFinal: true)
    try rig.run { broker.received(0x32).count == 2 }
    #expect(payloads(broker) == ["21", "60"])
  }

  @Test("An unconfirmed command lost with the connection does not block the next")
  func lossBeforeConfirmation() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.quality = 1
    let broker = try ScriptedBroker()
    let rig = try rig(endpoint, at: broker)
    broker.answer = { $0.head == 0x32 ? [.hangUp] : ScriptedBroker.retaining("20")($0) }
    rig.control.set(level: 0.3, isFinal: false)
    try rig.run { rig.reported.count == 2 }
    broker.answer = ScriptedBroker.retaining("20")
    try rig.advance(milliseconds: 250)
    try rig.run { rig.reported.count == 3 }
    #expect(rig.reported.last == .level(0.2))
    rig.control.set(level: 0.4, isFinal: false)
    try rig.run { payloads(broker) == ["30", "40"] }
  }

  @Test("Repeated messages are confirmed each time and reported once") func repetitions()
    throws
  {
    let broker = try ScriptedBroker()
    let rig = try rig(at: broker)
    try rig.advance(milliseconds: 20)
    for _ in 0..<5 {
      broker.server.send(TestPacket.message("30", on: "amp", id: 7, isRepeated: true))
    }
    try rig.run { broker.received(Packet.confirmation).count == 5 }
    try rig.advance(milliseconds: 1000)
    #expect(broker.received(Packet.confirmation).allSatisfy { $0.body == [0, 7] })
    #expect(rig.reported == [.level(0.2), .level(0.3)])
  }

  @Test("Messages on topics without a subscription are dropped") func otherTopics() throws {
    let broker = try ScriptedBroker()
    let rig = try rig(at: broker)
    try rig.advance(milliseconds: 20)
    for topic in ["$SYS/broker/load", "amp/", "Amp", "am", "#", "+", "amp/set", "é"] {
      broker.server.send(TestPacket.message("99", on: topic))
    }
    broker.server.send(TestPacket.message("30", on: "amp"))
    try rig.run { rig.reported.count == 2 }
    #expect(rig.reported.last == .level(0.3))
  }

  // MARK: Floods

  /// Counts the messages that it receives, and keeps the sizes of those that were skipped.
  private final class Counter: MQTTConnection.Member {
    let topics = ["amp"]
    let quality: UInt8 = 0
    var count = 0
    var skipped: [Int] = []
    var isOpen = false

    func didOpen() { isOpen = true }
    func didReceive(_ payload: Payload, on topic: String) { count += 1 }
    func didSkip(byteCount: Int, on topic: String) { skipped.append(byteCount) }
    func didRefuse(_ topic: String) {}
    func didDeliver(id: UInt16) {}
    func didLose(reason: String) { isOpen = false }
  }

  @Test("Of 10,000 messages, at most 64 are processed per turn, so touch is not delayed")
  func manyMessages() throws {
    let broker = try ScriptedBroker()
    let rig = try MQTTRig(broker.broker, with: [broker])
    let counter = Counter()
    rig.connection.join(counter)
    try rig.run { counter.isOpen }
    // Another descriptor that is always ready, like a screen under fingers.
    let wakeup = try Wakeup()
    wakeup.signal()
    var touchCount = 0
    try rig.loop.watch(wakeup.descriptor, for: .readable) { _ in touchCount += 1 }
    var maxPerTurn = 0
    var turnCount = 0
    broker.server.queue((0..<10_000).flatMap { TestPacket.message("\($0 % 100)", on: "amp") })
    while counter.count < 10_000, turnCount < 100_000 {
      broker.server.sendQueued()
      let before = counter.count
      try rig.loop.runOnce(timeoutMilliseconds: 0)
      turnCount += 1
      maxPerTurn = max(maxPerTurn, counter.count - before)
    }
    #expect(counter.count == 10_000)
    #expect(maxPerTurn <= MQTTSession.turnPacketLimit)
    #expect(touchCount == turnCount)
    rig.loop.unwatch(wakeup.descriptor)
    rig.connection.leave(counter)
  }

  @Test("An 8 MB message is read in portions per turn and reported with its size")
  func longMessage() throws {
    let broker = try ScriptedBroker()
    let rig = try MQTTRig(broker.broker, with: [broker])
    let counter = Counter()
    rig.connection.join(counter)
    try rig.run { counter.isOpen }
    let size = 8_000_000
    broker.server.queue(
      [0x30] + TestPacket.length(size + 5) + [0, 3] + Array("amp".utf8)
        + [UInt8](repeating: 0x39, count: size))
    broker.server.queue(TestPacket.message("1", on: "amp"))
    let before = rig.loop.wakeUpCount
    try rig.run {
      broker.server.sendQueued()
      return counter.count > 0
    }
    #expect(counter.skipped == [size])
    #expect(counter.count == 1)
    #expect(rig.loop.wakeUpCount - before >= size / TCPStream.portionByteCount)
    rig.connection.leave(counter)
  }

  @Test("10,000 unreadable messages are reported once") func manyUnreadable() throws {
    let broker = try ScriptedBroker()
    let rig = try rig(at: broker)
    try rig.advance(milliseconds: 20)
    broker.server.queue((0..<10_000).flatMap { TestPacket.message("x\($0)", on: "amp") })
    broker.server.queue(TestPacket.message("30", on: "amp"))
    try rig.run {
      broker.server.sendQueued()
      return rig.reported.last == .level(0.3)
    }
    #expect(
      rig.reported == [
        .level(0.2),
        .unreadable(reason: "state topic \"amp\": the message \"x0\" is not a number"),
        .level(0.3),
      ])
  }

  @Test("A device that flaps 10,000 times causes few reports and requests")
  func flapping() throws {
    var endpoint = MQTTEndpoint.plain
    endpoint.availability = MQTTEndpoint.Availability(topic: "amp/status")
    endpoint.request = MQTTEndpoint.Request(topic: "amp/get")
    let broker = try ScriptedBroker()
    broker.answer = { packet in
      packet.topic == "amp"
        ? ScriptedBroker.retaining("20")(packet) : ScriptedBroker.wellBehaved(packet)
    }
    let rig = try MQTTRig(endpoint, at: broker)
    try rig.run { rig.reported == [.level(0.2)] }
    // From here on, the state that the broker retains.
    broker.answer = { packet in
      packet.topic == "amp"
        ? ScriptedBroker.retaining("77")(packet) : ScriptedBroker.wellBehaved(packet)
    }
    let often = (0..<100).flatMap {
      TestPacket.message($0 % 2 == 0 ? "offline" : "online", on: "amp/status")
    }
    for _ in 0..<100 {
      broker.server.send(often)
      try rig.advance(milliseconds: 100)
    }
    try rig.advance(milliseconds: 10_000)
    #expect(rig.reported.last == .level(0.77))
    // The wait before it counts as back grows: at most 7 times in 20 seconds.
    #expect(rig.reported.count < 20)
    #expect(broker.received(Packet.publish).count < 10)
    #expect(broker.received(Packet.subscribe).count < 12)
  }

  @Test("10,000 level changes are reported 50 times a second, always with the last")
  func manyLevels() throws {
    let broker = try ScriptedBroker()
    let rig = try rig(at: broker)
    for _ in 0..<100 {
      broker.server.send((0..<100).flatMap { TestPacket.message("\($0 % 2 * 50)", on: "amp") })
      try rig.advance(milliseconds: 1)
    }
    broker.server.send(TestPacket.message("77", on: "amp"))
    try rig.advance(milliseconds: 20)
    #expect(rig.reported.last == .level(0.77))
    // Six in 120 ms, after the first one.
    #expect(rig.reported.count == 7)
  }
}
