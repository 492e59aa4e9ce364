import Layout
import Linux
import Testing

@testable import Controls

/// A desk that behaves, and a program that cannot be queried.
@Suite struct OSCControlTests {
  private static let fader = OSCEndpoint.faderAddress
  private static let on = OSCEndpoint.onAddress

  private func desk() throws -> ScriptedDesk {
    try ScriptedDesk([Self.fader: .float(0.75), Self.on: .int(1)])
  }

  // MARK: A desk that is queried

  @Test("The desk's value is the first level; nothing is written") func first() throws {
    let desk = try desk()
    let rig = try OSCRig(at: desk)
    try rig.run { !rig.reported.isEmpty }
    #expect(rig.reported == [.level(0.75)])
    #expect(desk.subscriptionCount == 1)
    #expect(desk.received.allSatisfy { $0.argument == nil })
  }

  @Test("With `law` the knob is in decibels; the mute is reported first") func decibels() throws {
    let desk = try desk()
    let rig = try OSCRig(.strip, at: desk)
    try rig.run { rig.reported.count == 2 }
    #expect(rig.reported == [.muted(false), .level(0.9)])
    rig.control.set(level: 1, isFinal: true)
    try rig.run { desk.sent(to: Self.fader) == [1] }
  }

  @Test("A turn sends its first and last levels, and the result is queried once")
  func turn() throws {
    let desk = try desk()
    let rig = try OSCRig(at: desk)
    try rig.run { !rig.reported.isEmpty }
    desk.clearReceived()
    for step in 0...20 {
      rig.control.set(level: Double(step) / 20, isFinal: step == 20)
    }
    try rig.advance(milliseconds: 499)
    #expect(desk.queryCount(at: Self.fader) == 0)
    try rig.advance(milliseconds: 1)
    #expect(desk.queryCount(at: Self.fader) == 1)
    try rig.advance(milliseconds: 2000)
    #expect(desk.queryCount(at: Self.fader) == 1)
    #expect(desk.sent(to: Self.fader) == [0, 1])
    #expect(rig.reported == [.level(0.75)])
  }

  @Test("Changes by others are reported") func others() throws {
    let desk = try desk()
    let rig = try OSCRig(.strip, at: desk)
    try rig.run { rig.reported.count == 2 }
    try rig.advance(milliseconds: 20)
    desk.change(Self.fader, to: .float(0.5))
    desk.change(Self.on, to: .int(0))
    try rig.run { rig.reported.count == 4 }
    #expect(Set(rig.reported.suffix(2)) == [.level(0.8), .muted(true)])
  }

  @Test("Muting sends the switch, and its echo is not reported") func mute() throws {
    let desk = try desk()
    let rig = try OSCRig(.strip, at: desk)
    try rig.run { rig.reported.count == 2 }
    rig.control.set(isMuted: true)
    try rig.run { desk.sent(to: Self.on) == [0] }
    rig.control.set(isMuted: true)
    rig.control.set(isMuted: false)
    try rig.run { desk.sent(to: Self.on) == [0, 1] }
    try rig.advance(milliseconds: 500)
    #expect(desk.queryCount(at: Self.on) == 2)
    try rig.advance(milliseconds: 2000)
    #expect(rig.reported.count == 2)
  }

  @Test("The messages in a bundle are read") func bundle() throws {
    let desk = try desk()
    let rig = try OSCRig(at: desk)
    try rig.run { !rig.reported.isEmpty }
    try rig.advance(milliseconds: 20)
    desk.send(
      TestOSC.bundle([
        TestOSC.message("/other", .int(1)), TestOSC.message(Self.fader, .float(0.25)),
      ]))
    try rig.run { rig.reported.count == 2 }
    #expect(rig.reported.last == .level(0.25))
  }

