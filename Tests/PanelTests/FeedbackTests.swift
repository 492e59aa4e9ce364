import Gesture
import Glibc
import Knobs
import Layout
import Testing

@testable import Panel

/// The case tables in `TurnFeedback` and `PanelController+Feedback`.
@Suite struct FeedbackTests {
  /// A knob of radius 100 at (240, 240), 270 degrees for 0…100, at 50; and a button.
  private static func play(
    clicks: Bool = true, _ action: ButtonLayout.Action = .mute([0]),
    _ kind: ButtonLayout.Kind? = nil, _ change: (inout KnobLayout) -> Void = { _ in }
  ) -> PlayedPanel {
    var knob = KnobLayout(
      id: "knob", center: DesignPoint(x: 240, y: 240), diameter: 200, value: 50)
    knob.feel.isFiltered = false
    knob.feel.liftOffMicroseconds = 0
    change(&knob)
    var panel = PanelLayout(width: 480, height: 480)
    panel.clicks.isOn = clicks
    let button = ButtonLayout(
      id: "button", center: DesignPoint(x: 60, y: 440), width: 60, height: 40, action: action,
      kind: kind)
    return PlayedPanel(LayoutDocument(panel: panel, knobs: [knob], buttons: [button]))
  }

  private static func heard(_ play: PlayedPanel) -> String {
    defer { play.panel.feedback = [] }
    let names: [(Feedback, String)] = [(.detent, "d"), (.press, "p"), (.end, "E")]
    return names.filter { play.panel.feedback.contains($0.0) }.map(\.1).joined()
  }

  private static func place(_ degrees: Double) -> (x: Double, y: Double) {
    let radians = Angle.radians(fromDegrees: degrees)
    return (240 + 80 * sin(radians), 240 - 80 * cos(radians))
  }

  /// Lands at 12 o'clock and goes to each of these angles in turn, a degree at a time, with so many
  /// milliseconds between two samples.
  ///
  /// - Returns: For each angle, what was heard on the way.
  private static func turn(
    _ play: PlayedPanel, from start: Double = 0, _ angles: Double..., at time: Int64 = 0,
    pause: Int64 = 25, lifts: Bool = true
  ) -> [String] {
    var now = time
    var angle = start
    let (x, y) = place(start)
    play.down(x, y, at: now)
    _ = heard(play)
    let all = angles.map { target in
      var sound = ""
      while angle != target {
        angle = angle < target ? min(angle + 1, target) : max(angle - 1, target)
        now += pause
        let (x, y) = place(angle)
        play.move(x, y, at: now)
        sound += heard(play)
      }
      return sound
    }
    // It rests, so that lifting it is no tap.
    play.run(until: now + 500)
    if lifts { play.up(at: now + 500) }
    play.run(until: now + 1000)
    #expect(heard(play) == "")
    return all
  }

  // MARK: TurnFeedback

  @Test("row 1: a step, once each") func steps() {
    let play = Self.play { $0.scale.step = 10 }
    // Steps are 27 degrees apart.
    #expect(Self.turn(play, 60, 0) == ["dd", "dd"])
  }

  @Test("row 1: several steps at a time are one") func manySteps() {
    let play = Self.play { $0.scale.step = 1 }
    var (x, y) = Self.place(0)
    play.down(x, y, at: 0)
    for angle in [8.0, 70] {
      (x, y) = Self.place(angle)
      play.move(x, y, at: Int64(angle) * 10)
    }
    #expect(play.values()[0] > 70)
    #expect(Self.heard(play) == "d")
  }

  @Test("row 1: a sector") func sectors() {
    let play = Self.play { $0.travel = .sectors(["A", "B", "C", "D"]) }
    #expect(Self.turn(play, 200) == ["dd"])
  }

  @Test("row 2: fine steps are heard every 2 degrees at most") func fineSteps() {
    let play = Self.play { $0.scale.step = 0.1 }
    let (sounds, degrees) = (Self.turn(play, 60)[0], 60.0)
    #expect(sounds.allSatisfy { $0 == "d" })
    #expect(Double(sounds.count) <= degrees / 2)
    #expect(Double(sounds.count) > degrees / 2.5)
  }

  @Test("rows 3 and 4: a magnet clicks where it is reached or passed, not where it is left")
  func magnets() {
    let play = Self.play { $0.magnets = [Magnet(value: 60, width: 2)] }
    // 60 is 27 degrees from 50.
    #expect(Self.turn(play, 29, 60, 15) == ["d", "", "d"])
  }

  @Test("row 3: a magnet that is jumped over") func magnetPassed() {
    let play = Self.play { $0.magnets = [Magnet(value: 60, width: 1)] }
    var (x, y) = Self.place(0)
    play.down(x, y, at: 0)
    for angle in [8.0, 70] {
      (x, y) = Self.place(angle)
      play.move(x, y, at: Int64(angle) * 10)
    }
    #expect(Self.heard(play) == "d")
  }

