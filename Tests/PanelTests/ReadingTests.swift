import Gesture
import GoldenPictures
import Knobs
import Layout
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// The actual value that a knob shows beside the wanted one.
@Suite struct ReadingTests {
  private struct Sensor: ControlSettings {
    var name = "hall"
  }

  private static func knob(
    _ id: String = "hall", step: Double = 0.5, sensor: String = "hall"
  ) -> KnobLayout {
    var knob = KnobLayout(
      id: id, center: DesignPoint(x: 100, y: 100), diameter: 160,
      scale: Scale(range: 5...30, step: step), value: 21, unit: "°C")
    knob.reading = .backEnd(Sensor(name: sensor))
    return knob
  }

  private static func panel(_ knob: KnobLayout = knob()) -> PlayedPanel {
    PlayedPanel(
      LayoutDocument(panel: PanelLayout(width: 200, height: 200), knobs: [knob]))
  }

  private enum Report {
    case level(Double)
    case unknown, offline
  }

  private static func apply(_ report: Report, to panel: PanelController, at time: Int64 = 0) {
    let time = PlayedPanel.time(time)
    switch report {
    case .level(let level): panel.handleLevel(level, of: .reading(0), at: time)
    case .unknown: panel.connect(.reading(0), isReachable: true, at: time)
    case .offline: panel.handleLoss(of: .reading(0), at: time)
    }
  }

  @Test(
    "The number has the knob's digits, and its mark is on the knob's scale",
    arguments: [
      ([], 0.5, ReadingViewState(text: "–", position: nil)),
      ([.level(0.2052)], 0.5, ReadingViewState(text: "20.5", position: 15.52 / 25)),
      ([.level(0.2052)], 1, ReadingViewState(text: "21", position: 15.52 / 25)),
      ([.level(0.03)], 0.5, ReadingViewState(text: "3.0", position: 0)),
      ([.level(-0.03)], 0.5, ReadingViewState(text: "-3.0", position: 0)),
      ([.level(4)], 0.5, ReadingViewState(text: "400.0", position: 1)),
      ([.level(0.2), .unknown], 0.5, ReadingViewState(text: "–", position: nil)),
      ([.level(0.2), .offline], 0.5, ReadingViewState(text: "–", position: nil, isOffline: true)),
      ([.offline, .level(0.2)], 0.5, ReadingViewState(text: "20.0", position: 0.6)),
      ([.level(1e9)], 0.5, ReadingViewState(text: "–", position: nil)),
      ([.level(.infinity)], 0.5, ReadingViewState(text: "–", position: nil)),
      ([.level(.nan)], 0.5, ReadingViewState(text: "–", position: nil)),
    ] as [([Report], Double, ReadingViewState)])
  private func shows(_ reports: [Report], step: Double, _ view: ReadingViewState) throws {
    let panel = Self.panel(Self.knob(step: step)).panel
    for report in reports { Self.apply(report, to: panel) }
    let shown = try #require(panel.viewState(ofKnob: 0).reading)
    #expect(shown.text == view.text && shown.isOffline == view.isOffline)
    #expect((shown.position == nil) == (view.position == nil))
    #expect(abs((shown.position ?? 0) - (view.position ?? 0)) < 1e-9)
  }

  @Test("It neither sets the knob nor its target, and a finger turns on")
  func isOnlyShown() {
    let play = Self.panel()
    play.down(100, 40, at: 0)
    Self.apply(.level(0.18), to: play.panel, at: 10)
    play.move(140, 55, at: 100)
    let value = play.panel.value(ofKnob: 0)
    Self.apply(.level(0.19), to: play.panel, at: 110)
    Self.apply(.offline, to: play.panel, at: 120)
    #expect(play.panel.value(ofKnob: 0) == value && value > 21)
    #expect(play.panel.viewState(ofKnob: 0).isHeld)
    #expect(play.panel.controlRequests.allSatisfy { $0.item == .knob(0) })
  }

