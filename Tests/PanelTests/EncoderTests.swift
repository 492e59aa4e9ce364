import Gesture
import Knobs
import Layout
import Testing

@testable import Panel

/// The case table of `KnobController+Encoder`.
@Suite struct EncoderTests {
  /// `a` and `b`, of radius 50 at (100, 100) and (300, 100), at 20 of 0…100 in whole steps; `a` has
  /// an encoder.
  private static func play(_ change: (inout KnobLayout) -> Void = { _ in }) -> PlayedPanel {
    let knobs = ["a", "b"].enumerated().map { index, id in
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: 100 + 200 * Double(index), y: 100), diameter: 100,
        scale: Scale(step: 1), value: 20, defaultValue: 50)
      if index == 0 {
        knob.encoder = EncoderLayout(input: EncoderInput(device: "Knob", axis: .dial))
        change(&knob)
      }
      return knob
    }
    return PlayedPanel(
      LayoutDocument(panel: PanelLayout(width: 600, height: 200), knobs: knobs))
  }

  private static func turn(_ play: PlayedPanel, by counts: Int, at time: Int64, knob: Int = 0) {
    play.panel.handle(.turned(counts: counts), ofKnob: knob, at: PlayedPanel.time(time))
  }

  @Test("1 to 3: A count is a step, reported at once, and the turn ends after a rest")
  func steps() {
    let play = Self.play { $0.control = .backEnd(TestSettings(name: "a")) }
    play.panel.connect(.knob(0))
    play.panel.handleLevel(0.2, of: .knob(0), at: PlayedPanel.time(0))
    _ = play.happened()
    for time in 0...2 { Self.turn(play, by: 1, at: 1000 + 100 * Int64(time)) }
    Self.turn(play, by: -2, at: 1300)
    #expect(
      play.happened() == [
        "a began 20", "a changed 21", "a changed 22", "a changed 23", "a changed 21",
      ])
    #expect(play.panel.viewState(ofKnob: 0).isHeld)
    play.run(until: 1899)
    #expect(play.happened() == [])
    play.run(until: 1900)
    #expect(play.happened() == ["a ended 21"])
    #expect(play.panel.controlRequests.last?.isFinal == true)
    #expect(play.panel.controlRequests.map(\.level) == [0.21, 0.22, 0.23, 0.21, 0.21])
    play.run(until: 5000)
    #expect(play.panel.nextWake == nil)
  }

  @Test("Events report how far the encoder has turned the knob") func turned() {
    let play = Self.play()
    // A tenth of 270 degrees, and half of that back.
    Self.turn(play, by: 10, at: 0)
    Self.turn(play, by: -5, at: 100)
    play.run(until: 1000)
    #expect(play.panel.knobEvents.map { ($0.turned * 1e6).rounded() / 1e6 } == [0, 27, 13.5, 13.5])
  }

  @Test(
    "A count turns a knob by its step, 1/50 of its range, the encoder's step, or a sector",
    arguments: [
      (Scale(step: 5), nil, Travel.standard, 25), (Scale(), nil, .standard, 22),
      (Scale(), 0.5, .standard, 20.5), (Scale(), -3, .standard, 17),
      (Scale(step: 5), 10, .standard, 30), (Scale(step: 4), nil, .endless, 24),
      (Scale(), nil, .sectors(["A", "B", "C"]), 1), (Scale(), 2, .sectors(["A", "B", "C"]), 2),
    ] as [(Scale, Double?, Travel, Double)])
  func step(_ scale: Scale, _ step: Double?, _ travel: Travel, _ value: Double) {
    let play = Self.play {
      $0.scale = scale
      $0.travel = travel
      if case .sectors = travel { $0.value = 0 }
      $0.encoder?.step = step
    }
    Self.turn(play, by: 1, at: 0)
    #expect(abs(play.panel.value(ofKnob: 0) - value) < 1e-9)
    play.run(until: 1000)
    #expect(abs(play.panel.value(ofKnob: 0) - value) < 1e-9)
  }

  @Test("Counts smaller than a step add up") func fine() {
    let play = Self.play { $0.encoder?.step = 0.25 }
    for time in 0..<8 { Self.turn(play, by: 1, at: Int64(time) * 50) }
    #expect(play.panel.value(ofKnob: 0) == 22)
  }

  @Test("A wheel of sectors wraps around, also backwards") func sectors() {
    let play = Self.play {
      $0.travel = .sectors(["A", "B", "C"])
      $0.value = 0
    }
    Self.turn(play, by: -1, at: 0)
    #expect(play.panel.value(ofKnob: 0) == 2)
    Self.turn(play, by: 2, at: 100)
    #expect(play.panel.value(ofKnob: 0) == 1)
  }

  @Test("4: A finger takes the knob from its encoder") func finger() {
    let play = Self.play()
    Self.turn(play, by: 2, at: 0)
    play.down(100, 60, at: 100)
    #expect(play.happened() == ["a began 20", "a changed 22", "a ended 22", "a began 22"])
    play.up(at: 1000)
    #expect(play.happened() == ["a ended 22"])
  }

  @Test("5: While a finger is on the knob, its encoder is ignored") func underFinger() {
    let play = Self.play()
    play.down(100, 60, at: 0)
    Self.turn(play, by: 5, at: 100)
    #expect(play.happened() == ["a began 20"])
    #expect(play.values() == [20, 20])
    play.up(at: 900)
    Self.turn(play, by: 5, at: 1000)
    #expect(play.values() == [25, 20])
  }

  @Test("6: A knob that is waiting, offline or disabled is not turned")
  func inert() {
    let disabled = Self.play { $0.isEnabled = false }
    Self.turn(disabled, by: 5, at: 0)
    #expect(disabled.happened() == [])
    let play = Self.play { $0.control = .backEnd(TestSettings(name: "a")) }
    play.panel.connect(.knob(0))
    Self.turn(play, by: 5, at: 0)
    #expect(play.happened() == [])
    play.panel.handleLevel(0.2, of: .knob(0), at: PlayedPanel.time(100))
    Self.turn(play, by: 5, at: 200)
    _ = play.happened()
    play.panel.handleLoss(of: .knob(0), at: PlayedPanel.time(300))
    #expect(play.happened() == ["a cancelled 25"])
    Self.turn(play, by: 5, at: 400)
    #expect(play.happened() == [])
  }

  @Test("7a: The PIN pad opens once, and keeps the digits entered so far") func pin() {
    let knobs = Self.play { $0.guards.lock = .pin }.panel.layout.knobs
    var panel = PanelLayout(width: 600, height: 200)
    panel.pin = PIN("1234")
    let play = PlayedPanel(LayoutDocument(panel: panel, knobs: knobs))
    Self.turn(play, by: 1, at: 0)
    #expect(play.panel.pinPad?.enteredCount == 0)
    let key = PINPadLayout(panel).center(ofKey: 4)
    play.tap(key.x, key.y, at: 100)
    #expect(play.panel.pinPad?.enteredCount == 1)
    Self.turn(play, by: 1, at: 200)
    #expect(play.panel.pinPad?.enteredCount == 1)
    #expect(play.panel.value(ofKnob: 0) == 20)
  }

  @Test("7: A locked knob does not move, and stays locked", arguments: [Lock.tap, .hold])
  func locked(_ lock: Lock) {
    let play = Self.play { $0.guards.lock = lock }
    for time in 0...4 { Self.turn(play, by: 1, at: -3000 + 500 * Int64(time)) }
    play.run(until: -100)
    _ = play.happened()
    Self.turn(play, by: 5, at: 0)
    play.run(until: 1000)
    Self.turn(play, by: 5, at: 1100)
    play.run(until: 2000)
    #expect(play.happened() == ["a began 20", "a ended 20", "a began 20", "a ended 20"])
  }

  @Test("8: A knob stays at its limit and its ends, and turns back at once")
  func limits() {
    let play = Self.play { $0.guards.limit = 30 }
    Self.turn(play, by: 50, at: 0)
    #expect(play.panel.value(ofKnob: 0) == 30)
    Self.turn(play, by: -1, at: 100)
    #expect(play.panel.value(ofKnob: 0) == 29)
    for overTravel in Knob.OverTravel.allCases {
      let play = Self.play { $0.overTravel = overTravel }
      Self.turn(play, by: -70, at: 0)
      #expect(play.panel.value(ofKnob: 0) == 0)
      Self.turn(play, by: 1, at: 100)
      #expect(play.panel.value(ofKnob: 0) == 1)
    }
  }

  @Test("Rise guards start with each turn of the encoder") func rise() {
    let play = Self.play { $0.guards.maximumRisePerGesture = 10 }
    for time in 0..<30 { Self.turn(play, by: 1, at: Int64(time) * 100) }
    #expect(play.panel.value(ofKnob: 0) == 30)
    play.run(until: 5000)
    Self.turn(play, by: 5, at: 6000)
    #expect(play.panel.value(ofKnob: 0) == 35)
  }

  @Test(
    "9: Fast counts turn further; slow ones and those without acceleration do not",
    arguments: [(1, 10, 23), (5, 10, 27), (5, 50, 24), (5, 100, 23), (5, 500, 23)]
      as [(Double, Int64, Double)])
  func acceleration(_ highest: Double, _ milliseconds: Int64, _ value: Double) {
    let play = Self.play { $0.encoder?.acceleration = highest }
    for count in 0..<2 { Self.turn(play, by: 1, at: 1000 + Int64(count) * 500) }
    Self.turn(play, by: 1, at: 1500 + milliseconds)
    #expect(play.panel.value(ofKnob: 0) == value)
  }

  @Test("10: A press acts like a tap, after the turn has ended") func press() {
    let play = Self.play { $0.taps.action = .mute }
    Self.turn(play, by: 1, at: 0)
    play.panel.handle(.pressed, ofKnob: 0, at: PlayedPanel.time(100))
    #expect(
      play.happened() == ["a began 20", "a changed 21", "a ended 21", "a tapped 0"])
    play.panel.handle(.pressed, ofKnob: 0, at: PlayedPanel.time(2000))
    #expect(play.happened() == ["a tapped 21"])
  }

  @Test("10: A press nudges within the guard of one touch, whatever touched before")
  func nudge() {
    for landing in [nil, 140.0, 60] {
      let play = Self.play {
        $0.taps.action = .nudge(10)
        $0.guards.maximumRisePerGesture = 6
      }
      if let landing {
        play.down(landing, 100, at: 0)
        play.move(landing, 115, at: 200)
        play.up(at: 1000)
      }
      let value = play.values()[0]
      for count in 1...2 {
        play.panel.handle(.pressed, ofKnob: 0, at: PlayedPanel.time(3000 + Int64(count) * 1000))
        #expect(play.values()[0] == value + 6 * Double(count))
        #expect(play.panel.knobEvents.last?.turned == 0)
      }
    }
  }

  @Test("10: A press unlocks a knob, which locks again when it is not used") func unlocking() {
    let play = Self.play { $0.guards.lock = .tap }
    for time in [0, 20_000] as [Int64] {
      play.panel.handle(.pressed, ofKnob: 0, at: PlayedPanel.time(time))
      #expect(!play.panel.viewState(ofKnob: 0).isLocked)
      play.run(until: time + 4999)
      #expect(!play.panel.viewState(ofKnob: 0).isLocked)
      play.run(until: time + 5000)
      #expect(play.panel.viewState(ofKnob: 0).isLocked)
    }
    #expect(play.panel.nextWake == nil)
  }

  @Test("11: The mute key mutes and restores, whatever the tap action") func mute() {
    let play = Self.play()
    play.panel.handle(.muted, ofKnob: 0, at: PlayedPanel.time(0))
    #expect(play.happened() == ["a muted 0"])
    play.panel.handle(.muted, ofKnob: 0, at: PlayedPanel.time(1000))
    #expect(play.happened() == ["a restored 20"])
  }

  @Test("A remote value waits until the turn has ended") func remote() {
    let play = Self.play { $0.control = .backEnd(TestSettings(name: "a")) }
    play.panel.connect(.knob(0))
    play.panel.handleLevel(0.2, of: .knob(0), at: PlayedPanel.time(0))
    Self.turn(play, by: 1, at: 100)
    _ = play.happened()
    play.panel.handleLevel(0.7, of: .knob(0), at: PlayedPanel.time(200))
    #expect(play.happened() == [])
    play.run(until: 1000)
    #expect(play.happened() == ["a ended 21", "a remote 70"])
  }

  @Test("A console switch cancels the turn")
  func cancelled() {
    let play = Self.play()
    Self.turn(play, by: 1, at: 0)
    play.panel.cancelAllContacts(at: PlayedPanel.time(100))
    #expect(play.happened() == ["a began 20", "a changed 21", "a cancelled 21"])
    #expect(play.panel.owners.isEmpty)
  }

  @Test("A reload does not interrupt the turn, even if the knob's index changes")
  func reload() {
    let play = Self.play()
    Self.turn(play, by: 1, at: 0)
    var layout = play.panel.layout
    layout.knobs.reverse()
    let next = PlayedPanel(
      play.panel.successor(
        layout: layout, viewport: PlayedPanel.viewport(of: layout), at: PlayedPanel.time(100)))
    Self.turn(next, by: 1, at: 200, knob: 1)
    #expect(next.happened() == ["a changed 22"])
    next.run(until: 1000)
    #expect(next.happened() == ["a ended 22"])
    #expect(next.panel.owners.isEmpty)
  }

  @Test("A knob without an encoder, and a turn by zero counts, change nothing") func noEffect() {
    let play = Self.play()
    Self.turn(play, by: 1, at: 0, knob: 1)
    Self.turn(play, by: 0, at: 100)
    #expect(play.happened() == [])
    #expect(play.panel.owners.isEmpty)
  }
}
