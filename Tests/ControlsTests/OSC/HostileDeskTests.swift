import Layout
import Linux
import Testing

@testable import Controls

/// Desks that answer late, coarsely, twice, wrongly, or not at all.
@Suite struct HostileDeskTests {
  private static let fader = OSCEndpoint.faderAddress

  struct Way: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var delayMilliseconds: Int64 = 0
    /// The number of fader steps; nil if it is continuous.
    var steps: Float?
    var isEchoing = true
    var copyCount = 1
    var isReordering = false
    /// Whether another client sets the same fader meanwhile.
    var isContested = false
    /// Whether it is queried.
    var isQueried = true

    var finalTolerance: Double { steps.map { 0.51 / Double($0) } ?? 1e-6 }
  }

  private static let ways = [
    Way(testDescription: "at once"),
    Way(testDescription: "300 ms late", delayMilliseconds: 300),
    Way(testDescription: "16 steps", steps: 16),
    Way(testDescription: "16 steps, 300 ms late", delayMilliseconds: 300, steps: 16),
    Way(testDescription: "no echoes", steps: 16, isEchoing: false),
    Way(testDescription: "each packet three times", delayMilliseconds: 100, copyCount: 3),
    Way(testDescription: "out of order", delayMilliseconds: 60, isReordering: true),
    Way(testDescription: "another client sets it, too", isContested: true),
    Way(
      testDescription: "another client sets it, too, 300 ms late", delayMilliseconds: 300,
      isContested: true),
    Way(testDescription: "not queried, 16 steps", steps: 16, isQueried: false),
    Way(
      testDescription: "not queried, 16 steps, 300 ms late", delayMilliseconds: 300, steps: 16,
      isQueried: false),
  ]

  @Test(
    "A knob never swings, and ends at the last level that the desk took", arguments: ways)
  func turn(_ way: Way) throws {
    let desk = try ScriptedDesk([Self.fader: .float(0)])
    var layout = OSCDesk.x32(at: desk)
    layout.isQueried = way.isQueried
    let rig = try OSCRig(layout, with: desk)
    rig.start(.fader)
    try rig.run { rig.connection.phase != .resolving }
    // A desk that is not queried counts as present unless it refuses.
    try rig.advance(milliseconds: 250)
    #expect(!rig.reported.isEmpty)
    desk.delayMicroseconds = way.delayMilliseconds * 1000
    if let steps = way.steps { desk.rounding = { ($0 * steps).rounded() / steps } }
    (desk.isEchoing, desk.copyCount) = (way.isEchoing, way.copyCount)
    desk.isReordering = way.isReordering

    for step in 0...75 {
      let hand = Double(step) / 75
      rig.control.set(level: 0.07 + 0.7 * hand, isFinal: step == 75)
      if way.isContested { desk.change(Self.fader, to: .float(0.1)) }
      try rig.advance(milliseconds: 8)
    }
    try rig.advance(milliseconds: 1000)
    let count = rig.levels.count
    // After the first level, at most one change, and none once it has settled.
    let shown = rig.levels.dropFirst()
    #expect(shown.count <= 1, "\(shown)")
    #expect(abs((shown.last ?? 0.77) - 0.77) <= way.finalTolerance, "\(shown)")
    #expect(abs((desk.values[Self.fader]?.number ?? 0) - 0.77) <= way.finalTolerance)
    #expect(desk.sent(to: Self.fader).last.map { abs($0 - 0.77) < 1e-6 } == true)
    try rig.advance(milliseconds: 1200)
    #expect(rig.levels.count == count)
  }

  @Test("A value lost on the way is detected, and the knob shows the desk's value") func lost()
    throws
  {
    let desk = try ScriptedDesk([Self.fader: .float(0.25)])
    let rig = try OSCRig(at: desk)
    try rig.run { rig.reported == [.level(0.25)] }
    desk.rounding = { _ in 0.25 }
    desk.isEchoing = false
    rig.control.set(level: 0.75, isFinal: true)
    try rig.advance(milliseconds: 499)
    #expect(rig.reported == [.level(0.25)])
    try rig.advance(milliseconds: 1)
    #expect(rig.reported == [.level(0.25), .level(0.25)])
  }

  // MARK: Absence

  private static let silence =
    ": it does not answer; check that it is on and in this network, and `host` and `port`"

  @Test("A silent desk is offline, reported once, and comes back by itself")
  func silent() throws {
    let desk = try ScriptedDesk([Self.fader: .float(0.5)])
    desk.isAnswering = false
    let rig = try OSCRig(at: desk)
    try rig.advance(milliseconds: 1499)
    #expect(desk.queryCount(at: Self.fader) == 3)
    #expect(rig.reported.isEmpty)
    try rig.advance(milliseconds: 1)
    #expect(rig.reported == [.offline(reason: rig.connection.desk.title + Self.silence)])
    // Three more queries, and then the next round.
    try rig.advance(milliseconds: 2250)
    #expect(desk.queryCount(at: Self.fader) >= 7)
    #expect(rig.reported.count == 1)
    rig.control.set(level: 0.9, isFinal: true)
    desk.isAnswering = true
    try rig.advance(milliseconds: 500)
    #expect(rig.reported.last == .level(0.5))
    #expect(rig.reported.count == 2)
    #expect(desk.sent(to: Self.fader).isEmpty)
  }

  @Test("A desk that falls silent is noticed at the next renewal") func fallsSilent() throws {
    let desk = try ScriptedDesk([Self.fader: .float(0.5)])
    let rig = try OSCRig(at: desk)
    try rig.run { rig.reported == [.level(0.5)] }
    desk.isAnswering = false
    // Three queries, half a second each.
    try rig.advance(milliseconds: 8000 + 1499)
    #expect(rig.reported.count == 1)
    try rig.advance(milliseconds: 1)
    #expect(rig.reported.last == .offline(reason: rig.connection.desk.title + Self.silence))
  }

  @Test("A desk switched off in mid-turn is offline; when back, it is queried, not set")
  func switchedOff() throws {
    let desk = try ScriptedDesk([Self.fader: .float(0.5)])
    let rig = try OSCRig(at: desk)
    try rig.run { rig.reported == [.level(0.5)] }
    rig.control.set(level: 0.6, isFinal: false)
    desk.switchOff()
    for percent in 61...70 where rig.reported.count == 1 {
      rig.control.set(level: Double(percent) / 100, isFinal: false)
      try rig.advance(milliseconds: 50)
    }
    let reason = ": nothing listens at UDP port \(desk.port) there; start it, or check `port`"
    #expect(rig.reported.last == .offline(reason: rig.connection.desk.title + reason))
    rig.control.set(level: 0.9, isFinal: true)
    desk.clearReceived()
    desk.values[Self.fader] = .float(0.25)
    try desk.switchOn()
    try rig.advance(milliseconds: 250)
    try rig.run { rig.reported.last == .level(0.25) }
    #expect(desk.sent(to: Self.fader).isEmpty)
    #expect(rig.reported.count == 3)
  }

  @Test("A program that cannot be queried is offline while nothing listens, then comes back")
  func notThere() throws {
    let desk = try ScriptedDesk()
    desk.switchOff()
    let rig = try OSCRig(.plain(desk.port), with: desk)
    rig.start(.fader)
    try rig.run { !rig.reported.isEmpty }
    let reason = ": nothing listens at UDP port \(desk.port) there; start it, or check `port`"
    #expect(rig.reported == [.offline(reason: rig.connection.desk.title + reason)])
    try rig.advance(milliseconds: 800)
    #expect(rig.reported.count == 1)
    try desk.switchOn()
    // The third backoff, plus the time in which the host could refuse.
    try rig.advance(milliseconds: 1000 + 250)
    #expect(rig.reported.last == .level(0))
    desk.switchOff()
    rig.control.set(level: 0.5, isFinal: true)
    try rig.run { rig.reported.count == 3 }
    try desk.switchOn()
    try rig.advance(milliseconds: 2000 + 250)
    #expect(rig.reported.last == .level(0.5))
    #expect(desk.received.isEmpty)
  }

  @Test("A listening port in use is reported with a remedy") func portTaken() throws {
    let desk = try ScriptedDesk()
    let other = try ScriptedDesk()
    var layout = OSCDesk.plain(desk.port)
    layout.listeningPort = other.port
    let rig = try OSCRig(layout)
    rig.start(.fader)
    try rig.run { !rig.reported.isEmpty }
    let reason = "another program or connection listens at port \(other.port); "
    #expect(
      rig.reported == [
        .offline(reason: rig.connection.desk.title + ": " + reason + "choose another `listen`")
      ])
    other.switchOff()
    try rig.advance(milliseconds: 250 + 250)
    #expect(rig.reported.last == .level(0))
  }

  // MARK: Invalid messages

  @Test(
    "An invalid message is reported once and changes nothing",
    arguments: [
      (Array("GET / HTTP/1.1\r\n".utf8), true), ([], true), ([0, 0, 0, 0], true),
      (Array("/ch/01/mix/fader\0\0\0\0,f\0\0".utf8), true),
      (Array("/ch/01/mix/fader\0\0\0\0,b\0\0".utf8), false),
      (TestOSC.message(OSCEndpoint.faderAddress, .text("loud")), false),
    ] as [([UInt8], Bool)]) func invalidMessage(_ bytes: [UInt8], _ isNoOSC: Bool) throws
  {
    let desk = try ScriptedDesk([Self.fader: .float(0.5)])
    let rig = try OSCRig(at: desk)
    try rig.run { rig.reported == [.level(0.5)] }
    for _ in 0..<50 { desk.send(bytes) }
    try rig.run { rig.reported.count == 2 }
    try rig.advance(milliseconds: 20)
    desk.change(Self.fader, to: .float(0.25))
    try rig.run { rig.reported.count == 3 }
    #expect(rig.reported.last == .level(0.25))
    guard case .unreadable(let reason) = rig.reported[1] else {
      Issue.record("\(rig.reported)")
      return
    }
    #expect(reason.contains("sent data that is not OSC") == isNoOSC, "\(reason)")
  }

  @Test(
    "A strip number is not a level, and a number out of range is not clamped",
    arguments: [
      (TestOSC.message(OSCEndpoint.faderAddress, .int(3), .float(0.25)), 0.25),
      (TestOSC.message(OSCEndpoint.faderAddress, .float(3), .float(0.25)), nil),
      (TestOSC.message(OSCEndpoint.faderAddress, .int(1_055_566_507)), nil),
      (TestOSC.message(OSCEndpoint.faderAddress, .float(-1)), nil),
    ] as [([UInt8], Double?)]) func wrongArguments(_ bytes: [UInt8], _ level: Double?) throws
  {
    let desk = try ScriptedDesk([Self.fader: .float(0.5)])
    let rig = try OSCRig(at: desk)
    try rig.run { rig.reported == [.level(0.5)] }
    try rig.advance(milliseconds: 20)
    for _ in 0..<3 { desk.send(bytes) }
    try rig.run { rig.reported.count == 2 }
    try rig.advance(milliseconds: 1000)
    #expect(rig.reported.count == 2 && rig.levels == [0.5] + (level.map { [$0] } ?? []))
  }

  @Test("A full datagram is read at once, two large bundles in two turns of the loop")
  func longBundles() throws {
    let desk = try ScriptedDesk([Self.fader: .float(0.5)])
    let rig = try OSCRig(at: desk)
    try rig.run { rig.reported == [.level(0.5)] }
    try rig.advance(milliseconds: 20)
    let other = TestOSC.message("/a")
    func bundle(_ count: Int, _ level: Float) -> [UInt8] {
      let last = TestOSC.message(Self.fader, .float(level))
      return TestOSC.bundle(Array(repeating: other, count: count) + [last])
    }
    desk.send(bundle((65_000 - 100) / (other.count + 4), 0.25))
    try rig.run { rig.reported.last == .level(0.25) }
    try rig.advance(milliseconds: 20)
    let before = rig.loop.wakeUpCount
    for level: Float in [0.75, 0.125] {
      desk.send(bundle(OSCConnection.turnMessageLimit, level))
    }
    try rig.run { rig.reported.count == 3 }
    // Only the first has been handled so far.
    #expect(rig.reported.last == .level(0.75) && rig.loop.wakeUpCount - before == 1)
    try rig.advance(milliseconds: 20)
    #expect(rig.reported.last == .level(0.125))
  }

  @Test("Queries from others at our port are not values") func questions() throws {
    let desk = try ScriptedDesk([Self.fader: .float(0.5)])
    let rig = try OSCRig(at: desk)
    try rig.run { rig.reported == [.level(0.5)] }
    desk.send(TestOSC.message(Self.fader))
    try rig.advance(milliseconds: 50)
    #expect(rig.reported.count == 1)
  }

  @Test("Ten thousand messages a second stop neither the loop nor a turn") func flood() throws {
    let desk = try ScriptedDesk([Self.fader: .float(0.5)])
    let rig = try OSCRig(at: desk)
    try rig.run { rig.reported == [.level(0.5)] }
    for step in 0...100 {
      for index in 0..<100 {
        desk.send(
          TestOSC.message(
            index % 2 == 0 ? Self.fader : "/meters/\(index)", .float(Float(index) / 100)))
      }
      rig.control.set(level: Double(step) / 200, isFinal: step == 100)
      // They take two rounds, between which other descriptors are served.
      let before = rig.loop.wakeUpCount
      for _ in 0..<2 { try rig.loop.runOnce(timeoutMilliseconds: 0) }
      #expect(rig.loop.wakeUpCount == before + 2)
      try rig.advance(milliseconds: 10)
    }
    desk.values[Self.fader] = .float(0.5)
    try rig.advance(milliseconds: 500)
    #expect(rig.reported.last == .level(0.5))
    #expect(desk.sent(to: Self.fader).last == 0.5)
    // Far fewer than arrived: at most the display's rate.
    #expect(rig.reported.count < 200)
  }

  @Test("Sixty-four knobs on a missing desk are queried in few rounds of the loop")
  func blackHole() throws {
    // An unread socket accepts everything and answers nothing.
    let desk = try ScriptedDesk()
    defer { withExtendedLifetime(desk) {} }
    var layout = OSCDesk(name: "desk", host: "127.0.0.1", port: desk.port)
    layout.adopt(.x32)
    let rig = try OSCRig(layout)
    for index in 0..<64 { rig.start(OSCEndpoint(address: "/ch/\(index)/mix/fader")) }
    try rig.advance(milliseconds: 2000)
    for events in rig.events {
      guard case .offline? = events.first else {
        Issue.record("\(events)")
        return
      }
      #expect(events.count == 1)
    }
    // Four rounds of 64 queries, eight at a time, and eight wake-ups to give up.
    #expect(rig.loop.wakeUpCount <= 4 * 64 / 8 + 8)
  }

  @Test("A control stopped by its own event reports nothing more") func stopped() throws {
    let desk = try ScriptedDesk([Self.fader: .float(0.5)])
    let rig = try OSCRig(at: desk)
    var count = 0
    rig.control.onEvent = { [unowned rig] _ in
      count += 1
      rig.control.stop()
    }
    try rig.run { count == 1 }
    desk.change(Self.fader, to: .float(0.25))
    try rig.advance(milliseconds: 100)
    #expect(count == 1)
    #expect(rig.connection.phase == .closed)
  }
}