  @Test("A change of the shown number is an event, the noise below it is none")
  func events() {
    let panel = Self.panel().panel
    for level in [0.2, 0.2001, 0.2003, 0.2052, 0.2052] { Self.apply(.level(level), to: panel) }
    Self.apply(.unknown, to: panel)
    Self.apply(.level(0.2052), to: panel)
    let lines = panel.events.map { $0.json(of: panel.layout, origin: PlayedPanel.time(0)) }
    #expect(lines.count == 3)
    #expect(
      lines.first
        == #"{"t":0.000000,"knob":"hall","event":"reading","value":21,"angle":37.8,"turned":0,"reading":20,"source":"control"}"#
    )
    #expect(lines.last?.contains("\"reading\":20.52") == true)
  }

  @Test("A lost source has events of its own, with the knob's id")
  func loss() {
    let panel = Self.panel().panel
    panel.report(
      ControlStateEvent(time: PlayedPanel.time(0), item: .reading(0), reason: "no broker"))
    #expect(
      panel.events.map { $0.json(of: panel.layout, origin: PlayedPanel.time(0)) } == [
        #"{"t":0.000000,"sensor":"hall","event":"offline","reason":"no broker","source":"control"}"#
      ])
  }

  @Test(
    "A reload keeps the reading of the same source only",
    arguments: [("hall", 160.0, "20.0"), ("hall", 120, "20.0"), ("other", 160, "–")])
  func reload(sensor: String, diameter: Double, text: String) {
    let old = Self.panel().panel
    Self.apply(.level(0.2), to: old)
    var layout = old.layout
    layout.knobs[0].reading = .backEnd(Sensor(name: sensor))
    layout.knobs[0].diameter = diameter
    let next = old.successor(layout: layout, viewport: old.viewport, at: PlayedPanel.time(5))
    #expect(next.viewState(ofKnob: 0).reading?.text == text)
  }

  @Test(
    "An arc from the reading ends at the value, and is empty while the reading is unknown",
    arguments: [(nil, 0.64), (0.2, 0.6), (0.03, 0), (0.29, 0.96)] as [(Double?, Double)])
  func arc(level: Double?, origin: Double) {
    var knob = Self.knob()
    knob.arcOrigin = .reading
    let panel = Self.panel(knob).panel
    if let level { Self.apply(.level(level), to: panel) }
    #expect(abs(panel.viewState(ofKnob: 0).arcOrigin - origin) < 1e-9)
  }

  /// A large knob that heats and has a limit, a small one that cools and is locked, one without a
  /// reading yet, and one whose source is lost.
  @Test(arguments: PanelLayout.themes) func looks(theme: ThemeName) throws {
    let places: [(Double, Double, Double)] = [
      (170, 160, 260), (400, 110, 150), (570, 110, 150), (400, 260, 90), (570, 260, 90),
    ]
    let knobs = places.enumerated().map { index, place in
      var knob = Self.knob("k\(index)")
      (knob.center, knob.diameter) = (DesignPoint(x: place.0, y: place.1), place.2)
      if index < 3 { (knob.name, knob.arcOrigin) = ("Hall", .reading) }
      if index == 0 { knob.guards.limit = 25 }
      if index == 1 { knob.guards.lock = .tap }
      return knob
    }
    var panelLayout = PanelLayout(width: 680, height: 330)
    panelLayout.theme = theme
    panelLayout.palette = .named(theme)
    let layout = LayoutDocument(panel: panelLayout, knobs: knobs)
    let play = PlayedPanel(layout)
    for (index, level) in [0.184, 0.245, nil, 0.2, nil].enumerated() {
      if let level {
        play.panel.handleLevel(level, of: .reading(index), at: PlayedPanel.time(0))
      }
    }
    play.panel.handleLoss(of: .reading(4), at: PlayedPanel.time(0))
    let picture = PanelPicture(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), typesetter: BlockTypesetter())
    picture.update(from: play.panel)
    let frame = try #require(PixelBuffer(size: layout.panel.naturalSize))
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("reading-\(theme)"))
  }
}
