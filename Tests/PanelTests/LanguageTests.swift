import Gesture
import Layout
import LayoutFile
import Panel
import PanelDrawing
import Raster
import Testing

/// A panel whose texts are in several languages.
struct LanguageTests {
  private static let texts = """
    version: 1
    panel: {pages: swipe, idle: {after: 10s, language: first}}
    texts:
      de: {Source: Quelle, Radio: Funk, Record: Platte, offline: getrennt, "Room {value}": "Raum {value}"}
      ar-EG: {Source: المصدر, Radio: راديو, Record: أسطوانة, offline: غير متصل}
    knobs:
      source: {center: [200, 200], diameter: 200, name: Source, sectors: [Radio, Record]}
      volume: {center: [500, 200], diameter: 200, step: 1, value: 25, unit: "%"}
    buttons:
      en: {center: [100, 420], size: [120, 60], text: English, language: en}
      de: {center: [300, 420], size: [120, 60], text: Deutsch, language: de}
      ar: {center: [500, 420], size: [120, 60], text: العربية, language: ar-EG}
    """

  private func layout(_ text: String = texts) throws -> LayoutDocument {
    let outcome = LayoutReader.parse(
      bytes: Array(text.utf8), path: "test.yaml", language: .withoutBackEnds)
    return try #require(outcome.layout, "\(outcome.text)")
  }

  /// Records the texts for which masks are requested.
  private final class TextRecorder: Typesetter {
    private let blocks = BlockTypesetter()
    var texts: Set<String> = []

    func mask(for text: String, style: TextStyle) -> TextMask {
      texts.insert(text)
      return blocks.mask(for: text, style: style)
    }

    func capHeight(of style: TextStyle) -> Float { blocks.capHeight(of: style) }
  }

  @Test("A button chooses the language; values, ids and events stay")
  func buttons() throws {
    let layout = try layout()
    let played = PlayedPanel(layout)
    #expect(played.panel.language == 0)
    #expect(played.panel.viewState(ofButton: 0).isOn)
    played.tap(300, 420, at: 100)
    #expect(played.panel.language == 1)
    #expect(!played.panel.viewState(ofButton: 0).isOn)
    #expect(played.panel.viewState(ofButton: 1).isOn)
    let lines = played.panel.events.map { $0.json(of: layout, origin: PlayedPanel.time(0)) }
    #expect(lines.contains { $0.contains("\"language\":\"de\",\"event\":\"shown\"") }, "\(lines)")
    #expect(lines.contains { $0.contains("\"button\":\"de\"") })
    played.panel.events = []
    played.tap(300, 420, at: 300)
    #expect(!played.panel.events.contains { if case .language = $0 { true } else { false } })
    #expect(played.values() == [0, 25])
  }

  @Test("The panel comes home to the first language, but not under a finger")
  func home() throws {
    let played = PlayedPanel(try layout())
    played.tap(500, 420, at: 100)
    #expect(played.panel.language == 2)
    played.down(500, 150, at: 5000)
    played.run(until: 30_000)
    #expect(played.panel.language == 2)
    played.up(at: 31_000)
    played.run(until: 40_900)
    #expect(played.panel.language == 2)
    played.run(until: 41_100)
    #expect(played.panel.language == 0)
    let wake = played.panel.nextWake
    #expect(wake == nil)
  }

  @Test("A program's choice stays as long as a finger's, also on a panel that was never touched")
  func remote() throws {
    let hour: Int64 = 3_600_000
    let played = PlayedPanel(try layout())
    played.panel.showRemotely(language: 1, at: PlayedPanel.time(hour))
    played.run(until: hour + 9900)
    #expect(played.panel.language == 1)
    played.run(until: hour + 10_100)
    #expect(played.panel.language == 0)
    try played.panel.pressRemotely(button: 2, at: PlayedPanel.time(hour + 20_000))
    played.run(until: hour + 29_900)
    #expect(played.panel.language == 2)
    played.run(until: hour + 30_100)
    #expect(played.panel.language == 0)
  }

