import Gesture
import Knobs
import Layout
import Locales
import Raster
import Randomness
import Testing

@testable import Panel
@testable import PanelDrawing

/// Items whose look depends on conditions, drawn.
@Suite struct ConditionDrawingTests {
  private static let (width, height) = (240, 200)

  private static func looks(_ changes: [(inout ItemChange) -> Void]) -> [ItemCase] {
    changes.map { change in
      var changed = ItemChange()
      change(&changed)
      return ItemCase([.page([0])], changed)
    }
  }

  /// Items of every kind that overlap each other and the picture's edge, some of them conditional.
  private static func layout(_ theme: ThemeName) -> LayoutDocument {
    var panel = PanelLayout(width: Double(width), height: Double(height), theme: theme)
    panel.paging.tabs = nil
    panel.background = BackgroundLayout(file: "photo")
    var knobs = [
      DrawingFixtures.knob(90, 90, 150, name: "Living room", unit: "%"),
      DrawingFixtures.knob(110, 110, 80, name: "Bath", travel: .sectors(["A", "B"])),
      DrawingFixtures.knob(200, 60, 60, name: "Hall"), DrawingFixtures.knob(215, 150, 70),
    ]
    knobs[0].cases = looks([{ $0.color = Color(0xFF4020) }, { $0.text = "Kitchen" }])
    knobs[1].cases = looks([{ $0.isVisible = false }])
    knobs[1].opacity = 0.7
    knobs[2].cases = looks([{ $0.color = Color(0x20C040) }])
    knobs[2].page = 1
    knobs[3].skin = SkinLayout(rotating: .init("cap"))
    knobs[3].cases = looks([{ $0.isVisible = false }])
    var labels = [
      LabelLayout(text: "Rooms", at: .init(x: 12, y: 16), size: 14),
      LabelLayout(text: "Plain", at: .init(x: 120, y: 40), size: 14),
      LabelLayout(text: "{value} °C", at: .init(x: 20, y: 190), size: 14),
    ]
    labels[0].cases = looks([{ ($0.text, $0.color) = ("Other rooms", Color(0xFFD700)) }])
    labels[2].value = .backEnd(TestSettings(name: "label"))
    labels[2].cases = looks([{ $0.text = "warm: {value}" }])
    var images = [("logo", 30.0, 30.0), ("plate", 60, 100), ("tile", 180, 10), ("gloss", 100, 60)]
      .map { file, x, y in ImageLayout(file: file, position: .init(x: x, y: y)) }
    images[1].cases = looks([{ $0.file = "wide" }, { $0.file = "missing" }])
    images[2].page = 0
    images[2].cases = looks([{ $0.isVisible = false }])
    images[3].layer = .front
    images[3].cases = looks([{ $0.file = "logo" }, { $0.file = "missing" }])
    var button = ButtonLayout(
      id: "b", center: .init(x: 150, y: 170), width: 90, height: 50, text: "Mute",
      action: .mute([0]))
    button.cases = looks([
      { ($0.text, $0.color, $0.symbol) = ("Night", Color(0x000080), .icon(.moon)) },
      { $0.litColor = Color(0xFF4020) },
    ])
    var layout = LayoutDocument(
      panel: panel, knobs: knobs, labels: labels, images: images, buttons: [button])
    layout.pages = [PageLayout(id: "one"), PageLayout(id: "two")]
    layout.languages = ["en", "de"].compactMap { Locale($0) }.map { locale in
      PanelLanguage(
        locale, texts: locale.name == "de" ? ["Rooms": "Räume", "Kitchen": "Küche"] : [:])
    }
    return layout
  }

  /// What a picture shows.
  private struct Shown {
    var looks: [PanelItem: Int?] = [:]
    var knobs: [KnobViewState]
    var button = ButtonViewState()
    var label = LabelViewState(text: "", isKnown: false)
    var page = 0.0
    var language = 0

    init(_ layout: LayoutDocument) {
      knobs = layout.knobs.map { _ in DrawingFixtures.look(0.3) }
      for item in Self.items(layout) { looks[item] = 0 }
    }

    static func items(_ layout: LayoutDocument) -> [PanelItem] {
      layout.knobs.indices.map { .knob($0) } + layout.labels.indices.map { .label($0) }
        + layout.images.indices.map { .image($0) } + [.button(0)]
    }

