import Gesture
import GoldenPictures
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// The error badge is visible and covers no controls.
@Suite struct BadgePositionTests {
  private static func badge(_ layout: LayoutDocument, _ text: String) -> PixelRect {
    draw(layout, text).badge
  }

  private static func draw(
    _ layout: LayoutDocument, _ text: String
  ) -> (badge: PixelRect, frame: PixelBuffer) {
    let size = PixelSize(width: Int(layout.panel.width), height: Int(layout.panel.height))
    let picture = PanelPicture(
      layout: layout, viewport: Viewport(panel: layout.panel, displaySize: size),
      typesetter: BlockTypesetter())
    let frame = DrawingFixtures.frame(size.width, size.height)
    _ = picture.draw(into: frame)
    picture.show(badge: text, typesetter: BlockTypesetter())
    let damage = DrawingFixtures.rects(picture.draw(into: frame))
    return (damage.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }, frame)
  }

  private static func layout(_ change: (inout LayoutDocument) -> Void) -> LayoutDocument {
    var layout = LayoutDocument(panel: PanelLayout(width: 480, height: 320))
    layout.pages = ["one", "two", "three"].map { PageLayout(id: $0) }
    change(&layout)
    return layout
  }

  @Test(arguments: ["tabs", "round"]) func golden(kind: String) throws {
    let layout = Self.layout {
      $0.panel = PanelLayout(width: 240, height: 240)
      $0.knobs = [DrawingFixtures.knob(120, 100, 120)]
      guard kind == "round" else { return }
      $0.panel.shape = .round
      $0.pages = []
    }
    let frame = Self.draw(layout, "hall.yaml:6:5 wrong").frame
    guard let mismatch = try GoldenPicture("badge-\(kind)").mismatch(of: frame) else { return }
    Attachment.record(mismatch.actual, named: "actual.png")
    Attachment.record(mismatch.difference, named: "difference.png")
    Issue.record("\(mismatch.message)")
  }

  private static let texts = ["short", String(repeating: "a long message ", count: 20)]

  @Test(arguments: texts) func aboveTabs(text: String) {
    let badge = Self.badge(Self.layout { _ in }, text)
    #expect(!badge.isEmpty && badge.maxY <= 320 - 56 && badge.y > 160)
  }

  @Test(arguments: texts) func besideTabsAtTheTop(text: String) {
    let badge = Self.badge(Self.layout { $0.panel.paging.tabs?.side = .top }, text)
    #expect(badge.y > 200 && badge.maxY <= 320)
  }

  @Test(arguments: texts) func aboveDots(text: String) {
    let badge = Self.badge(Self.layout { $0.panel.paging.tabs = nil }, text)
    #expect(!badge.isEmpty && badge.maxY < 320 - 14)
  }

  @Test("On a round panel, the whole badge is within the circle", arguments: texts, [0, 1])
  func round(text: String, pages: Int) {
    let layout = Self.layout {
      $0.panel = PanelLayout(width: 480, height: 480)
      $0.panel.shape = .round
      $0.panel.paging.tabs = nil
      if pages == 0 { $0.pages = [] }
    }
    let badge = Self.badge(layout, text)
    #expect(!badge.isEmpty && badge.y > 240)
    // The badge has round ends.
    let inset = badge.height / 4
    for (x, y) in [
      (badge.x, badge.y + inset), (badge.maxX, badge.y + inset), (badge.x, badge.maxY - inset),
      (badge.maxX, badge.maxY - inset),
    ] {
      #expect((x - 240) * (x - 240) + (y - 240) * (y - 240) <= 240 * 240)
    }
  }
}
