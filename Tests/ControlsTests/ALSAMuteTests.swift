import Testing

@testable import Controls
@testable import Linux

/// A mixer element with a switch.
struct ALSAMuteTests {
  let card = FakeElement.Card(TestMixer("plain", 0, 100), at: 20)

  private func rig(isMuted: Bool?) throws -> ControlRig {
    card.isMuted = isMuted
    let rig = try ControlRig(card.open)
    rig.control.start()
    return rig
  }

  @Test("The switch is reported before the first level and not written", arguments: [true, false])
  func first(_ isMuted: Bool) throws {
    let rig = try rig(isMuted: isMuted)
    #expect(rig.events == [.muted(isMuted), .level(0.2)])
    try rig.settle()
    #expect(card.muteWrites.isEmpty && card.writes.isEmpty)
  }

  @Test("Muting leaves the level alone and is written once") func muting() throws {
    let rig = try rig(isMuted: false)
    rig.control.set(isMuted: true)
    rig.control.set(isMuted: true)
    try rig.settle()
    #expect(card.muteWrites == [true])
    #expect(card.writes.isEmpty)
    rig.control.set(isMuted: false)
    try rig.settle()
    #expect(card.muteWrites == [true, false])
    // Its own change is not reported back.
    #expect(rig.events == [.muted(false), .level(0.2)])
  }

  @Test("A switch changed by another program is reported once") func others() throws {
    let rig = try rig(isMuted: false)
    card.change(isMuted: true)
    try rig.settle()
    #expect(rig.events.count == 3)
    #expect(rig.events.last == .muted(true))
    card.change([20, 20])
    try rig.settle()
    #expect(rig.events.count == 3)
    card.change(isMuted: false)
    try rig.settle()
    #expect(rig.events.last == .muted(false))
  }

  @Test("A switch changed by another program right after ours is reported at once")
  func othersRightAfter() throws {
    let rig = try rig(isMuted: false)
    rig.control.set(isMuted: true)
    card.change(isMuted: false)
    try rig.settle()
    #expect(rig.events.dropFirst(2) == [.muted(false)])
    let count = rig.loop.wakeUpCount
    try rig.pass(milliseconds: 3_600_000)
    #expect(rig.events.count == 3)
    #expect(rig.loop.wakeUpCount == count)
  }

  @Test("The switch is reported while the level is out of range") func outOfRange() throws {
    card.channels = [-1, -1]
    let rig = try rig(isMuted: true)
    let reason =
      "ALSA element \"fake\" of card \"fake\" is at step -1, which is not within 0 to 100"
    #expect(rig.events == [.muted(true), .unknown(reason: reason)])
    card.change(isMuted: false)
    try rig.settle()
    #expect(rig.events.dropFirst(2) == [.muted(false)])
    card.change([30, 30])
    try rig.settle()
    #expect(rig.events.dropFirst(3) == [.level(0.3)])
    #expect(card.muteWrites.isEmpty)
    rig.control.set(isMuted: true)
    #expect(card.muteWrites == [true])
  }

  @Test("The lowest level does not mute") func lowest() throws {
    let rig = try rig(isMuted: false)
    rig.control.set(level: 0, isFinal: true)
    try rig.settle()
    #expect(card.channels == [0, 0] && card.muteWrites.isEmpty)
  }

  @Test("Without a switch there is no mute") func none() throws {
    let rig = try rig(isMuted: nil)
    rig.control.set(isMuted: true)
    #expect(rig.events == [.level(0.2)])
    #expect(card.muteWrites.isEmpty)
  }

  @Test("A layout can leave the switch alone") func leftAlone() throws {
    card.isMuted = true
    let loop = try EventLoop()
    let control = ALSAControl(
      card: "fake", element: "fake", mutesBySwitch: false, loop: loop, openElement: card.open)
    var events: [ControlEvent] = []
    control.onEvent = { events.append($0) }
    control.start()
    control.set(isMuted: false)
    #expect(events == [.level(0.2)])
    #expect(card.muteWrites.isEmpty)
  }

  @Test("A failing switch is a loss; the reopened card reports it again") func failing() throws {
    let rig = try rig(isMuted: false)
    card.failing = .setMuted
    rig.control.set(isMuted: true)
    #expect(rig.events.last == .offline(reason: FakeElement.injectedError.description))
    try rig.pass(milliseconds: 250)
    #expect(rig.events.count == 5)
    #expect(rig.events.suffix(2) == [.muted(false), .level(0.2)])
  }

  @Test("A card that comes back reports its switch; a change requested meanwhile is dropped")
  func comesBack() throws {
    let rig = try rig(isMuted: false)
    card.unplug()
    try rig.settle()
    #expect(rig.events.count == 3)
    rig.control.set(isMuted: true)
    (card.isPresent, card.isMuted) = (true, true)
    try rig.pass(milliseconds: 250)
    #expect(rig.events.count == 5)
    #expect(rig.events.suffix(2) == [.muted(true), .level(0.2)])
    #expect(card.muteWrites.isEmpty)
  }
}
