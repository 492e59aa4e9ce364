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

/// How pages are drawn: at rest, sliding, with tabs and with dots.
@Suite struct PageDrawingTests {
  private static func layout(_ theme: ThemeName, hasTabs: Bool) -> LayoutDocument {
    var layout = PageTests.layout()
    let (width, height) = (layout.panel.width, layout.panel.height)
    let paging = layout.panel.paging
    layout.panel = PanelLayout(width: width, height: height, theme: theme)
    layout.panel.paging = paging
    if !hasTabs { layout.panel.paging.tabs = nil }
    return layout
  }

  private static func picture(_ layout: LayoutDocument) -> PanelPicture {
    PanelPicture(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), typesetter: BlockTypesetter())
  }

  @Test(arguments: PanelLayout.themes) func sliding(theme: ThemeName) throws {
    let layout = Self.layout(theme, hasTabs: true)
    let picture = Self.picture(layout)
    let panel = PanelController(
      layout: layout, viewport: PlayedPanel.viewport(of: layout))
    picture.update(from: panel)
    picture.set(pagePosition: 0.4)
    let frame = DrawingFixtures.frame(400, 200)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("pages-\(theme)"))
  }

  @Test func dots() throws {
    let layout = Self.layout(.graphite, hasTabs: false)
    let picture = Self.picture(layout)
    let panel = PanelController(
      layout: layout, viewport: PlayedPanel.viewport(of: layout))
    panel.set(page: 1)
    picture.update(from: panel)
    let frame = DrawingFixtures.frame(400, 200)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("pages-dots"))
  }

  /// A page drawn after others is the same as drawn alone.
  @Test func returningToAPageRestoresIt() {
    let layout = Self.layout(.graphite, hasTabs: true)
    let picture = Self.picture(layout)
    let panel = PanelController(
      layout: layout, viewport: PlayedPanel.viewport(of: layout))
    picture.update(from: panel)
    let (one, two) = (DrawingFixtures.frame(400, 200), DrawingFixtures.frame(400, 200))
    _ = picture.draw(into: one)
    let first = DrawingFixtures.rows(one)
    for position in [0.3, 0.9, 1, 1.5, 2, 1.2, 0.01] {
      picture.set(pagePosition: position)
      _ = picture.draw(into: one)
      #expect(DrawingFixtures.rows(one) != first)
    }
    panel.set(page: 0)
    picture.update(from: panel)
    _ = picture.draw(into: two)
    picture.set(pagePosition: 0)
    _ = picture.draw(into: two)
    #expect(DrawingFixtures.rows(two) == first)
  }

  /// Pages that a finger moves slightly and releases return to the shown page.
  @Test func changesDuringAReversedSlideAreDrawn() {
    let layout = Self.layout(.graphite, hasTabs: true)
    let frame = DrawingFixtures.frame(400, 200)
    let picture = Self.picture(layout)
    for knob in 0..<3 { picture.set(DrawingFixtures.look(0.5), ofKnob: knob) }
    for position in [0, 0.2] {
      picture.set(pagePosition: position)
      _ = picture.draw(into: frame)
    }
    picture.set(DrawingFixtures.look(0.5, state: .offline), ofKnob: 0)
    for position in [0.3, 0] {
      picture.set(pagePosition: position)
      _ = picture.draw(into: frame)
    }
    let fresh = Self.picture(layout)
    let whole = DrawingFixtures.frame(400, 200)
    for knob in 0..<3 { fresh.set(DrawingFixtures.look(0.5), ofKnob: knob) }
    fresh.set(DrawingFixtures.look(0.5, state: .offline), ofKnob: 0)
    _ = fresh.draw(into: whole)
    #expect(DrawingFixtures.rows(frame) == DrawingFixtures.rows(whole))
  }

  /// A page at rest does not keep a picture of the display's size.
  @Test func backgroundIsKeptOnlyDuringASlide() throws {
    let frame = DrawingFixtures.frame(400, 200)
    let layout = Self.layout(.graphite, hasTabs: true)
    let layer = try #require(
      StaticLayer(size: frame.size, Theme(layout.panel), background: nil, images: []))
    layer.draw(PageSlide(frame, position: 0.5, isMirrored: false), [])
    #expect(layer.ground != nil)
    layer.redraw(frame.size.bounds, page: 1, [], [Int]())
    #expect(layer.ground == nil)
  }

  /// Changes on an invisible page cost nothing until it is shown.
  @Test func hiddenChangesDrawNothing() {
    let layout = Self.layout(.graphite, hasTabs: true)
    let picture = Self.picture(layout)
    let frame = DrawingFixtures.frame(400, 200)
    for knob in 0..<3 { picture.set(DrawingFixtures.look(0.5), ofKnob: knob) }
    _ = picture.draw(into: frame)
    picture.set(DrawingFixtures.look(0.8), ofKnob: 1)
    picture.set(DrawingFixtures.look(0.9, state: .offline), ofKnob: 1)
    #expect(!picture.needsDrawing)
    picture.set(pagePosition: 1)
    _ = picture.draw(into: frame)
    let fresh = Self.picture(layout)
    let whole = DrawingFixtures.frame(400, 200)
    for knob in 0..<3 { fresh.set(DrawingFixtures.look(0.5), ofKnob: knob) }
    fresh.set(DrawingFixtures.look(0.9, state: .offline), ofKnob: 1)
    fresh.set(pagePosition: 1)
    _ = fresh.draw(into: whole)
    #expect(DrawingFixtures.rows(frame) == DrawingFixtures.rows(whole))
  }

  /// The same turn damages the same pixels, whatever is on other pages.
  @Test func otherPagesDoNotAffectDamage() {
    func damage(_ layout: LayoutDocument) -> [PixelRect] {
      let picture = Self.picture(layout)
      let frame = DrawingFixtures.frame(400, 200)
      picture.set(DrawingFixtures.look(0.3), ofKnob: 0)
      _ = picture.draw(into: frame)
      picture.set(DrawingFixtures.look(0.31), ofKnob: 0)
      return DrawingFixtures.rects(picture.draw(into: frame))
    }
    let few = Self.layout(.graphite, hasTabs: true)
    var many = few
    for _ in 0..<300 { many.knobs.append(few.knobs[1]) }
    #expect(damage(few) == damage(many))
  }

  /// The names of all tabs are legible: WCAG's contrast for text, 4.5 to 1.
  @Test(arguments: PanelLayout.themes) func textContrast(name: ThemeName) throws {
    let layout = Self.layout(name, hasTabs: true)
    let theme = Theme.named(name, layout.panel.palette)
    let bar = try #require(TabBar(layout))
    let face = TabFace(
      bar, layout.pages, PlayedPanel.viewport(of: layout), theme, FaceTexts(BlockTypesetter()))
    #expect(face.textColors.secondary.contrast(with: face.background) >= 4.5)
  }
}
