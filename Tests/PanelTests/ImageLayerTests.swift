import Gesture
import Layout
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// Images in front of knobs and buttons.
@Suite struct ImageLayerTests {
  /// A knob and a button, each half behind an opaque image, and tabs above all.
  private static func layout(
    _ layer: ImageLayout.Layer?, page: Int? = nil, hasTabs: Bool = false
  ) -> LayoutDocument {
    var panel = PanelLayout(width: 240, height: 120)
    if !hasTabs { panel.paging.tabs = nil }
    panel.paging.isSwiped = false
    var layout = LayoutDocument(
      panel: panel,
      knobs: [
        DrawingFixtures.knob(60, 60, 90), DrawingFixtures.knob(200, 40, 40),
      ],
      buttons: [
        ButtonLayout(
          id: "b", center: DesignPoint(x: 150, y: 90), width: 60, height: 40, action: .mute([0]))
      ])
    layout.pages = [PageLayout(id: "one"), PageLayout(id: "two")]
    guard let layer else { return layout }
    var image = ImageLayout(
      file: "tile", position: DesignPoint(x: 60, y: 10), size: .exact(width: 90, height: 110))
    image.layer = layer
    image.page = page
    layout.images = [image]
    return layout
  }

  private static func picture(_ layout: LayoutDocument) throws -> PanelPicture {
    let picture = DrawingFixtures.panelPicture(layout, try TestPictures())
    for knob in layout.knobs.indices { picture.set(DrawingFixtures.look(0.3), ofKnob: knob) }
    picture.set(ButtonViewState(), ofButton: 0)
    return picture
  }

  private static func rows(_ layout: LayoutDocument) throws -> [[UInt32]] {
    let frame = DrawingFixtures.frame(240, 120)
    _ = try picture(layout).draw(into: frame)
    return DrawingFixtures.rows(frame)
  }

  /// The image on an empty panel.
  private static func image() throws -> [[UInt32]] {
    var layout = layout(.back)
    (layout.knobs, layout.buttons) = ([], [])
    let frame = DrawingFixtures.frame(240, 120)
    _ = DrawingFixtures.panelPicture(layout, try TestPictures()).draw(into: frame)
    return DrawingFixtures.rows(frame)
  }

  private static let covered = (rows: 10..<120, columns: 60..<150)

  @Test func frontImagesHideItems() throws {
    let (front, without, image) = (
      try Self.rows(Self.layout(.front)), try Self.rows(Self.layout(nil)), try Self.image()
    )
    for y in front.indices {
      for x in front[y].indices {
        let isCovered = Self.covered.rows.contains(y) && Self.covered.columns.contains(x)
        #expect(front[y][x] == (isCovered ? image : without)[y][x], "\(x), \(y)")
      }
    }
    #expect(try Self.rows(Self.layout(.back)) != front)
  }

  /// A turn behind the image redraws it, but nothing beyond the knob.
  @Test func frontImagesStayInFrontDuringTurns() throws {
    let picture = try Self.picture(Self.layout(.front))
    let frame = DrawingFixtures.frame(240, 120)
    _ = picture.draw(into: frame)
    for step in 0..<40 {
      picture.set(DrawingFixtures.look(Double(step % 17) / 16, held: step % 5 == 0), ofKnob: 0)
      picture.set(ButtonViewState(isPressed: step % 3 == 0), ofButton: 0)
      let damage = picture.draw(into: frame)
      #expect(damage.bounds.maxX < 190)
      let fresh = try Self.picture(Self.layout(.front))
      fresh.set(DrawingFixtures.look(Double(step % 17) / 16, held: step % 5 == 0), ofKnob: 0)
      fresh.set(ButtonViewState(isPressed: step % 3 == 0), ofButton: 0)
      let whole = DrawingFixtures.frame(240, 120)
      _ = fresh.draw(into: whole)
      #expect(DrawingFixtures.rows(frame) == DrawingFixtures.rows(whole), "\(step)")
    }
    #expect(!picture.needsDrawing)
  }

  @Test func imagesAppearOnlyOnTheirPage() throws {
    let picture = try Self.picture(Self.layout(.front, page: 1))
    let frame = DrawingFixtures.frame(240, 120)
    _ = picture.draw(into: frame)
    #expect(DrawingFixtures.rows(frame) == (try Self.rows(Self.layout(nil))))
    picture.set(pagePosition: 1)
    _ = picture.draw(into: frame)
    #expect(DrawingFixtures.rows(frame) == (try Self.rows(Self.layout(.front))))
    // Halfway through the slide, its left half has come in from the right.
    picture.set(pagePosition: 0.5)
    _ = picture.draw(into: frame)
    let image = try Self.image()
    #expect(Array(DrawingFixtures.rows(frame)[60][180..<240]) == Array(image[60][60..<120]))
  }

  @Test func tabsAreInFrontOfImages() throws {
    let layout = Self.layout(.front, hasTabs: true)
    let bar = try #require(TabBar(layout))
    let frame = DrawingFixtures.frame(240, 120)
    _ = try Self.picture(layout).draw(into: frame)
    let center = bar.center(ofTab: 0)
    let image = try Self.image()
    let point = (x: Int(center.x), y: Int(center.y))
    #expect(Self.covered.columns.contains(point.x) && Self.covered.rows.contains(point.y))
    #expect(DrawingFixtures.rows(frame)[point.y][point.x] != image[point.y][point.x])
  }

  /// Fingers reach the controls behind it.
  @Test func frontImagesDoNotBlockFingers() {
    let layout = Self.layout(.front)
    let play = PlayedPanel(layout)
    play.down(80, 60, at: 0)
    #expect(play.happened().first?.contains("began") == true)
  }
}
