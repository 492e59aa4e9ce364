import Gesture
import Glibc
import GoldenPictures
import Knobs
import Layout
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// The case table in `StopGlowFade`, and the appearance of the glow at stops.
@Suite struct StopGlowTests {
  /// A knob of radius 100 at (240, 240), with 270 degrees for 0…100, at 90.
  private static func play(
    clicks: Bool = true, _ change: (inout KnobLayout) -> Void = { _ in }
  ) -> PlayedPanel {
    var knob = KnobLayout(
      id: "knob", center: DesignPoint(x: 240, y: 240), diameter: 200, value: 90)
    knob.feel.isFiltered = false
    knob.feel.liftOffMicroseconds = 0
    change(&knob)
    var panel = PanelLayout(width: 480, height: 480)
    panel.clicks.isOn = clicks
    return PlayedPanel(LayoutDocument(panel: panel, knobs: [knob]))
  }

  /// Moves between two angles, a degree every 10 milliseconds; returns the time of arrival.
  private static func move(
    _ play: PlayedPanel, from start: Int, to end: Int, at time: Int64
  ) -> Int64 {
    var now = time
    for angle in stride(from: start, through: end, by: start < end ? 1 : -1) {
      let radians = Angle.radians(fromDegrees: Double(angle))
      let (x, y) = (240 + 80 * sin(radians), 240 - 80 * cos(radians))
      if time == 0, angle == start { play.down(x, y, at: 0) } else { play.move(x, y, at: now) }
      now += 10
    }
    return now - 10
  }

  private static func glow(_ play: PlayedPanel) -> StopGlow? {
    play.panel.viewState(ofKnob: 0).stopGlow
  }

  @Test("Row 1: The glow is full while the finger keeps turning, then fades without more wake-ups")
  func fading() {
    let play = Self.play()
    // The end is 27 degrees away.
    var now = Self.move(play, from: 0, to: 26, at: 0)
    #expect(Self.glow(play) == nil)
    now = Self.move(play, from: 27, to: 80, at: now + 10)
    #expect(Self.glow(play) == StopGlow(position: 1, opacity: 1))
    var opacities: [Double] = []
    while let wake = play.panel.nextWake, wake <= PlayedPanel.time(now + 1000) {
      play.panel.tick(at: wake)
      opacities.append(Self.glow(play)?.opacity ?? 0)
    }
    #expect(opacities.first == 1)
    #expect(opacities == opacities.sorted(by: >))
    #expect(opacities.contains { $0 > 0 && $0 < 1 })
    #expect(Self.glow(play) == nil)
    // After a long rest, turning on makes it glow again.
    now = Self.move(play, from: 81, to: 84, at: now + 1000)
    #expect(Self.glow(play)?.opacity == 1)
    // Turning back does not keep it.
    now = Self.move(play, from: 83, to: 60, at: now + 10)
    now = Self.move(play, from: 59, to: 55, at: now + 10)
    #expect(Self.glow(play) == nil)
    play.up(at: now + 10)
    play.run(until: now + 2000)
    #expect(play.panel.nextWake == nil)
  }

  @Test("A limit glows, with every kind of over-travel") func limit() {
    for overTravel in Knob.OverTravel.allCases {
      let play = Self.play {
        $0.guards.limit = 95
        $0.overTravel = overTravel
      }
      _ = Self.move(play, from: 0, to: 40, at: 0)
      #expect(Self.glow(play) == StopGlow(position: 0.95, opacity: 1))
    }
  }

  @Test("The low end glows with every kind of over-travel, but not while turning back")
  func lowEnd() {
    for overTravel in Knob.OverTravel.allCases {
      let play = Self.play {
        $0.value = 10
        $0.overTravel = overTravel
      }
      let now = Self.move(play, from: 0, to: -70, at: 0)
      #expect(Self.glow(play) == StopGlow(position: 0, opacity: 1))
      play.run(until: now + 500)
      _ = Self.move(play, from: -69, to: -60, at: now + 500)
      #expect(Self.glow(play) == nil)
    }
  }

  @Test("A knob that is already at its end glows when it is turned further") func alreadyAtEnd() {
    let play = Self.play { $0.value = 100 }
    _ = Self.move(play, from: 0, to: 8, at: 0)
    #expect(Self.glow(play)?.opacity == 1)
    #expect(play.panel.feedback.isEmpty)
  }

  @Test("Without clicks on the panel or the knob, and while locked, nothing glows") func off() {
    let plays = [
      Self.play(clicks: false), Self.play { $0.clicks = false },
      Self.play { $0.guards.lock = .tap },
    ]
    for play in plays {
      _ = Self.move(play, from: 0, to: 60, at: 0)
      #expect(Self.glow(play) == nil)
    }
  }

  @Test("A finger that keeps turning does not stop other animations") func otherAnimations() {
    let knobs = [240.0, 700].enumerated().map { index, x in
      KnobLayout(
        id: "\(index)", center: DesignPoint(x: x, y: 240), diameter: 200,
        value: index == 0 ? 100 : 0)
    }
    var panel = PanelLayout(width: 900, height: 480)
    panel.clicks.isOn = true
    let play = PlayedPanel(LayoutDocument(panel: panel, knobs: knobs))
    play.panel.connect(.knob(1))
    for level in [0, 0.8] { play.panel.handleLevel(level, of: .knob(1), at: PlayedPanel.time(0)) }
    play.down(240, 160, at: 0)
    for step in 1...200 {
      let radians = Double(step) * 0.02
      play.move(240 + 80 * sin(radians), 240 - 80 * cos(radians), at: Int64(step) * 5)
    }
    #expect(Self.glow(play)?.opacity == 1)
    #expect(play.panel.viewState(ofKnob: 1).position == 0.8)
  }

  @Test(arguments: PanelLayout.themes) func looks(theme: ThemeName) throws {
    var knobs = [
      DrawingFixtures.knob(106, 110, 184, name: "Bar", unit: "%"),
      DrawingFixtures.knob(306, 110, 184, name: "Bar", unit: "%"),
      DrawingFixtures.knob(460, 60, 84, name: "Bar"), DrawingFixtures.knob(460, 170, 84),
    ]
    knobs[1].guards.limit = 70
    knobs[3].guards.limit = 70
    let picture = DrawingFixtures.picture(knobs, width: 530, height: 230, theme: theme)
    for (index, position) in [1, 0.7, 0, 0.7].enumerated() {
      var look = DrawingFixtures.look(position, held: true)
      look.stopGlow = StopGlow(position: position, opacity: index == 3 ? 0.5 : 1)
      if index == 0 { look.overTravel = 5 }
      picture.set(look, ofKnob: index)
    }
    let frame = DrawingFixtures.frame(530, 230)
    _ = picture.draw(into: frame)
    if let mismatch = try GoldenPicture("stop-glow-\(theme)").mismatch(of: frame) {
      Attachment.record(mismatch.actual, named: "actual.png")
      Attachment.record(mismatch.difference, named: "difference.png")
      Issue.record("\(mismatch.message)")
    }
  }

  @Test("A knob that ignores fingers does not glow") func ignoredFingers() {
    let face = DrawingFixtures.face(DrawingFixtures.knob(150, 150, 200), .graphite)
    for state in KnobViewState.State.allCases {
      var look = DrawingFixtures.look(1, state: state)
      look.stopGlow = StopGlow(position: 1, opacity: 1)
      #expect((KnobElements(look, face).stopGlow.degrees != nil) == (state == .normal))
    }
  }
}
