import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// The text areas used for checking layouts are those where texts are drawn.
@Suite struct TextAreaTests {
  private static let size = PixelSize(width: 640, height: 400)

  private static func layout(_ theme: ThemeName, _ look: KnobStyle, pages: Bool) -> LayoutDocument {
    var large = DrawingFixtures.knob(170, 150, 190, name: "Bath", unit: "%")
    var small = DrawingFixtures.knob(420, 150, 90, name: "Kitchen", scale: Scale(range: -60...10))
    large.look = look
    small.look = look
    (large.value, small.value) = (100, -60)
    var layout = LayoutDocument(
      panel: PanelLayout(width: 640, height: 400, theme: theme), knobs: [large, small],
      labels: [
        LabelLayout(text: "Rooms\nand more", at: DesignPoint(x: 560, y: 60), align: .center)
      ])
    if pages { layout.pages = [PageLayout(id: "one"), PageLayout(id: "two")] }
    return layout
  }

  private static func draw(_ layout: LayoutDocument, _ typesetter: any Typesetter) -> [[UInt32]] {
    let picture = PanelPicture(
      layout: layout, viewport: Viewport(panel: layout.panel, displaySize: size),
      typesetter: typesetter)
    let controller = PanelController(
      layout: layout, viewport: Viewport(panel: layout.panel, displaySize: size))
    picture.update(from: controller)
    let frame = DrawingFixtures.frame(size.width, size.height)
    _ = picture.draw(into: frame)
    return DrawingFixtures.rows(frame)
  }

  private static let looks: [String: KnobStyle] = {
    var numbers = KnobStyle()
    numbers.ticks.hasLabels = true
    numbers.ticks.isShown = true
    var below = numbers
    below.value.place = .below
    below.name.place = .below
    return ["usual": KnobStyle(), "numbers": numbers, "below": below]
  }()

  /// All pixels that differ from a picture without texts are text.
  @Test(arguments: PanelLayout.themes, ["usual", "numbers", "below"])
  func allTextIsWithinItsAreas(theme: ThemeName, look: String) throws {
    let layout = Self.layout(theme, try #require(Self.looks[look]), pages: look == "usual")
    let areas = TextAreas.all(of: layout, typesetter: BlockTypesetter())
    let with = Self.draw(layout, BlockTypesetter())
    let without = Self.draw(layout, BlankTypesetter())
    var touched = Set<Int>()
    var outsideCount = 0
    for (y, (row, blank)) in zip(with, without).enumerated() {
      for (x, (pixel, empty)) in zip(row, blank).enumerated() where pixel != empty {
        let (x, y) = (Double(x), Double(y))
        let owners = areas.indices.filter {
          areas[$0].left <= x && x + 1 <= areas[$0].right && areas[$0].top <= y
            && y + 1 <= areas[$0].bottom
        }
        touched.formUnion(owners)
        outsideCount += owners.isEmpty ? 1 : 0
      }
    }
    #expect(outsideCount == 0)
    // Only a value may be at another position in other states.
    let untouched = areas.indices.filter { !touched.contains($0) }.map { areas[$0] }
    #expect(untouched.allSatisfy { $0.part == .value }, "\(untouched)")
    #expect(areas.contains { $0.part == .scale } == (look != "usual" || theme == .studio))
  }

  /// The area fits any value, and the text for an offline control.
  @Test func widestValue() throws {
    var knob = DrawingFixtures.knob(170, 150, 190, scale: Scale(range: 0...4, step: 1))
    knob.look.value.place = .below
    let layout = { (knob: KnobLayout) in
      LayoutDocument(panel: PanelLayout(width: 640, height: 400), knobs: [knob])
    }
    func width(_ knob: KnobLayout) -> Double {
      let areas = TextAreas.all(of: layout(knob), typesetter: BlockTypesetter())
      return areas.filter { $0.part == .value }.map { $0.right - $0.left }.max() ?? 0
    }
    let plain = width(knob)
    var named = knob
    named.format = ValueFormat(decimals: 0, named: [.init(value: 2, name: "quiet")])
    #expect(width(named) > plain)
    var controlled = knob
    controlled.control = .group(GroupLayout(members: [], shows: .mean))
    #expect(width(controlled) > plain)
  }

  /// A rotated panel is checked upright, in design pixels and not in those of the display.
  @Test func rotation() {
    var layout = Self.layout(.graphite, KnobStyle(), pages: false)
    let areas = TextAreas.all(of: layout, typesetter: BlockTypesetter())
    layout.panel.rotate = 90
    #expect(TextAreas.all(of: layout, typesetter: BlockTypesetter()) == areas)
    #expect(areas.map(\.owner).contains(.label(0)))
  }

  @Test("Skinned knobs and buttons also have text areas") func skins() throws {
    let skinned = DrawingFixtures.skinned(
      100, 100, 100, name: "Bath", unit: "%", DrawingFixtures.bakelite)
    let button = ButtonLayout(
      id: "b", center: DesignPoint(x: 300, y: 200), width: 80, height: 40, text: "Mute",
      action: .mute([0]))
    let layout = LayoutDocument(
      panel: PanelLayout(width: 640, height: 400), knobs: [skinned], buttons: [button])
    let areas = TextAreas.all(
      of: layout, typesetter: BlockTypesetter(), pictures: try TestPictures())
    let name = try #require(areas.first { $0.part == .name })
    #expect(name.owner == .knob(0) && name.top >= 150)
    #expect(areas.contains { $0.part == .value })
    let area = try #require(areas.first { $0.owner == .button(0) })
    #expect([area.left, area.right] == [260, 340] && [area.top, area.bottom] == [180, 220])
  }
}
