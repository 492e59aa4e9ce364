import Testing

@testable import Controls

/// Mixers with few steps, and mixers that report a step out of range.
@Suite struct ALSACoarseTests {
  @Test("Releasing the knob shows the step that a two-step mixer chose")
  func twoSteps() throws {
    let card = FakeElement.Card(TestMixer("two steps", 0, 1), at: 0)
    let rig = try ControlRig(card.open)
    rig.control.start()
    // The only other step is far louder than requested.
    for percent in 1...99 { rig.control.set(level: Double(percent) / 100, isFinal: false) }
    try rig.pass(milliseconds: 100)
    #expect(card.writes.isEmpty)
    #expect(rig.events == [.level(0)])
    rig.control.set(level: 0.99, isFinal: true)
    #expect(rig.events == [.level(0), .level(0)])
    rig.control.set(level: 1, isFinal: true)
    #expect(card.channels == [1, 1])
    #expect(rig.events.count == 2)
    // From there, turning down by one percent takes effect.
    rig.control.set(level: 0.99, isFinal: true)
    #expect(card.channels == [0, 0])
    #expect(rig.events.last == .level(0))
  }

  @Test("Turning up reaches the next step; one percent down reaches the previous one")
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

  @Test("A fine-grained mixer does not move the knob") func fine() throws {
    let card = FakeElement.Card(TestMixer("plain", 0, 100), at: 20)
    let rig = try ControlRig(card.open)
    rig.control.start()
    rig.control.set(level: 0.504, isFinal: true)
    #expect(rig.events == [.level(0.2)])
  }

  @Test("A mixer of twelve steps moves a released knob; one of thirteen does not")
  func fewSteps() throws {
    for (last, levels) in [(11, [0.0, 0]), (12, [0])] {
      let card = FakeElement.Card(TestMixer("few steps", 0, last), at: 0)
      let rig = try ControlRig(card.open)
      rig.control.start()
      rig.control.set(level: 0.04, isFinal: true)
      try rig.pass(milliseconds: 1000)
      #expect(rig.events == levels.map { .level($0) })
      #expect(card.writes.isEmpty)
    }
  }

  @Test("A turn that changes no step delays no report") func turnWithinAStep() throws {
    let card = FakeElement.Card(TestMixer("two steps", 0, 1), at: 0)
    let rig = try ControlRig(card.open)
    rig.control.start()
    rig.control.set(level: 0.5, isFinal: false)
    card.change([1, 1])
    try rig.settle()
    #expect(rig.events == [.level(0), .level(1)])
  }

  @Test("A step out of range is reported once and changes nothing") func outOfRange()
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

  @Test("A mixer that starts out of range is unknown until it is in range")
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

  @Test("While it is unknown, nothing more is reported; later, a step out of range is at once")
  func unknownIsReportedOnce() throws {
    let card = FakeElement.Card(TestMixer("plain", 0, 100), at: -1)
    let rig = try ControlRig(card.open)
    rig.control.start()
    for step in [-2, -1] {
      try rig.pass(milliseconds: 100_000)
      card.change([step, step])
      try rig.settle()
    }
    #expect(rig.events.count == 1)
    card.change([30, 30])
    try rig.settle()
    #expect(rig.events.dropFirst() == [.level(0.3)])
    card.change([-1, 30])
    try rig.settle()
    guard case .unreadable? = rig.events.dropFirst(2).first else {
      Issue.record("\(rig.events)")
      return
    }
  }
}
