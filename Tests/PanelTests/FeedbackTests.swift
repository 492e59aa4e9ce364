import Gesture
import Glibc
import Knobs
import Layout
import Testing

@testable import Panel

/// The case tables in `TurnFeedback` and `PanelController+Feedback`.
@Suite struct FeedbackTests {
  /// A knob of radius 100 at (240, 240), with 270 degrees for 0…100, at 50; and a button.
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

  private static func feedback(_ play: PlayedPanel) -> String {
    defer { play.panel.feedback = [] }
    let names: [(Feedback, String)] = [(.detent, "d"), (.press, "p"), (.end, "E")]
    return names.filter { play.panel.feedback.contains($0.0) }.map(\.1).joined()
  }

  private static func point(_ degrees: Double) -> (x: Double, y: Double) {
    let radians = Angle.radians(fromDegrees: degrees)
    return (240 + 80 * sin(radians), 240 - 80 * cos(radians))
  }

  /// Lands at 12 o'clock and moves to each of these angles in turn, a degree at a time, with so
  /// many milliseconds between samples.
  ///
  /// - Returns: For each angle, the feedback on the way.
  private static func turn(
    _ play: PlayedPanel, from start: Double = 0, _ angles: Double..., at time: Int64 = 0,
    pause: Int64 = 25, lifts: Bool = true
  ) -> [String] {
    var now = time
    var angle = start
    let (x, y) = point(start)
    play.down(x, y, at: now)
    _ = feedback(play)
    let all = angles.map { target in
      var sound = ""
      while angle != target {
        angle = angle < target ? min(angle + 1, target) : max(angle - 1, target)
        now += pause
        let (x, y) = point(angle)
        play.move(x, y, at: now)
        sound += feedback(play)
      }
      return sound
    }
    // The finger rests, so that lifting it is not a tap.
    play.run(until: now + 500)
    if lifts { play.up(at: now + 500) }
    play.run(until: now + 1000)
    #expect(feedback(play) == "")
    return all
  }

  // MARK: TurnFeedback

  @Test("Row 1: Each step clicks once") func steps() {
    let play = Self.play { $0.scale.step = 10 }
    // Steps are 27 degrees apart.
    #expect(Self.turn(play, 60, 0) == ["dd", "dd"])
  }

  @Test("Row 1: Several steps at a time click once") func manySteps() {
    let play = Self.play { $0.scale.step = 1 }
    var (x, y) = Self.point(0)
    play.down(x, y, at: 0)
    for angle in [8.0, 70] {
      (x, y) = Self.point(angle)
      play.move(x, y, at: Int64(angle) * 10)
    }
    #expect(play.values()[0] > 70)
    #expect(Self.feedback(play) == "d")
  }

  @Test("Row 1: Each sector clicks") func sectors() {
    let play = Self.play { $0.travel = .sectors(["A", "B", "C", "D"]) }
    #expect(Self.turn(play, 200) == ["dd"])
  }

  @Test("Row 2: Fine steps click every 2 degrees at most") func fineSteps() {
    let play = Self.play { $0.scale.step = 0.1 }
    let (sounds, degrees) = (Self.turn(play, 60)[0], 60.0)
    #expect(sounds.allSatisfy { $0 == "d" })
    #expect(Double(sounds.count) <= degrees / 2)
    #expect(Double(sounds.count) > degrees / 2.5)
  }

  @Test("Rows 3 and 4: A magnet clicks when reached or passed, not when left")
  func magnets() {
    let play = Self.play { $0.magnets = [Magnet(value: 60, width: 2)] }
    // 60 is 27 degrees from 50.
    #expect(Self.turn(play, 29, 60, 15) == ["d", "", "d"])
  }

  @Test("Row 3: A magnet that is jumped over clicks") func magnetPassed() {
    let play = Self.play { $0.magnets = [Magnet(value: 60, width: 1)] }
    var (x, y) = Self.point(0)
    play.down(x, y, at: 0)
    for angle in [8.0, 70] {
      (x, y) = Self.point(angle)
      play.move(x, y, at: Int64(angle) * 10)
    }
    #expect(Self.feedback(play) == "d")
  }