  @Test("An address unknown to the desk is unknown; the others work") func unknown() throws {
    let desk = try desk()
    let rig = try OSCRig(at: desk)
    rig.start(OSCEndpoint(address: "/ch/99/mix/fader"))
    try rig.advance(milliseconds: 1500)
    #expect(rig.reported == [.level(0.75)])
    #expect(
      rig.events[1] == [
        .unknown(
          reason: "OSC address \"/ch/99/mix/fader\": the desk does not report its value; "
            + "check the address")
      ])
    rig.controls[1].set(level: 0.5, isFinal: true)
    try rig.advance(milliseconds: 50)
    #expect(desk.sent(to: "/ch/99/mix/fader").isEmpty)
  }

  @Test("A mute unknown to the desk is reported, and the level still arrives") func noMute() throws
  {
    let desk = try desk()
    desk.unknown = [Self.on]
    let rig = try OSCRig(.strip, at: desk)
    try rig.advance(milliseconds: 1500)
    #expect(
      rig.reported == [
        .unreadable(
          reason: "OSC address \"\(Self.on)\": the desk does not report whether it is "
            + "muted; check `mute`"),
        .level(0.9),
      ])
  }

  @Test("An address that answers no query follows its reports, also after a turn") func noAnswers()
    throws
  {
    let desk = try desk()
    desk.unknown = [Self.fader]
    let rig = try OSCRig(at: desk)
    // Another address shows that the desk is there.
    rig.start(OSCEndpoint(address: Self.on))
    try rig.advance(milliseconds: 1500)
    guard case .unknown? = rig.reported.last else {
      Issue.record("\(rig.reported)")
      return
    }
    desk.change(Self.fader, to: .float(0.5))
    try rig.run { rig.reported.last == .level(0.5) }
    rig.control.set(level: 0.25, isFinal: true)
    // It is queried after half a second, three times.
    try rig.advance(milliseconds: 1000)
    desk.change(Self.on, to: .int(0))
    try rig.advance(milliseconds: 1000)
    #expect(desk.sent(to: Self.fader) == [0.25])
    #expect(rig.levels == [0.5])
    desk.change(Self.fader, to: .float(0.75))
    try rig.run { rig.levels == [0.5, 0.75] }
  }

  @Test("The subscription is renewed, and the desk's presence checked") func renewal() throws {
    let desk = try desk()
    let rig = try OSCRig(at: desk)
    try rig.advance(milliseconds: 16_000)
    #expect(desk.subscriptionCount == 3)
    #expect(desk.queryCount(at: Self.fader) == 3)
    #expect(rig.reported == [.level(0.75)])
  }

  @Test("A desk without subscriptions is polled") func polled() throws {
    let desk = try desk()
    var layout = OSCDesk.plain(desk.port)
    layout.isQueried = true
    let rig = try OSCRig(layout, with: desk)
    rig.start(.fader)
    try rig.run { rig.reported == [.level(0.75)] }
    desk.values[Self.fader] = .float(0.5)
    try rig.advance(milliseconds: 7999)
    #expect(rig.reported == [.level(0.75)])
    try rig.advance(milliseconds: 1)
    #expect(rig.reported == [.level(0.75), .level(0.5)])
  }

  @Test("A host name is looked up, and again if it is unknown at first") func names() throws {
    let desk = try desk()
    var layout = OSCDesk.x32(at: desk)
    layout.host = "desk.invalid"
    let rig = try OSCRig(layout, with: desk)
    rig.connection.resolver = { _, _ in [] }
    rig.start(.fader)
    try rig.run { !rig.reported.isEmpty }
    #expect(
      rig.reported == [
        .offline(
          reason: "connection \"desk\" (desk.invalid:\(desk.port)): the name \"desk.invalid\" is "
            + "not known; check `host`")
      ])
    rig.connection.resolver = { _, port in
      SocketAddress.numeric("127.0.0.1", port: port).map { [$0] } ?? []
    }
    try rig.advance(milliseconds: 250)
    try rig.run { rig.reported.last == .level(0.75) }
  }

  // MARK: A program that is not queried

  @Test("A program that cannot be queried is assumed to follow") func assumed() throws {
    let desk = try desk()
    let rig = try OSCRig(.plain(desk.port), with: desk)
    var endpoint = OSCEndpoint.strip
    endpoint.initialLevel = 0.5
    rig.start(endpoint)
    try rig.advance(milliseconds: 249)
    #expect(rig.reported.isEmpty)
    try rig.advance(milliseconds: 1)
    #expect(rig.reported == [.muted(false), .level(0.5)])
    #expect(desk.received.isEmpty)
    #expect(desk.otherCount == 1)
    rig.control.set(level: 0.9, isFinal: true)
    rig.control.set(isMuted: true)
    try rig.run { desk.received.count == 2 }
    try rig.advance(milliseconds: 1000)
    #expect(rig.reported.count == 2)
    desk.send(TestOSC.message(Self.fader, .float(0.5)))
    try rig.run { rig.reported.last == .level(0.8) }
    #expect(desk.received.count == 2)
  }

  @Test("A report from before a turn is not taken for its answer") func staleReport() throws {
    let desk = try desk()
    let rig = try OSCRig(.plain(desk.port), with: desk)
    rig.start(.fader)
    try rig.advance(milliseconds: 300)
    #expect(rig.reported.count == 1)
    desk.send(TestOSC.message(Self.fader, .float(0.25)))
    try rig.run { rig.reported.last == .level(0.25) }
    rig.control.set(level: 0.5, isFinal: true)
    try rig.advance(milliseconds: 5000)
    #expect(rig.reported.count == 2)
  }

  @Test("Nothing wakes up while idle") func idle() throws {
    let desk = try desk()
    let rig = try OSCRig(.plain(desk.port), with: desk)
    rig.start(.fader)
    try rig.advance(milliseconds: 250)
    #expect(rig.reported.count == 1)
    rig.control.set(level: 0.5, isFinal: true)
    try rig.advance(milliseconds: 1000)
    let before = rig.loop.wakeUpCount
    try rig.advance(milliseconds: 10_000)
    #expect(rig.loop.wakeUpCount == before)
  }

  @Test("Sectors are sent by number or by name") func sectors() throws {
    let desk = try desk()
    let rig = try OSCRig(.plain(desk.port), with: desk)
    for (address, form) in [("/number", OSCForm.int), ("/name", .string)] {
      var endpoint = OSCEndpoint(address: address)
      endpoint.scale = OSCScale(
        form: form, range: WireRange(lowest: 0, highest: 2), names: ["Radio", "CD", "TV"])
      rig.start(endpoint)
    }
    try rig.advance(milliseconds: 250)
    #expect(rig.events.allSatisfy { $0.count == 1 })
    for control in rig.controls { control.set(level: 0.5, isFinal: true) }
    try rig.run { desk.received.count == 2 }
    #expect(
      desk.received == [
        .init(address: "/number", argument: .int(1)),
        .init(address: "/name", argument: .text("CD")),
      ])
  }
}
