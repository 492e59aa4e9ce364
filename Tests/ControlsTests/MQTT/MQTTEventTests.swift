import Linux
import MQTTBench
import Testing

@testable import Controls

/// Events of the panel, published at a scripted broker.
@Suite struct MQTTEventTests {
  private final class Rig: LoopRig {
    let loop: EventLoop
    let broker: ScriptedBroker
    /// False for a broker that does not read.
    var serves = true
    var peers: [any ScriptedPeer] { serves ? [broker] : [] }
    let publisher: MQTTEventPublisher
    private(set) var reports: [String] = []

    init() throws {
      loop = try EventLoop(clock: ManualClock())
      broker = try ScriptedBroker()
      publisher = MQTTEventPublisher(
        to: "knobpanel/hall/events", over: MQTTConnection(broker.broker, loop: loop),
        loop: loop)
      publisher.onReport = { [unowned self] in reports.append($0) }
    }

    var log: String { "\(reports)" }

    /// The payloads of the messages so far; those that are no events of quality 0 are nil.
    var published: [String?] {
      broker.received.filter { $0.head >> 4 == 3 }.map { packet in
        guard packet.head == ScriptedBroker.Packet.publish,
          packet.topic == "knobpanel/hall/events"
        else { return nil }
        return String(decoding: packet.body.dropFirst(2 + packet.topic.utf8.count), as: UTF8.self)
      }
    }

    func publish(_ text: String) { publisher.publish(event: Array(text.utf8)) }

    func open() throws {
      publisher.start()
      try settle()
    }
  }

  @Test("Each event is a message that is not retained, in order") func order() throws {
    let rig = try Rig()
    try rig.open()
    for number in 0..<50 { rig.publish("{\"number\":\(number)}") }
    try rig.settle()
    #expect(rig.published == (0..<50).map { "{\"number\":\($0)}" })
    #expect(rig.reports == [])
  }

  @Test("Events wait for a connection for ten seconds; later they are dropped and counted")
  func offline() throws {
    let rig = try Rig()
    rig.publish("early")
    try rig.open()
    #expect(rig.published == ["early"] && rig.reports == [])
    rig.serves = false
    rig.broker.server.hangUp()
    try rig.settle()
    for number in 0..<3 { rig.publish("lost \(number)") }
    try rig.advance(milliseconds: 60_000)
    #expect(rig.reports.last?.hasPrefix("events cannot be published: ") == true)
    rig.publish("again")
    rig.serves = true
    try rig.advance(milliseconds: 9_000)
    #expect(rig.published == ["early", "again"])
    #expect(rig.reports.last?.hasSuffix("3 events were dropped") == true)
  }

  @Test("A broker that does not read costs the oldest events, and never blocks") func slow() throws
  {
    let rig = try Rig()
    try rig.open()
    rig.serves = false
    let (count, long) = (3000, String(repeating: "x", count: 8000))
    for number in 0..<count { rig.publish("\(number) \(long)") }
    rig.serves = true
    try rig.settle()
    let numbers = rig.published.map { $0?.split(separator: " ").first.flatMap { Int($0) } ?? -1 }
    #expect(numbers == numbers.sorted() && numbers.first == 0 && numbers.last == count - 1)
    #expect(numbers.count >= MQTTEventPublisher.limit && numbers.count < count)
    let dropped = count - numbers.count
    #expect(rig.reports.map { $0.hasSuffix(": \(dropped) events were dropped") } == [true])
  }
}
