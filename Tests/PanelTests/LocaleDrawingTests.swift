import Gesture
import Layout
import LayoutFile
import Locales
import Panel
import PanelDrawing
import Raster
import Testing

/// Numbers on a panel with a `locale`.
struct LocaleDrawingTests {
  /// Records the texts that are drawn.
  private final class TextRecorder: Typesetter {
    private let blocks = BlockTypesetter()
    private(set) var texts: Set<String> = []

    func mask(for text: String, style: TextStyle) -> TextMask {
      texts.insert(text)
      return blocks.mask(for: text, style: style)
    }

    func capHeight(of style: TextStyle) -> Float { blocks.capHeight(of: style) }
  }

  /// Returns the texts drawn for a layout after a change of its picture.
  private func texts(
    _ lines: String, locale: String, _ change: (PanelPicture, PanelController) -> Void = { _, _ in }
  ) throws -> Set<String> {
    let outcome = LayoutReader.parse(
      bytes: Array("version: 1\npanel: {locale: \(locale)}\n\(lines)\n".utf8), path: "test.yaml",
      language: .withoutBackEnds)
    #expect(outcome.text == "")
    let layout = try #require(outcome.layout)
    let played = PlayedPanel(layout)
    let recorder = TextRecorder()
    let picture = PanelPicture(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), typesetter: recorder)
    picture.update(from: played.panel)
    change(picture, played.panel)
    let frame = try #require(PixelBuffer(size: layout.panel.naturalSize))
    _ = picture.draw(into: frame)
    return recorder.texts
  }

  private static let knob =
    "knobs: {k: {center: [400, 240], diameter: 300, range: [-60, 0], step: 0.5, value: -24.5, "
    + "unit: \"%\", look: {ticks: {at: {-60: \"-60\", -30: half}}}}}"

  @Test(
    "Digits, decimal signs, percent signs and ticks are those of the locale",
    arguments: [
      ("en", ["2", "4", ".", "5", "\u{2212}", "%"]), ("de", [","]),
      ("ar-EG", ["٢", "٤", "٫", "٥", "٪", "\u{61C}−٦٠"]), ("fa", ["۲", "۴", "٫", "۵", "٪"]),
    ])
  func values(_ locale: String, _ expected: [String]) throws {
    let texts = try texts(Self.knob, locale: locale)
    for text in expected { #expect(texts.contains(text), "\(text) in \(texts.sorted())") }
  }

  @Test("Events have decimal points and the digits 0 to 9")
  func events() throws {
    _ = try texts(Self.knob, locale: "fa") { _, panel in
      #expect(panel.viewState(ofKnob: 0).text == "-24.5")
      panel.connect(.knob(0))
      panel.handleLevel(1, of: .knob(0), at: PlayedPanel.time(0))
      panel.handleLevel(0.5, of: .knob(0), at: PlayedPanel.time(1))
      let line = panel.events.last?.json(of: panel.layout, origin: PlayedPanel.time(0)) ?? ""
      #expect(line.contains("\"value\":-30,"), "\(line)")
    }
  }

  @Test(
    "Large numbers have groups where the layout names a locale",
    arguments: [
      ("de", ["."]), ("en", [","]), ("fa", ["٬"]),
    ])
  func groups(_ locale: String, _ expected: [String]) throws {
    let knob =
      "knobs: {k: {center: [400, 240], diameter: 300, range: [0, 20000], step: 500, value: 20000}}"
    let texts = try texts(knob, locale: locale)
    for text in expected { #expect(texts.contains(text), "\(text) in \(texts.sorted())") }
  }

  @Test("A number in a label is the locale's, its other text is as written")
  func readOuts() throws {
    let recorder = TextRecorder()
    var label = LabelLayout(text: "Room 7: {value} °C", at: DesignPoint(x: 50, y: 50))
    label.value = .backEnd(Settings())
    var layout = LayoutDocument(panel: PanelLayout(), labels: [label])
    layout.panel.locale = Locale("fa")
    let panel = PlayedPanel(layout).panel
    panel.handleLevel(0.215, of: .label(0), at: PlayedPanel.time(0))
    let picture = PanelPicture(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), typesetter: recorder)
    picture.update(from: panel)
    let frame = try #require(PixelBuffer(size: layout.panel.naturalSize))
    _ = picture.draw(into: frame)
    #expect(recorder.texts.contains("\u{200F}Room 7: ۲۱٫۵ °C"), "\(recorder.texts)")
  }

  @Test("The words of a clock are looked up in the fonts, and those of no clock are not")
  func clockWords() throws {
    for (idle, isLookedUp) in [("clock: locale", true), ("picture: a.png", false)] {
      let outcome = LayoutReader.parse(
        bytes: Array(
          """
          version: 1
          panel: {locale: fi, screen: {idle: {after: 60s, \(idle)}}}
          knobs: {}

          """.utf8), path: "test.yaml", language: .withoutBackEnds)
      let layout = try #require(outcome.layout, "\(outcome.text)")
      let recorder = TextRecorder()
      _ = TextAreas.all(of: layout, typesetter: recorder)
      #expect(recorder.texts.contains { $0.hasPrefix("tiistai") } == isLookedUp)
    }
  }

  private struct Settings: ControlSettings {
    var name = "hall"
  }
}
