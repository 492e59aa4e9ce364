import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing
import Text

@testable import Panel
@testable import PanelDrawing

/// The layout's sizes, colours and lines of texts, with the machine's fonts.
@Suite struct TextSizeTests {
  private static let viewport = PlayedPanel.viewport(
    of: LayoutDocument(panel: PanelLayout(width: 400, height: 400)))

  private static func theme(_ name: ThemeName = .graphite, scale: Double = 1) -> Theme {
    var theme = Theme.named(name, .named(name))
    theme.textScale = scale
    return theme
  }

  private static func face(
    diameter: Double = 240, theme: Theme = theme(), words: PanelWords = PanelWords(),
    _ change: (inout KnobStyle) -> Void = { _ in }
  ) -> KnobFace {
    var knob = KnobLayout(
      id: "k", center: DesignPoint(x: 200, y: 200), diameter: diameter, name: "Kitchen",
      scale: Scale(step: 1), value: 65, unit: "%")
    knob.look.ticks.positions = .every(50)
    knob.look.ticks.hasLabels = true
    change(&knob.look)
    return KnobFace(knob, viewport, theme, FaceTexts(FontTypesetter(), .family("Inter"), words))
  }

  @Test(arguments: PanelLayout.themes, [240.0, 100]) func knobTextSizes(
    _ themeName: ThemeName, diameter: Double
  ) throws {
    let face = Self.face(diameter: diameter, theme: Self.theme(themeName)) {
      $0.name.size = 30
      $0.value.size = 40
      $0.ticks.labelSize = 18
    }
    #expect(abs(face.geometry.nameSize - 30) < 0.01)
    #expect(abs(face.geometry.valueSize - 40) < 0.01)
    #expect(abs(face.geometry.labelSize - 18) < 0.01)
    let name = try #require(face.name.first)
    let plain = try #require(Self.face(diameter: diameter, theme: Self.theme(themeName)).name.first)
    #expect(face.bounds.contains(name.bounds))
    #expect(name.mask.size.height > plain.mask.size.height)
  }

  @Test("A unit grows with its value") func units() {
    let (small, large) = (Self.face { $0.value.size = 40 }, Self.face { $0.value.size = 80 })
    #expect(abs(large.geometry.unitSize / small.geometry.unitSize - 2) < 0.01)
  }

  @Test("A caption that is scaled up is drawn smaller before it is cut") func caption() throws {
    let compromises = CompromiseList()
    let texts = FaceTexts(FontTypesetter(), PanelLayout(), compromises: compromises)
    let whole = try #require(texts.caption("Evening", size: 18, width: 200))
    let scaled = try #require(texts.caption("Evening", size: 54, width: whole.advance + 1))
    #expect(compromises.take().isEmpty && scaled.advance > whole.advance * 0.8)
    _ = texts.caption("Evening", size: 54, width: 20)
    #expect(!compromises.take().isEmpty)
  }

  @Test("All texts scale with the panel, also those with a given size") func scale() {
    // Large enough that no text has the minimum size.
    let one = Self.face(diameter: 300)
    let large = Self.face(diameter: 300, theme: Self.theme(scale: 1.5))
    #expect(abs(large.geometry.nameSize / one.geometry.nameSize - 1.5) < 0.01)
    // The value grows as far as the name below it permits.
    let growth = large.geometry.valueSize / one.geometry.valueSize
    #expect(growth > 1.15 && growth < 1.5)
    let nameTop = large.name.map(\.bounds.y).min() ?? 0
    var view = KnobViewState(position: 1, text: "100")
    #expect(large.valueText(view, lift: 0).bounds.maxY <= nameTop)
    view.text = "88"
    #expect(large.valueText(view, lift: 0).bounds.maxY <= nameTop)
    let sized = Self.face(theme: Self.theme(scale: 1.5)) { $0.name.size = 20 }
    #expect(abs(sized.geometry.nameSize - 30) < 0.01)

    var button = ButtonLayout(
      id: "b", center: DesignPoint(x: 200, y: 50), width: 140, height: 60, action: .mute([0]))
    let standard = ButtonGeometry(button, Self.viewport).textSize
    #expect(ButtonGeometry(button, Self.viewport, textScale: 2).textSize == 2 * standard)
    (button.textSize, button.iconSize) = (10, 44)
    #expect(ButtonGeometry(button, Self.viewport, textScale: 2).textSize == 20)
    #expect(ButtonGeometry(button, Self.viewport).iconSize == 44)
  }

  @Test("A value too large for its space is drawn smaller") func fits() {
    let face = Self.face { $0.value.size = 120 }
    let view = KnobViewState(position: 1, text: "100")
    #expect(Float(face.valueText(view, lift: 0).bounds.width) <= face.geometry.valueWidth + 2)
  }

  @Test func offlineTextCanBeChanged() {
    var words = PanelWords()
    words.offline = "x"
    let view = KnobViewState(position: 0, text: "", state: .offline)
    let own = Self.face(words: words).valueText(view, lift: 0).bounds
    #expect(own.width < Self.face().valueText(view, lift: 0).bounds.width / 3)
  }

  private static func lines(
    _ text: String, scale: Double = 1, _ change: (inout LabelLayout) -> Void = { _ in }
  ) -> [DrawnText] {
    var label = LabelLayout(text: text, at: DesignPoint(x: 20, y: 200), size: 20)
    change(&label)
    return FaceTexts(FontTypesetter()).label(label, viewport, scale: scale)
  }

  @Test("Lines are below each other, and an empty line is a gap") func lineBreaks() {
    let lines = Self.lines("One\nTwo\n\nThree")
    #expect(lines.map(\.origin.y) == [200, 225, 275])
    #expect(Self.lines("One\nTwo", scale: 2).map(\.origin.y) == [200, 250])
    #expect(
      Self.lines("One\nTwo\nThree") { $0.isInCell = true }.map(\.origin.y) == [175, 200, 225])
  }

  @Test("A text wraps at its spaces, and a long word is cut") func wrapping() {
    let text = "Living room and kitchen"
    let lines = Self.lines(text) { ($0.width, $0.fit) = (110, .wrap) }
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.mask.advance <= 110 })
    #expect(Self.lines(text) { ($0.width, $0.fit) = (400, .wrap) }.count == 1)
    let long = Self.lines("Donaudampfschifffahrt ahoi") { ($0.width, $0.fit) = (90, .wrap) }
    #expect(long.count == 2)
    #expect(long[0].mask.advance <= 90)
  }

  @Test("A label can have its own colour") func color() throws {
    let frame = DrawingFixtures.frame(400, 400)
    var label = LabelLayout(text: "HHHH", at: DesignPoint(x: 20, y: 200), size: 60)
    label.color = Color(0xFF0000)
    var layout = LayoutDocument(panel: PanelLayout(width: 400, height: 400))
    layout.labels = [label]
    let picture = PanelPicture(
      layout: layout, viewport: Self.viewport, typesetter: FontTypesetter())
    _ = picture.draw(into: frame)
    #expect(DrawingFixtures.rows(frame).joined().contains { $0 & 0xFF_FFFF == 0xFF0000 })
  }
}
