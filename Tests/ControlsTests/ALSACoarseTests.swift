import Testing

@testable import Controls

/// Mixers of few steps, and those that are at none of their steps.
@Suite struct ALSACoarseTests {
  @Test("What a mixer of two steps has made of a level is shown when the knob is let go")
  func twoSteps() throws {
    let card = FakeElement.Card(TestMixer("two steps", 0, 1), at: 0)
    let rig = try ControlRig(card.open)
    rig.control.start()
    rig.control.set(level: 0.01, isFinal: false)
    #expect(card.writes == [[1, 1]])
    #expect(rig.events == [.level(0)])
    rig.control.set(level: 0.01, isFinal: true)
    #expect(rig.events == [.level(0), .level(1)])
    // From there, the first percent down is heard.
    rig.control.set(level: 0.99, isFinal: true)
    #expect(card.channels == [0, 0])
    #expect(rig.events.last == .level(0))
  }

  @Test("A fine mixer does not move the knob") func fine() throws {
    let card = FakeElement.Card(TestMixer("plain", 0, 100), at: 20)
    let rig = try ControlRig(card.open)
    rig.control.start()
    rig.control.set(level: 0.504, isFinal: true)
    #expect(rig.events == [.level(0.2)])
  }

  @Test("A step that the mixer does not have is told once, and changes nothing") func nonsense()
    throws
  {
    let card = FakeElement.Card(TestMixer("plain", 0, 100), at: 20)
    let rig = try ControlRig(card.open)
    rig.control.start()
    for _ in 0..<3 {
      card.change([20, 32_768])
      try rig.settle()
    }
    let reason =
      "ALSA element \"fake\" of card \"fake\" is at step 32768, which is not within 0 to 100"
    #expect(rig.events == [.level(0.2), .unreadable(reason: reason)])
    card.change([30, 30])
    try rig.settle()
    #expect(rig.events.last == .level(0.3))
  }

  @Test("One that is at such a step from the start is unknown, until it is at another")
  func unknown() throws {
    let card = FakeElement.Card(TestMixer("plain", 0, 100), at: -1)
    let rig = try ControlRig(card.open)
    rig.control.start()
    #expect(
      rig.events == [
        .unknown(
          reason: "ALSA element \"fake\" of card \"fake\" is at step -1, which is not within 0 "
            + "to 100")
      ])
    rig.control.set(level: 0.5, isFinal: true)
    #expect(card.writes.isEmpty)
    card.change([30, 30])
    try rig.settle()
    #expect(rig.events.last == .level(0.3))
    rig.control.set(level: 0.5, isFinal: true)
    #expect(card.writes == [[50, 50]])
  }
}