  @Test("`home` brings back the first language, too")
  func homeOfPages() throws {
    let text = """
      version: 1
      panel: {home: 10s}
      texts: {de: {a: A, b: B}}
      pages: {a: {}, b: {}}
      buttons: {de: {center: [300, 300], size: [120, 60], text: Deutsch, language: de}}
      """
    let played = PlayedPanel(try layout(text))
    played.tap(300, 300, at: 100)
    #expect(played.panel.language == 1)
    played.run(until: 10_500)
    #expect(played.panel.language == 0)
  }

  @Test(
    "A new layout keeps the language if it has it",
    arguments: [
      ("de", 1), ("ar-EG", 2), ("fr", 0),
    ])
  func reload(_ last: String, language: Int) throws {
    let played = PlayedPanel(try layout())
    played.panel.set(language: 2)
    let text = Self.texts.replacing("ar-EG:", with: "\(last == "fr" ? "fr" : "ar-EG"):")
      .replacing("language: ar-EG", with: "language: de")
    if last == "de" { played.panel.set(language: 1) }
    let next = played.panel.successor(
      layout: try layout(text), viewport: played.panel.viewport, at: PlayedPanel.time(5))
    #expect(next.language == language)
  }

  @Test("The picture shows names, sectors, words and digits in the language that is chosen")
  func pictures() throws {
    let layout = try layout()
    let played = PlayedPanel(layout)
    let recorder = TextRecorder()
    let viewport = PlayedPanel.viewport(of: layout)
    let picture = PanelPicture(layout: layout, viewport: viewport, typesetter: recorder)
    let frame = try #require(PixelBuffer(size: layout.panel.naturalSize))
    func rows(_ language: Int) -> [[UInt32]] {
      played.panel.set(language: language)
      picture.update(from: played.panel)
      _ = picture.draw(into: frame)
      return DrawingFixtures.rows(frame)
    }
    let english = rows(0)
    #expect(recorder.texts.isSuperset(of: ["Source", "Radio", "2"]))
    let arabic = rows(2)
    #expect(recorder.texts.isSuperset(of: ["المصدر", "راديو", "٢", "٥", "٪"]), "\(recorder.texts)")
    #expect(arabic != english)
    // The same pixels as a picture that has never shown another language.
    let fresh = PanelPicture(layout: layout, viewport: viewport, typesetter: BlockTypesetter())
    played.panel.viewChanges.markAll()
    fresh.update(from: played.panel)
    let other = try #require(PixelBuffer(size: layout.panel.naturalSize))
    _ = fresh.draw(into: other)
    #expect(DrawingFixtures.rows(other) == arabic)
    recorder.texts = []
    #expect(rows(0) == english)
    #expect(rows(1) != english)
    #expect(rows(2) == arabic)
  }

  /// Returns the number of pixels, where rectangles overlap more than once.
  private func area(_ damage: Damage) -> Int {
    (0..<damage.count).reduce(0) { $0 + damage[$1].area }
  }

  @Test("Turning after a change of language redraws only the knob, in the new language")
  func turning() throws {
    let layout = try layout()
    let played = PlayedPanel(layout)
    let viewport = PlayedPanel.viewport(of: layout)
    let picture = PanelPicture(layout: layout, viewport: viewport, typesetter: BlockTypesetter())
    let frame = try #require(PixelBuffer(size: layout.panel.naturalSize))
    picture.update(from: played.panel)
    _ = picture.draw(into: frame)
    played.panel.set(language: 1)
    played.panel.set(value: 1, ofKnob: 0)
    picture.update(from: played.panel)
    #expect(area(picture.draw(into: frame)) == frame.size.bounds.area)
    played.panel.set(value: 60, ofKnob: 1)
    picture.update(from: played.panel)
    #expect(area(picture.draw(into: frame)) < 220 * 220)
    let fresh = PanelPicture(layout: layout, viewport: viewport, typesetter: BlockTypesetter())
    played.panel.viewChanges.markAll()
    fresh.update(from: played.panel)
    let other = try #require(PixelBuffer(size: layout.panel.naturalSize))
    _ = fresh.draw(into: other)
    #expect(DrawingFixtures.rows(other) == DrawingFixtures.rows(frame))
  }
}
