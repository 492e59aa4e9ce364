import Gesture
import GoldenPictures
import Layout
import LayoutFile
import Locales
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// Panels that are read from right to left.
@Suite struct ReadingDirectionTests {
  private static let items = """
    grid: {columns: [2fr, 1fr, 1fr], rows: [1fr, 70], gap: 12, margin: [12, 12, 12, 8]}
    knobs:
      level: {cell: [1, 1], range: [-60, 0], value: -24, unit: dB, name: Level}
      share: {cell: [2, 1], value: 40, unit: "%", name: Share}
      heat: {cell: [3, 1], range: [5, 30], value: 21, unit: "°C", name: Heat}
    buttons:
      hush: {cell: [1, 2], text: Mute all, icon: speaker, mute: all}
      lock: {cell: [2, 2], span: [2, 1], text: Hold, lock: hold, page: two}
    pages: {one: {name: First}, two: {name: Second}, vault: {name: Third}}
    """

  private static func layout(_ panel: String, _ items: String = items) throws -> LayoutDocument {
    let text = "version: 1\npanel: {size: [640, 360], \(panel)}\n\(items)\n"
    let outcome = LayoutReader.parse(
      bytes: Array(text.utf8), path: "test.yaml", language: .withoutBackEnds)
    #expect(outcome.text == "")
    return try #require(outcome.layout)
  }

