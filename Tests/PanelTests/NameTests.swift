import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing
import Text

@testable import Panel
@testable import PanelDrawing

/// Names that are wider than their room, with the machine's fonts.
@Suite struct NameTests {
  private static let size: Float = 20
  private let compromises = CompromiseList()

  /// Returns the lines of a name and the whole and the shown text if it is cut.
  private func lines(
    _ text: String, _ fit: KnobStyle.NameFit, width: Float = 120
  ) -> (lines: [DrawnText], cut: [TextArea.Compromise]) {
    let texts = FaceTexts(FontTypesetter(), .family("Inter"), compromises: compromises)
    let box = FaceTexts.NameBox(middleX: 200, baseline: 100, width: width)
    let lines = texts.name(text, texts.style(.medium, Self.size), in: box, fit: fit)
    #expect(lines.allSatisfy { $0.mask.advance <= width + 1 })
    #expect(lines.allSatisfy { abs($0.origin.x + $0.mask.advance / 2 - 200) <= 1 })
    return (lines, compromises.take())
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var fit = KnobStyle.NameFit.wrap
    var lineCount = 1
    /// The first of two lines.
    var first: String?
    /// Whether the lines have the size that they would have alone.
    var isFullSize = true
    var shown: String?
    var testDescription: String { "\(text), \(fit)" }
  }

  static let cases = [
    Case(text: "Balcony"),
    Case(text: "Balcony projector", lineCount: 2, first: "Balcony"),
    Case(text: "Balcony-projector", lineCount: 2, first: "Balcony-"),
    Case(text: "Balcony light 12", lineCount: 2, first: "Balcony"),
    Case(text: "Balcony projector", fit: .shrink, isFullSize: false),
    Case(text: "Balconyprojector", isFullSize: false),
    Case(text: "Balcony projector", fit: .cut, shown: "Balco…ector"),
    Case(
      text: "Balcony spots of the upper floor", lineCount: 2, first: "Balcony spots of",
      isFullSize: false),
    Case(text: "Wohnzimmerdeckenleuchtendimmer", isFullSize: false, shown: "Wohnzi…dimmer"),
  ]

  @Test("A name is wrapped, then smaller, then cut in its middle", arguments: cases)
  func fits(row: Case) {
    let (lines, cut) = lines(row.text, row.fit)
    #expect(lines.count == row.lineCount)
    let texts = FaceTexts(FontTypesetter(), .family("Inter"))
    let alone = texts.typesetter.mask(
      for: row.first ?? row.shown ?? row.text, style: texts.style(.medium, Self.size))
    let width = lines.first?.mask.advance ?? 0
    #expect((abs(width - alone.advance) < 1) == row.isFullSize, "\(width), \(alone.advance)")
    if let shown = row.shown {
      #expect(cut == [.cut(row.text, shown: shown)])
    } else {
      #expect(cut.isEmpty)
    }
    if lines.count > 1 {
      #expect(lines[0].bounds.maxY <= lines[1].bounds.y + 6)
      #expect(lines[0].origin.y == 100)
    }
  }

  @Test("Long names that differ in their ends differ when they are cut") func ends() {
    let shown = ["A", "B"].map {
      lines("Wohnzimmerdeckenleuchtendimmer\($0)", .wrap).lines[0].mask.coverage
    }
    #expect(shown[0] != shown[1])
  }

  @Test(
    "Two lines inside a knob are neither over its value nor over its padlock",
    arguments: PanelLayout.themes, [200.0, 300])
  func insideKnobs(theme: ThemeName, diameter: Double) throws {
    var knob = KnobLayout(
      id: "k", center: DesignPoint(x: 200, y: 200), diameter: diameter,
      name: "Balcony Rail Projector Spots", value: 88)
    knob.look.name.place = .inside
    let viewport = PlayedPanel.viewport(
      of: LayoutDocument(panel: PanelLayout(width: 400, height: 400)))
    let face = KnobFace(
      knob, viewport, Theme.named(theme, .named(theme)),
      FaceTexts(FontTypesetter(), .family("Inter")))
    var view = KnobViewState(position: 0.5, text: "88")
    view.isLocked = true
    let elements = KnobElements(view, face)
    for line in face.name {
      #expect(!line.bounds.overlaps(elements.value.text.bounds))
      #expect(!line.bounds.overlaps(face.indicators.bounds(of: .padlock)))
      #expect(face.bounds.contains(line.bounds))
    }
  }
}

/// The room that cells reserve for names is the room that themes use.
@Suite struct NameBelowTests {
  @Test(
    "A name below a knob is where the layout expects it",
    arguments: PanelLayout.themes, [60.0, 120, 240])
  func place(theme: ThemeName, diameter: Double) throws {
    for scale in [1, 1.6] {
      var panel = PanelLayout(width: 400, height: 400, theme: theme)
      panel.textScale = scale
      var knob = KnobLayout(
        id: "k", center: DesignPoint(x: 200, y: 150), diameter: diameter, name: "Lounge")
      knob.look.name.place = .below
      let place = try #require(NameBelow(of: knob, on: panel))
      func lines() -> [DrawnText] {
        KnobFace(
          knob, PlayedPanel.viewport(of: LayoutDocument(panel: panel)), Theme(panel),
          FaceTexts(FontTypesetter(), .family("Inter"))
        ).name
      }
      let name = lines()
      #expect(name.count == 1 && name[0].origin.y == Float(150 + place.baseline).rounded())
      #expect(Double(name[0].bounds.maxY) <= 150 + (place.bottom ?? 0) + 1.5)
      // A row, and a cell without room for a second line.
      knob.name = "Lounge Rail Projector Spots Left Corner Stage Balcony"
      knob.nameBelow = NameBelow(baseline: place.baseline + 7, bottom: (place.bottom ?? 0) + 8)
      let limited = lines()
      #expect(limited.count == 1 && limited[0].origin.y == Float(157 + place.baseline).rounded())
      knob.nameBelow?.bottom = nil
      #expect(lines().count == 2)
    }
  }

  @Test("A name on the cap, a swapped one and none are not below") func none() {
    var knob = KnobLayout(
      id: "k", center: DesignPoint(x: 200, y: 150), diameter: 240, name: "Lounge")
    let panel = PanelLayout(width: 400, height: 400, theme: .graphite)
    #expect(NameBelow(of: knob, on: panel) == nil)
    knob.look.name.place = .below
    knob.look.swapMicroseconds = 1_000_000
    #expect(NameBelow(of: knob, on: panel) == nil)
    knob.look.swapMicroseconds = nil
    knob.name = nil
    #expect(NameBelow(of: knob, on: panel) == nil)
  }
}