  @Test("row 3: without ends, the short way passes magnets, not the long one") func magnetAround() {
    let play = Self.play {
      $0.travel = .endless
      $0.value = 95
      $0.magnets = [Magnet(value: 50, width: 0.5), Magnet(value: 0.5, width: 0.01)]
    }
    // 95 is 18 degrees before 12 o'clock; 36 degrees further is 5.
    #expect(Self.turn(play, 40) == ["d"])
  }

  @Test("row 4: a smooth knob, and one that snaps when it is released") func smooth() {
    #expect(Self.turn(Self.play(), 60, -60) == ["", ""])
    let released = Self.play {
      $0.scale.step = 10
      $0.snap = .release
    }
    #expect(Self.turn(released, 60) == [""])
  }

  @Test("rows 5 to 7: an end once, and again after it was left") func ends() {
    let play = Self.play()
    #expect(Self.turn(play, 134, 150, 148, 170, 120, 170) == ["", "E", "", "", "", "E"])
    #expect(play.values() == [100])
    #expect(Self.turn(play, -150, -320, at: 20_000) == ["", "E"])
    #expect(play.values() == [0])
  }

  @Test("row 5: the end of a stepped knob is an end, beside its last step") func lastStep() {
    let play = Self.play { $0.scale.step = 50 }
    #expect(Self.turn(play, 150) == ["dE"])
  }

  @Test("row 5: a limit, a ceiling and the most for one touch") func guards() {
    let guards: [(inout KnobLayout) -> Void] = [
      { $0.guards.limit = 70 }, { $0.guards.ceiling = 70 },
      { $0.guards.maximumRisePerGesture = 20 },
    ]
    for guarding in guards {
      let play = Self.play(.mute([0]), nil, guarding)
      #expect(Self.turn(play, 50, 100, 80, 120) == ["", "E", "", "E"])
      #expect(abs(play.values()[0] - 70) < 0.01)
    }
  }

  @Test("row 5: a limit of the speed is no stop") func speed() {
    let play = Self.play { $0.guards.maximumRisePerSecond = 5 }
    #expect(Self.turn(play, 100) == [""])
    #expect(play.values()[0] < 70)
  }

  @Test("row 8: what is at its end already") func foundThere() {
    let play = Self.play { $0.value = 100 }
    #expect(Self.turn(play, 60) == [""])
    // And what came there by itself since.
    play.panel.set(value: 40, ofKnob: 0)
    play.panel.set(value: 0, ofKnob: 0)
    #expect(Self.turn(play, -60, at: 10_000) == [""])
  }

  @Test("rows 6 and 8: a second touch within 4 degrees of the end that the first found")
  func nextTouch() {
    let play = Self.play()
    #expect(Self.turn(play, 150) == ["E"])
    #expect(Self.turn(play, -2, 30, at: 20_000) == ["", ""])
    #expect(Self.turn(play, -8, 30, at: 40_000) == ["", "E"])
  }

  @Test("row 9: without ends") func endless() {
    let play = Self.play { $0.travel = .endless }
    #expect(Self.turn(play, 700) == [""])
  }

  // MARK: PanelController+Feedback

  @Test("row 1: off, as without the key") func off() {
    #expect(!PanelLayout().clicks.isOn)
    let play = Self.play(clicks: false) { $0.scale.step = 10 }
    #expect(Self.turn(play, 150) == [""])
    play.tap(60, 440, at: 10_000)
    #expect(Self.heard(play) == "")
  }

  @Test("row 3: off for the knob; its buttons click") func offForKnob() {
    let play = Self.play {
      $0.scale.step = 10
      $0.clicks = false
      $0.taps.action = .nudge(10)
    }
    #expect(Self.turn(play, 150) == [""])
    play.tap(320, 240, at: 10_000)
    #expect(Self.heard(play) == "")
    play.tap(60, 440, at: 20_000)
    #expect(Self.heard(play) == "p")
  }

  @Test("row 4: locked, disabled, offline") func inert() {
    let locked = Self.play {
      $0.scale.step = 10
      $0.guards.lock = .tap
    }
    #expect(Self.turn(locked, 60) == [""])
    locked.tap(320, 240, at: 10_000)
    #expect(Self.heard(locked) == "")
    #expect(Self.turn(locked, 60, at: 11_000) == ["dd"])
    #expect(Self.turn(Self.play { ($0.scale.step, $0.isEnabled) = (10, false) }, 60) == [""])
    let offline = Self.play { $0.scale.step = 10 }
    offline.panel.connect(knob: 0)
    #expect(Self.turn(offline, 60) == [""])
  }