  private static func frame(of layout: LayoutDocument, _ typesetter: any Typesetter) throws
    -> PixelBuffer
  {
    let played = PlayedPanel(layout)
    let picture = PanelPicture(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), typesetter: typesetter)
    picture.update(from: played.panel)
    let frame = try #require(PixelBuffer(size: layout.panel.naturalSize))
    _ = picture.draw(into: frame)
    return frame
  }

  @Test(arguments: PanelLayout.themes) func panels(theme: ThemeName) throws {
    let locked = Self.items.replacing("{name: Third}", with: "{name: Third, lock: pin}")
    let layout = try Self.layout(
      "direction: rtl, theme: \(theme.rawValue), pin: \"1234\"", locked)
    try expect(try Self.frame(of: layout, BlockTypesetter()), equals: GoldenPicture("rtl-\(theme)"))
  }

  @Test(
    "The direction is that of the layout, otherwise that of its language",
    arguments: [
      ("theme: paper", false), ("locale: ar", true), ("locale: he", true), ("locale: de", false),
      ("locale: ar, direction: ltr", false), ("locale: en, direction: rtl", true),
    ])
  func direction(_ panel: String, isMirrored: Bool) throws {
    let layout = try Self.layout(panel)
    #expect(layout.panel.isMirrored == isMirrored)
    #expect((layout.knobs[0].center.x > layout.knobs[1].center.x) == isMirrored)
    // The wide column is the first one in both directions.
    #expect(layout.knobs[0].diameter > layout.knobs[1].diameter)
    let wide = try #require(layout.buttons.first { $0.id == "lock" })
    #expect((wide.center.x < 320) == isMirrored)
  }

  @Test("Another language keeps the places of items and pages, and has its own side of units")
  func otherLanguage() throws {
    let layout = try Self.layout(
      "locale: en",
      Self.items + "\ntexts: {ar: {Level: أ, Share: ب, Heat: ج, Mute all: د, Hold: ه, First: و, "
        + "Second: ز, Third: ح, Enter PIN: ط, Wrong PIN: ي, Wait: ك}}")
    let arabic = layout.translated(to: 1).panel
    #expect(!arabic.isMirrored && arabic.isRightToLeft)
    #expect(!layout.panel.isMirrored && !layout.panel.isRightToLeft)
  }

  @Test("A label without `align` begins at the right")
  func labels() throws {
    let items =
      "knobs: {}\nlabels: [{text: A, at: [600, 40]}, {text: B, at: [20, 40], align: left}]"
    let labels = try Self.layout("direction: rtl", items).labels
    #expect(labels.map(\.align) == [.right, .left])
    let inCell = try Self.layout(
      "direction: rtl",
      "grid: {columns: 2, rows: 1}\nknobs: {}\nlabels: [{text: A, cell: [1, 1]}]"
    ).labels
    #expect(inCell.map(\.at.x) == [640])
  }

  /// Records where texts begin in a picture of blocks.
  private static func value(_ knob: String, _ panel: String) throws -> (Float, Float) {
    let layout = try layout(panel, "knobs: {k: {center: [320, 180], diameter: 200, \(knob)}}")
    let texts = FaceTexts(BlockTypesetter(), layout.panel)
    let view = PlayedPanel(layout).panel.viewState(ofKnob: 0)
    let knob = layout.knobs[0]
    let fonts = ValueFonts(
      knob,
      ValueFonts.Style(
        size: 40, weight: .medium, unitSize: 20, unitWeight: .medium, width: 180), texts)
    let run = GlyphRun(
      view.text, fonts.number, unit: fonts.unit, isUnitFirst: fonts.isUnitFirst, middleX: 0,
      middleY: 0, limit: 200)
    let pieces = (0..<run.count).compactMap(run.piece)
    let unit = try #require(pieces.first { $0.isUnit })
    let digits = pieces.filter { !$0.isUnit }.map(\.origin.x)
    return (try #require(digits.min()), unit.origin.x)
  }

  @Test(
    "A unit is at the side of the number where its readers expect it",
    arguments: [
      ("unit: dB", "locale: en", false), ("unit: dB", "locale: he", true),
      ("unit: \"%\"", "locale: en", false), ("unit: \"%\"", "locale: tr", true),
      ("unit: \"%\"", "locale: eu", true), ("unit: dB", "locale: tr", false),
      // The bidirectional algorithm keeps these signs with European digits.
      ("unit: \"%\"", "locale: he", false), ("unit: \"°C\"", "direction: rtl", false),
      ("unit: \"%\"", "locale: fa", false), ("unit: \"%\"", "locale: ar-EG", true),
      ("unit: \"°C\"", "locale: ar-EG", true), ("unit: dB", "locale: ar-EG", true),
    ])
  func units(_ unit: String, _ panel: String, isFirst: Bool) throws {
    let (number, unit) = try Self.value("\(unit), value: 40", panel)
    #expect((unit < number) == isFirst)
  }

  @Test("Tabs and the areas where they are touched are mirrored")
  func tabs() throws {
    let bar = try #require(TabBar(try Self.layout("direction: rtl")))
    #expect(bar.touchColumns(ofTab: 0).upperBound == 640)
    #expect(bar.touchColumns(ofTab: 2).lowerBound == 0)
    #expect(bar.center(ofTab: 0).x > bar.center(ofTab: 1).x)
    for (index, id) in ["one", "two"].enumerated() {
      let play = PlayedPanel(try Self.layout("direction: rtl"))
      let point = bar.center(ofTab: index)
      play.down(point.x, point.y, at: 0)
      play.up(at: 50)
      #expect(play.panel.layout.pages[play.panel.shownPage].id == id)
    }
  }

  @Test(
    "Row 2a of pages: a finger that moves to the right shows the next page",
    arguments: [(90.0, 0, 1), (-90, 0, 0), (-90, 1, 0), (90, 1, 2)])
  func swipes(distance: Double, from: Int, page: Int) throws {
    let pages = "knobs: {}\npages: {one: {}, two: {}, three: {}}"
    let play = PlayedPanel(try Self.layout("direction: rtl, pages: swipe", pages))
    play.panel.set(page: from)
    play.down(330, 300, at: 0)
    for step in 1...8 { play.move(330 + distance * Double(step) / 8, 300, at: Int64(step) * 10) }
    play.up(at: 90)
    #expect(play.panel.shownPage == page)
    play.run(until: 2000)
    #expect(play.panel.pagePosition == Double(page))
  }

  @Test("The next page slides in from the left")
  func slide() throws {
    let items =
      "knobs: {}\npages: {a: {labels: [{text: A, at: [320, 180], size: 60}]}, b: {}}"
    let layout = try Self.layout("direction: rtl, pages: swipe, theme: flat-dark", items)
    let picture = PanelPicture(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), typesetter: BlockTypesetter())
    picture.update(from: PlayedPanel(layout).panel)
    func leftEdge(_ position: Double) throws -> Int {
      picture.set(pagePosition: position)
      let frame = try #require(PixelBuffer(size: layout.panel.naturalSize))
      _ = picture.draw(into: frame)
      let rows = DrawingFixtures.rows(frame)
      let empty = rows[160][630]
      return try #require(rows[160].firstIndex { $0 != empty })
    }
    #expect(try leftEdge(0.25) - leftEdge(0) == 160)
  }
}
