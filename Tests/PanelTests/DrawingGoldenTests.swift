import Gesture
import GoldenPictures
import Knobs
import Diagnostics
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// Golden pictures that a person has approved; text is drawn as blocks, because fonts differ from
/// machine to machine.
@Suite struct DrawingGoldenTests {
  private static let states: [KnobViewState] = {
    var looks = [
      DrawingFixtures.look(0.42), DrawingFixtures.look(0.7, held: true),
      DrawingFixtures.look(0.5, state: .unknown), DrawingFixtures.look(0.6, state: .offline),
      DrawingFixtures.look(0.6, state: .disabled), DrawingFixtures.look(0.6),
      DrawingFixtures.look(0), DrawingFixtures.look(0),
    ]
    looks[5].isLocked = true
    looks[6].mutedFrom = 0.6
    return looks
  }()

  /// Every state, then every kind of travel.
  @Test(arguments: PanelLayout.themes) func smallKnobs(theme: ThemeName) throws {
    let travels: [Travel] = [
      .endless, .sectors(["A", "B", "C"]), .arc(from: 120, to: -150), .arc(from: 0, to: 1080),
    ]
    let all = Self.states.map { _ in Travel.standard } + travels
    let knobs = all.enumerated().map { index, travel in
      DrawingFixtures.knob(
        32 + Double(index % 4) * 60, 30 + Double(index / 4) * 74, 52, name: "Room",
        travel: travel)
    }
    let picture = DrawingFixtures.picture(knobs, width: 244, height: 222, theme: theme)
    for index in knobs.indices {
      picture.set(
        index < Self.states.count ? Self.states[index] : DrawingFixtures.look(0.4),
        ofKnob: index)
    }
    let frame = DrawingFixtures.frame(244, 222)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("small-\(theme)"))
  }

  /// Below, at, and (after an external change) above a limit; the third is counter-clockwise.
  @Test(arguments: PanelLayout.themes) func limits(theme: ThemeName) throws {
    let travels: [Travel] = [.standard, .standard, .arc(from: 120, to: -150), .standard]
    let knobs = travels.enumerated().map { index, travel in
      var knob = DrawingFixtures.knob(60 + Double(index) * 116, 58, 100, travel: travel)
      knob.guards.limit = 70
      return knob
    }
    let picture = DrawingFixtures.picture(knobs, width: 468, height: 116, theme: theme)
    for (index, position) in [0.4, 0.7, 0.4, 0.9].enumerated() {
      picture.set(DrawingFixtures.look(position), ofKnob: index)
    }
    let frame = DrawingFixtures.frame(468, 116)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("limit-\(theme)"))
  }

  @Test(arguments: PanelLayout.themes) func largeKnobs(theme: ThemeName) throws {
    // A panel with another aspect ratio than the display: the background extends beyond it.
    let panel = PanelLayout(width: 420, height: 226, theme: theme)
    let knobs = [110.0, 310].map {
      DrawingFixtures.knob($0, 104, 184, name: "Living room", unit: "%")
    }
    let size = PixelSize(width: 440, height: 226)
    let picture = PanelPicture(
      layout: LayoutDocument(panel: panel, knobs: knobs),
      viewport: Viewport(panel: panel, displaySize: size), typesetter: BlockTypesetter())
    picture.set(Self.states[0], ofKnob: 0)
    picture.set(Self.states[1], ofKnob: 1)
    let frame = DrawingFixtures.frame(440, 226)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("large-\(theme)"))
  }

  /// Temporary indications: over-travel at either end, a finer gear, marks, a lock, an arc from the
  /// middle.
  @Test(arguments: PanelLayout.themes) func indicators(theme: ThemeName) throws {
    let cells = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    var knobs = cells.map { column, row in
      DrawingFixtures.knob(38 + Double(column) * 72, 34 + Double(row) * 82, 60, name: "Room")
    }
    knobs.append(DrawingFixtures.knob(320, 90, 184, name: "Living room", unit: "%"))
    let picture = DrawingFixtures.picture(knobs, width: 420, height: 184, theme: theme)
    for (index, look) in Self.indicators.enumerated() { picture.set(look, ofKnob: index) }
    let frame = DrawingFixtures.frame(420, 184)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("signs-\(theme)"))
  }

  private static let indicators: [KnobViewState] = {
    var looks = [1, 0, 0.3, 0.62, 0.55, 0.2, 1].map { DrawingFixtures.look($0, held: true) }
    looks[0].overTravel = 7.5
    looks[1].overTravel = -7.5
    looks[2].gear = 0.25
    looks[2].origin = 0.42
    looks[3].isLocked = true
    looks[3].isHeld = false
    looks[4].ghost = 0.8
    looks[5].arcOrigin = 0.5
    looks[5].isHeld = false
    looks[6].overTravel = 7.5
    looks[6].gear = 0.2
    looks[6].ghost = 0.7
    looks[6].origin = 0.5
    looks[6].arcOrigin = 0.25
    return looks
  }()
}
