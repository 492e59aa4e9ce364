import Testing

@testable import Controls

/// Mixers of few steps, and those that are at none of their steps.
@Suite struct ALSACoarseTests {
  @Test("What a mixer of two steps has made of a level is shown when the knob is let go")
  func twoSteps() throws {
    let card = FakeElement.Card(TestMixer("two steps", 0, 1), at: 0)
    let rig = try ControlRig(card.open)
    rig.control.start()
    // Its only other step is far louder than what is asked for.
    for percent in 1...99 { rig.control.set(level: Double(percent) / 100, isFinal: false) }
    try rig.pass(milliseconds: 100)
    #expect(card.writes.isEmpty)
    #expect(rig.events == [.level(0)])
    rig.control.set(level: 0.99, isFinal: true)
    #expect(rig.events == [.level(0), .level(0)])
    rig.control.set(level: 1, isFinal: true)
    #expect(card.channels == [1, 1])
    #expect(rig.events.count == 2)
    // From there, the first percent down is heard.
    rig.control.set(level: 0.99, isFinal: true)
    #expect(card.channels == [0, 0])
    #expect(rig.events.last == .level(0))
  }

  @Test("From each step the next is reached by turning up, and the one before by a percent down")
  func everyStep() throws {
    for last in [1, 2, 5, 11, 15, 31] {
      let card = FakeElement.Card(TestMixer("coarse", 0, last), at: 0)
      let rig = try ControlRig(card.open)
      rig.control.start()
      for step in 1...last {
        rig.control.set(level: Double(step) / Double(last) - 0.006, isFinal: true)
        #expect(card.channels == [step - 1, step - 1])
        rig.control.set(level: Double(step) / Double(last), isFinal: true)
        #expect(card.channels == [step, step])
      }
      for step in (0..<last).reversed() {
        rig.control.set(level: Double(step + 1) / Double(last) - 0.01, isFinal: true)
        #expect(card.channels == [step, step])
        rig.control.set(level: Double(step) / Double(last), isFinal: true)
        #expect(card.channels == [step, step])
      }
    }
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
