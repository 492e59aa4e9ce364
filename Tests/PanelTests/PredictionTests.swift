import Gesture
import Glibc
import Knobs
import Layout
import Panel
import Testing

/// The pointer drawn at the predicted position of a finger; the value stays at the actual position.
@Suite struct PredictionTests {
  private static func play(_ change: (inout KnobLayout) -> Void = { _ in }) -> PlayedPanel {
    var knob = KnobLayout(
      id: "knob", center: DesignPoint(x: 240, y: 240), diameter: 200, scale: Scale(step: 0),
      value: 20)
    change(&knob)
    return PlayedPanel(
      LayoutDocument(panel: PanelLayout(width: 480, height: 480), knobs: [knob]))
  }

  /// Turns by so many degrees every 10 ms, from 0 ms on.
  private static func turn(_ play: PlayedPanel, by degrees: Double, reports: Int) {
    for report in 0...reports {
      let radians = Angle.radians(fromDegrees: degrees * Double(report))
      let (x, y) = (240 + 80 * sin(radians), 240 - 80 * cos(radians))
      let time = Int64(report) * 10
      if report == 0 { play.down(x, y, at: time) } else { play.move(x, y, at: time) }
    }
  }

  /// How far the pointer is drawn ahead of the value, in degrees.
  private static func ahead(_ play: PlayedPanel) -> Double {
    let value = play.panel.value(ofKnob: 0)
    return 270 * play.panel.viewState(ofKnob: 0).position - 2.7 * value
  }

  @Test("Prediction moves only the pointer, not the value, events or requests")
  func ahead() {
    let play = Self.play()
    Self.turn(play, by: 3, reports: 20)
    let state = play.panel.viewState(ofKnob: 0)
    let happened = play.happened()
    let requests = play.panel.controlRequests
    play.panel.predict(shownAt: PlayedPanel.time(210))
    #expect(abs(Self.ahead(play) - 3) < 0.05)
    #expect(play.panel.viewState(ofKnob: 0).text == state.text)
    #expect(!happened.isEmpty && play.happened().isEmpty)
    #expect(play.panel.controlRequests == requests)
    play.panel.predict(shownAt: nil)
    #expect(play.panel.viewState(ofKnob: 0) == state)
  }

  @Test("The pointer is redrawn only when its position changes")
  func drawing() {
    let play = Self.play()
    Self.turn(play, by: 3, reports: 20)
    play.panel.viewChanges.removeAll()
    for (time, isDrawn) in [(210, true), (210, false), (215, true), (260, true), (270, false)] {
      play.panel.predict(shownAt: PlayedPanel.time(Int64(time)))
      #expect(play.panel.viewChanges.knobs.contains(0) == isDrawn, "\(time)")
      play.panel.viewChanges.removeAll()
    }
  }

  @Test("A finger that stops causes one more wake-up, and the pointer returns to the finger")
  func stops() throws {
    let play = Self.play()
    Self.turn(play, by: 3, reports: 20)
    // The alarm for contacts without further reports.
    let later = try #require(play.panel.nextWake)
    #expect(later > PlayedPanel.time(10_000))
    play.panel.predict(shownAt: PlayedPanel.time(210))
    #expect(play.panel.nextWake == PlayedPanel.time(240))
    play.run(until: 240)
    play.panel.predict(shownAt: PlayedPanel.time(250))
    #expect(abs(Self.ahead(play)) < 1e-3)
    #expect(play.panel.nextWake == later)
  }

  @Test("A prediction passes neither the ends nor a limit", arguments: [nil, 60] as [Double?])
  func ends(limit: Double?) {
    let play = Self.play {
      $0.value = (limit ?? 100) - 11.5
      $0.guards.limit = limit
    }
    Self.turn(play, by: 3, reports: 10)
    play.panel.predict(shownAt: PlayedPanel.time(120))
    #expect(abs(play.panel.viewState(ofKnob: 0).position - (limit ?? 100) / 100) < 1e-3)
    #expect(play.panel.value(ofKnob: 0) < limit ?? 100)
  }

  @Test("A locked knob is not predicted") func locked() {
    let play = Self.play { $0.guards.lock = .tap }
    Self.turn(play, by: 3, reports: 20)
    play.panel.predict(shownAt: PlayedPanel.time(210))
    #expect(abs(Self.ahead(play)) < 1e-3)
  }

  @Test("When the finger lifts, the pointer glides back to the value")
  func lifts() {
    let play = Self.play()
    Self.turn(play, by: 3, reports: 20)
    play.panel.predict(shownAt: PlayedPanel.time(215))
    let ahead = Self.ahead(play)
    play.up(at: 205)
    #expect(abs(Self.ahead(play) - ahead) < 1e-3)
    play.run(until: 1000)
    #expect(abs(Self.ahead(play)) < 1e-3)
    play.panel.predict(shownAt: PlayedPanel.time(1010))
    #expect(abs(Self.ahead(play)) < 1e-3)
  }

  @Test("A cancelled contact leaves no prediction")
  func cancelled() {
    for end in [{ $0.cancel(at: 205) }, { $0.panel.cancelAllContacts(at: PlayedPanel.time(205)) }]
      as [(PlayedPanel) -> Void]
    {
      let play = Self.play()
      Self.turn(play, by: 3, reports: 20)
      play.panel.predict(shownAt: PlayedPanel.time(215))
      end(play)
      play.run(until: 1000)
      #expect(abs(Self.ahead(play)) < 1e-3)
    }
  }

  @Test("A wheel's prediction continues past its end") func wheel() {
    let play = Self.play {
      $0.travel = .sectors(["a", "b", "c", "d"])
      $0.scale = Scale(range: 0...3, step: 1)
      $0.value = 0
    }
    Self.turn(play, by: -3, reports: 1)
    Self.turn(play, by: 0, reports: 0)
    Self.turn(play, by: 17.8, reports: 20)
    play.panel.predict(shownAt: PlayedPanel.time(210))
    let position = play.panel.viewState(ofKnob: 0).position
    #expect(position >= 0 && position < 0.1, "\(position)")
  }
}