    mutating func change(_ layout: LayoutDocument, _ random: inout SeededGenerator) {
      let items = Self.items(layout)
      switch random.below(8) {
      case 0...3:
        let item = items[random.below(items.count)]
        let count = ConditionDrawingTests.lookCount(of: item, layout)
        // Items without conditions have one look.
        guard count > 0 else { return }
        looks[item] = .some([nil, random.below(count), random.below(count)][random.below(3)])
      case 4, 5:
        let knob = random.below(knobs.count)
        knobs[knob] = knobs[knob].changed(&random)
        knobs[knob].reading = nil
      case 6:
        button.isPressed = random.below(2) == 0
        label.value = ["19", "21.5"][random.below(2)]
      default:
        page = [0, 1, 0.4][random.below(3)]
        language = random.below(2)
      }
    }

    func set(on picture: PanelPicture) {
      picture.set(language: language)
      picture.set(pagePosition: page)
      for (item, look) in looks { picture.set(look: look, of: item) }
      for (index, knob) in knobs.enumerated() { picture.set(knob, ofKnob: index) }
      picture.set(button, ofButton: 0)
      for index in 0..<3 { picture.set(label, ofLabel: index) }
    }
  }

  private static func lookCount(of item: PanelItem, _ layout: LayoutDocument) -> Int {
    func count(_ item: some ConditionalItem) -> Int { item.isConditional ? item.looks.count : 0 }
    return switch item {
    case .knob(let index): count(layout.knobs[index])
    case .button(let index): count(layout.buttons[index])
    case .label(let index): count(layout.labels[index])
    case .image(let index): count(layout.images[index])
    case .page: 0
    }
  }

  @Test("Redrawing what has changed equals drawing all of it", arguments: PanelLayout.themes)
  func increments(theme: ThemeName) throws {
    let layout = Self.layout(theme)
    let picture = DrawingFixtures.panelPicture(layout, try TestPictures())
    var random = SeededGenerator(seed: 11)
    var shown = Shown(layout)
    let frame = DrawingFixtures.frame(Self.width, Self.height)
    for step in 0..<60 {
      for _ in 0...random.below(3) { shown.change(layout, &random) }
      shown.set(on: picture)
      let before = Array(frame.pixels)
      let damage = picture.draw(into: frame)
      DrawingIncrementTests.expectNothingElseChanged(before, frame, damage)
      let whole = DrawingFixtures.frame(Self.width, Self.height)
      let fresh = DrawingFixtures.panelPicture(layout, try TestPictures())
      shown.set(on: fresh)
      _ = fresh.draw(into: whole)
      let isSame = DrawingFixtures.rows(frame) == DrawingFixtures.rows(whole)
      #expect(isSame, "step \(step): \(shown)")
      if !isSame { return }
    }
  }

  @Test("A hidden item leaves no pixel")
  func hidden() throws {
    var layout = Self.layout(.graphite)
    func rows(_ layout: LayoutDocument, hides: Bool) throws -> [[UInt32]] {
      let picture = DrawingFixtures.panelPicture(layout, try TestPictures())
      let shown = Shown(layout)
      shown.set(on: picture)
      let frame = DrawingFixtures.frame(Self.width, Self.height)
      _ = picture.draw(into: frame)
      if hides {
        for item in Shown.items(layout) { picture.set(look: nil, of: item) }
        let damage = picture.draw(into: frame)
        #expect(!damage.isEmpty)
      }
      return DrawingFixtures.rows(frame)
    }
    layout.knobs.removeAll { !$0.isConditional }
    layout.labels.removeAll { !$0.isConditional }
    layout.images.removeAll { !$0.isConditional }
    var empty = layout
    (empty.knobs, empty.labels, empty.images, empty.buttons) = ([], [], [], [])
    #expect(try rows(layout, hides: true) == rows(empty, hides: false))
  }

  @Test("A switch redraws the item, and nothing costs while nothing changes")
  func cost() throws {
    let layout = Self.layout(.graphite)
    let picture = DrawingFixtures.panelPicture(layout, try TestPictures())
    var shown = Shown(layout)
    shown.set(on: picture)
    let frame = DrawingFixtures.frame(Self.width, Self.height)
    _ = picture.draw(into: frame)
    shown.set(on: picture)
    #expect(!picture.needsDrawing)
    for (item, bounds) in [
      (PanelItem.image(1), PixelRect(x: 60, y: 100, width: 180, height: 64)),
      (.button(0), PixelRect(x: 100, y: 140, width: 100, height: 60)),
      (.label(0), PixelRect(x: 0, y: 0, width: 120, height: 30)),
    ] {
      shown.looks[item] = 1
      shown.set(on: picture)
      let damage = picture.draw(into: frame)
      #expect(!damage.isEmpty && bounds.contains(damage.bounds), "\(item): \(damage.bounds)")
    }
  }
}