  @Test("Row 3: Without ends, only magnets on the short way click") func magnetAround() {
    let play = Self.play {
      $0.travel = .endless
      $0.value = 95
      $0.magnets = [Magnet(value: 50, width: 0.5), Magnet(value: 0.5, width: 0.01)]
    }
    // 95 is 18 degrees before 12 o'clock; 36 degrees further is 5.
    #expect(Self.turn(play, 40) == ["d"])
  }

  @Test("Row 4: A smooth knob, and one that snaps on release, do not click") func smooth() {
    #expect(Self.turn(Self.play(), 60, -60) == ["", ""])
    let released = Self.play {
      $0.scale.step = 10
      $0.snap = .release
    }
    #expect(Self.turn(released, 60) == [""])
  }

  @Test("Rows 5 to 7: An end clicks once, and again after the knob has left it") func ends() {
    let play = Self.play()
    #expect(Self.turn(play, 134, 150, 148, 170, 120, 170) == ["", "E", "", "", "", "E"])
    #expect(play.values() == [100])
    #expect(Self.turn(play, -150, -320, at: 20_000) == ["", "E"])
    #expect(play.values() == [0])
  }

  @Test("Row 5: The end of a stepped knob clicks besides its last step") func lastStep() {
    let play = Self.play { $0.scale.step = 50 }
    #expect(Self.turn(play, 150) == ["dE"])
  }