  @Test("row 5: nudges that repeat") func nudges() {
    let play = Self.play {
      $0.taps.action = .nudge(1)
      $0.taps.repeats = true
    }
    play.down(320, 240, at: 0)
    var sounds = ""
    while let wake = play.panel.nextWake, wake <= PlayedPanel.time(1500) {
      play.panel.tick(at: wake)
      sounds += Self.heard(play)
    }
    let steps = Int((play.values()[0] - 50).rounded())
    #expect(steps > 2)
    #expect(sounds == String(repeating: "d", count: steps))
  }

  @Test("row 6: a tap that changes the value, and one that cannot") func taps() {
    let play = Self.play {
      $0.value = 95
      $0.taps.action = .nudge(10)
    }
    play.tap(320, 240, at: 0)
    #expect(Self.heard(play) == "p")
    play.tap(320, 240, at: 2000)
    #expect(Self.heard(play) == "")
    let plain = Self.play()
    plain.tap(320, 240, at: 0)
    #expect(Self.heard(plain) == "")
  }

  @Test("row 7: a button acts when it is released, a momentary one when it is pressed")
  func buttons() {
    let play = Self.play { $0.scale.step = 1 }
    play.down(60, 440, at: 0)
    #expect(Self.heard(play) == "")
    play.up(at: 60)
    play.run(until: 1000)
    #expect(play.values() == [0])
    #expect(Self.heard(play) == "p")

    let momentary = Self.play(.mute([0]), .momentary)
    momentary.down(60, 440, at: 0)
    #expect(Self.heard(momentary) == "p")
    momentary.up(at: 60)
    momentary.run(until: 1000)
    #expect(momentary.values() == [50])
    #expect(Self.heard(momentary) == "")
  }

  @Test("row 8: a press that is cancelled") func cancelled() {
    let play = Self.play()
    play.down(60, 440, at: 0)
    play.cancel(at: 60)
    play.down(60, 440, at: 1000)
    play.move(60, 300, at: 1050)
    play.up(at: 1100)
    #expect(Self.heard(play) == "")
  }

  @Test("row 9: fast turns are 50 detents in a second at most, and ends are heard all the same")
  func rate() {
    let play = Self.play { $0.scale.step = 1 }
    // A step is 2.7 degrees: 370 in a second, by samples a millisecond apart.
    let sounds = Self.turn(play, 120, -120, -200, pause: 1)
    #expect((12...18).contains((sounds[0] + sounds[1]).count), "\(sounds)")
    #expect(sounds[0].allSatisfy { $0 == "d" })
    #expect(sounds[2].filter { $0 == "E" }.count == 1)
  }

  @Test("row 9: the limit is that of all knobs together") func rateOfTwo() {
    let knobs = (0..<2).map { index in
      KnobLayout(
        id: "\(index)", center: DesignPoint(x: 240 + 240 * Double(index), y: 240), diameter: 200,
        scale: Scale(step: 1), value: 50)
    }
    var panel = PanelLayout(width: 800, height: 480)
    panel.clicks.isOn = true
    let play = PlayedPanel(LayoutDocument(panel: panel, knobs: knobs))
    for finger in 0...1 { play.down(240 + 240 * Double(finger), 160, at: 0, finger: finger) }
    var sounds = ""
    for time in 1...400 {
      let (x, y) = Self.place(Double(time) / 4)
      for finger in 0...1 {
        play.move(x + 240 * Double(finger), y, at: Int64(time), finger: finger)
        sounds += Self.heard(play)
      }
    }
    // Each knob passes 37 steps in 0.4 seconds.
    #expect((12...20).contains(sounds.count), "\(sounds.count)")
  }

  @Test("row 10: what something else moves") func others() {
    var knobs = (0..<2).map { index in
      KnobLayout(
        id: "\(index)", center: DesignPoint(x: 240 + 240 * Double(index), y: 240), diameter: 200,
        scale: Scale(step: 10), value: 50)
    }
    knobs[1].control = .group(GroupLayout(members: ["0"], shows: .mean))
    var panel = PanelLayout(width: 800, height: 480)
    panel.clicks.isOn = true
    let play = PlayedPanel(LayoutDocument(panel: panel, knobs: knobs))
    play.panel.connect(knob: 0)
    for (level, time) in [(0.5, 0), (1, 1000), (0, 2000), (0.4, 3000)] as [(Double, Int64)] {
      play.panel.handleLevel(level, ofKnob: 0, at: PlayedPanel.time(time))
      play.run(until: time + 900)
    }
    play.panel.set(value: 50, ofKnob: 1)
    #expect(Self.heard(play) == "")
  }

  @Test("a finger on the panel says that something may come") func expectation() {
    let play = Self.play()
    #expect(!play.panel.mayGiveFeedback)
    play.down(240, 160, at: 0)
    #expect(play.panel.mayGiveFeedback)
    play.up(at: 50)
    #expect(!play.panel.mayGiveFeedback)
    let off = Self.play(clicks: false)
    off.down(240, 160, at: 0)
    #expect(!off.panel.mayGiveFeedback)
  }
}
