import Diagnostics
import Gesture
import Knobs
import Layout
import LayoutFile
import Randomness
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// Properties that hold whatever fingers do to knobs, buttons and pages.
@Suite struct PanelPropertyTests {
  /// Knobs and buttons of every kind on three pages, some overlapping or beyond the edge.
  static func layout(theme: ThemeName = .graphite) -> LayoutDocument {
    var knobs = [
      DrawingFixtures.knob(80, 70, 120, name: "Living room", unit: "%"),
      DrawingFixtures.knob(190, 50, 60, name: "Bath"),
      DrawingFixtures.knob(200, 130, 50, travel: .sectors(["A", "Bee", "C"])),
    ]
    knobs[0].taps.action = .mute
    for index in 0...1 {
      knobs[index].value = 40
      knobs[index].defaultValue = 25
    }
    func button(
      _ id: String, _ x: Double, _ y: Double, _ action: ButtonLayout.Action,
      _ kind: ButtonLayout.Kind? = nil, _ icon: ButtonLayout.Icon? = nil
    ) -> ButtonLayout {
      ButtonLayout(
        id: id, center: DesignPoint(x: x, y: y), width: 44, height: 30, text: "M", icon: icon,
        action: action, kind: kind)
    }
    let preset = ButtonLayout.Action.preset([
      .init(knob: 0, value: 60), .init(knob: 2, value: 1),
    ])
    knobs[0].page = 0
    knobs[2].page = 1
    var layout = LayoutDocument(
      panel: PanelLayout(width: 240, height: 180, theme: theme), knobs: knobs,
      labels: [LabelLayout(text: "Rooms", at: .init(x: 12, y: 16), size: 12)],
      buttons: [
        button("mute", 80, 70, .mute([0]), nil, .speaker),
        button("all", 30, 160, .mute([0, 1, 2])),
        button("hush", 85, 160, .mute([0, 1]), .momentary),
        button("reset", 140, 160, .reset([0, 1])),
        button("preset", 225, 95, preset, .toggle),
        button("hold", 225, 165, preset, .momentary, .up), button("next", 140, 20, .page(.next)),
      ])
    layout.labels[0].page = 1
    for index in [0, 2] { layout.buttons[index].page = 0 }
    layout.buttons[4].page = 1
    layout.pages = ["one", "two", "three"].map { PageLayout(id: $0) }
    layout.panel.paging.tabs?.height = 24
    return layout
  }

  /// A random step: fingers come and go, controls report levels, time passes.
  static func step(_ play: PlayedPanel, at time: Int64, _ random: inout SeededGenerator) {
    let finger = random.below(3)
    let (x, y) = (random.fraction() * 260 - 10, random.fraction() * 200 - 10)
    switch random.below(12) {
    case 0...2: play.down(x, y, at: time, finger: finger)
    case 3...6: play.move(x, y, at: time, finger: finger)
    case 7, 8: play.up(at: time, finger: finger)
    case 9: play.cancel(at: time, finger: finger)
    case 10:
      play.panel.handleLevel(
        random.fraction(), of: .knob(random.below(3)), at: PlayedPanel.time(time))
    default:
      let knob = random.below(3)
      if random.below(4) == 0 { play.panel.handleLoss(of: .knob(knob), at: PlayedPanel.time(time)) }
      play.run(until: time)
    }
  }

  private static func picture(of layout: LayoutDocument) -> PanelPicture {
    PanelPicture(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), typesetter: BlockTypesetter())
  }

  @Test(
    "Partially redrawn frames equal whole frames",
    arguments: [(ThemeName.graphite, 1), (.paper, 2), (.hifi, 3), (.graphite, 4)])
  func incrementsEqualDrawingWhole(theme: ThemeName, seed: Int) {
    let layout = Self.layout(theme: theme)
    var random = SeededGenerator(seed: UInt64(seed))
    let picture = Self.picture(of: layout)
    let play = PlayedPanel(layout)
    let frame = DrawingFixtures.frame(240, 180)
    for round in 0..<25 {
      for index in 0..<8 {
        Self.step(play, at: Int64(round * 8 + index) * 23, &random)
        picture.update(from: play.panel)
        _ = picture.draw(into: frame)
      }
      let whole = DrawingFixtures.frame(240, 180)
      let fresh = Self.picture(of: layout)
      // Only a whole redraw shows pages at another position.
      play.panel.viewChanges.markAll()
      fresh.update(from: play.panel)
      _ = fresh.draw(into: whole)
      play.panel.viewChanges.markAll()
      picture.update(from: play.panel)
      _ = picture.draw(into: frame)
      let isSame = DrawingFixtures.rows(frame) == DrawingFixtures.rows(whole)
      #expect(isSame, "round \(round)")
      if !isSame { return }
    }
  }

  @Test("After any sequence of touches, nothing stays held", arguments: 0..<20)
  func nothingStaysHeld(seed: Int) {
    var random = SeededGenerator(seed: UInt64(100 + seed))
    let play = PlayedPanel(Self.layout())
    for time in 0..<400 { Self.step(play, at: Int64(time) * 17, &random) }
    for finger in 0..<3 { play.up(at: 7000, finger: finger) }
    play.run(until: 20_000)
    #expect(play.panel.owners.isEmpty)
    for index in play.panel.layout.buttons.indices {
      #expect(play.panel.buttons[index].owner == nil)
      #expect(!play.panel.viewState(ofButton: index).isPressed)
    }
    for knob in play.panel.layout.knobs.indices {
      #expect(!play.panel.viewState(ofKnob: knob).isHeld)
      #expect(play.panel.value(ofKnob: knob).isFinite)
    }
    #expect(play.panel.nextWake == nil)
  }
}