  @Test("Row 5: A limit, a ceiling and the rise limit of a touch click as ends") func guards() {
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

  @Test("Row 5: A speed limit does not click") func speed() {
    let play = Self.play { $0.guards.maximumRisePerSecond = 5 }
    #expect(Self.turn(play, 100) == [""])
    #expect(play.values()[0] < 70)
  }

  @Test("Row 8: A knob that is already at its end does not click") func alreadyAtEnd() {
    let play = Self.play { $0.value = 100 }
    #expect(Self.turn(play, 60) == [""])
    // Nor if the value has arrived there by other means.
    play.panel.set(value: 40, ofKnob: 0)
    play.panel.set(value: 0, ofKnob: 0)
    #expect(Self.turn(play, -60, at: 10_000) == [""])
  }

  @Test("Rows 6 and 8: A second touch within 4 degrees of the end does not click again")
  func nextTouch() {
    let play = Self.play()
    #expect(Self.turn(play, 150) == ["E"])
    #expect(Self.turn(play, -2, 30, at: 20_000) == ["", ""])
    #expect(Self.turn(play, -8, 30, at: 40_000) == ["", "E"])
  }

  @Test("Row 9: A knob without ends does not click") func endless() {
    let play = Self.play { $0.travel = .endless }
    #expect(Self.turn(play, 700) == [""])
  }

  // MARK: PanelController+Feedback

  @Test("Row 1: Clicks are off by default") func off() {
    #expect(!PanelLayout().clicks.isOn)
    let play = Self.play(clicks: false) { $0.scale.step = 10 }
    #expect(Self.turn(play, 150) == [""])
    play.tap(60, 440, at: 10_000)
    #expect(Self.feedback(play) == "")
  }

  @Test("Row 3: Clicks that are off for a knob stay on for buttons") func offForKnob() {
    let play = Self.play {
      $0.scale.step = 10
      $0.clicks = false
      $0.taps.action = .nudge(10)
    }
    #expect(Self.turn(play, 150) == [""])
    play.tap(320, 240, at: 10_000)
    #expect(Self.feedback(play) == "")
    play.tap(60, 440, at: 20_000)
    #expect(Self.feedback(play) == "p")
  }

  @Test("Row 4: Locked, disabled and offline knobs do not click") func inert() {
    let locked = Self.play {
      $0.scale.step = 10
      $0.guards.lock = .tap
    }
    #expect(Self.turn(locked, 60) == [""])
    locked.tap(320, 240, at: 10_000)
    #expect(Self.feedback(locked) == "")
    #expect(Self.turn(locked, 60, at: 11_000) == ["dd"])
    #expect(Self.turn(Self.play { ($0.scale.step, $0.isEnabled) = (10, false) }, 60) == [""])
    let offline = Self.play { $0.scale.step = 10 }
    offline.panel.connect(.knob(0))
    #expect(Self.turn(offline, 60) == [""])
  }

  @Test("Row 5: Each repeated nudge clicks") func nudges() {
    let play = Self.play {
      $0.taps.action = .nudge(1)
      $0.taps.repeats = true
    }
    play.down(320, 240, at: 0)
    var sounds = ""
    while let wake = play.panel.nextWake, wake <= PlayedPanel.time(1500) {
      play.panel.tick(at: wake)
      sounds += Self.feedback(play)
    }
    let steps = Int((play.values()[0] - 50).rounded())
    #expect(steps > 2)
    #expect(sounds == String(repeating: "d", count: steps))
  }

  @Test("Row 6: A tap clicks only if it changes the value") func taps() {
    let play = Self.play {
      $0.value = 95
      $0.taps.action = .nudge(10)
    }
    play.tap(320, 240, at: 0)
    #expect(Self.feedback(play) == "p")
    play.tap(320, 240, at: 2000)
    #expect(Self.feedback(play) == "")
    let plain = Self.play()
    plain.tap(320, 240, at: 0)
    #expect(Self.feedback(plain) == "")
  }

  @Test("Row 7: A button clicks on release, a momentary one on press")
  func buttons() {
    let play = Self.play { $0.scale.step = 1 }
    play.down(60, 440, at: 0)
    #expect(Self.feedback(play) == "")
    play.up(at: 60)
    play.run(until: 1000)
    #expect(play.values() == [0])
    #expect(Self.feedback(play) == "p")

    let momentary = Self.play(.mute([0]), .momentary)
    momentary.down(60, 440, at: 0)
    #expect(Self.feedback(momentary) == "p")
    momentary.up(at: 60)
    momentary.run(until: 1000)
    #expect(momentary.values() == [50])
    #expect(Self.feedback(momentary) == "")
  }

  @Test("Row 8: A cancelled press does not click") func cancelled() {
    let play = Self.play()
    play.down(60, 440, at: 0)
    play.cancel(at: 60)
    play.down(60, 440, at: 1000)
    play.move(60, 300, at: 1050)
    play.up(at: 1100)
    #expect(Self.feedback(play) == "")
  }

  @Test("Row 9: Fast turns click at most 50 times a second, but always at ends")
  func rate() {
    let play = Self.play { $0.scale.step = 1 }
    // A step is 2.7 degrees: 370 steps a second, with samples a millisecond apart.
    let sounds = Self.turn(play, 120, -120, -200, pause: 1)
    #expect((12...18).contains((sounds[0] + sounds[1]).count), "\(sounds)")
    #expect(sounds[0].allSatisfy { $0 == "d" })
    #expect(sounds[2].filter { $0 == "E" }.count == 1)
  }

  @Test("Row 9: The rate limit applies to all knobs together") func rateOfTwo() {
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
      let (x, y) = Self.point(Double(time) / 4)
      for finger in 0...1 {
        play.move(x + 240 * Double(finger), y, at: Int64(time), finger: finger)
        sounds += Self.feedback(play)
      }
    }
    // Each knob passes 37 steps in 0.4 seconds.
    #expect((12...20).contains(sounds.count), "\(sounds.count)")
  }

  @Test("Row 10: Changes by other means do not click") func otherChanges() {
    var knobs = (0..<2).map { index in
      KnobLayout(
        id: "\(index)", center: DesignPoint(x: 240 + 240 * Double(index), y: 240), diameter: 200,
        scale: Scale(step: 10), value: 50)
    }
    knobs[1].control = .group(GroupLayout(members: ["0"], shows: .mean))
    var panel = PanelLayout(width: 800, height: 480)
    panel.clicks.isOn = true
    let play = PlayedPanel(LayoutDocument(panel: panel, knobs: knobs))
    play.panel.connect(.knob(0))
    for (level, time) in [(0.5, 0), (1, 1000), (0, 2000), (0.4, 3000)] as [(Double, Int64)] {
      play.panel.handleLevel(level, of: .knob(0), at: PlayedPanel.time(time))
      play.run(until: time + 900)
    }
    play.panel.set(value: 50, ofKnob: 1)
    #expect(Self.feedback(play) == "")
  }

  @Test("Feedback is possible only while a finger is down") func onlyWhileTouched() {
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
