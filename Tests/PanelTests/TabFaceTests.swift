import Gesture
import Layout
import Raster
import Testing

@testable import PanelDrawing

/// What tabs tell: the visible page, and pages that require the PIN.
@Suite struct TabFaceTests {
  private static func picture(_ theme: ThemeName, isLocked: Bool) throws -> ([[UInt32]], TabBar) {
    var layout = LayoutDocument(panel: PanelLayout(width: 640, height: 400, theme: theme))
    layout.pages = [PageLayout(id: "one"), PageLayout(id: "two")]
    layout.pages[1].isLocked = isLocked
    let size = PixelSize(width: 640, height: 400)
    let picture = PanelPicture(
      layout: layout, viewport: Viewport(panel: layout.panel, displaySize: size),
      typesetter: BlockTypesetter())
    let frame = DrawingFixtures.frame(size.width, size.height)
    _ = picture.draw(into: frame)
    return (DrawingFixtures.rows(frame), try #require(TabBar(layout)))
  }

  @Test("The visible page's tab can be told from the others", arguments: PanelLayout.themes)
  func visiblePage(theme: ThemeName) throws {
    let (rows, bar) = try Self.picture(theme, isLocked: false)
    // The same part of both tabs, without their texts.
    func colors(_ tab: Int) -> [Color] {
      let left = bar.center(ofTab: tab).x - bar.width * 0.45
      return (0..<Int(bar.height)).map { row in
        Color(rows[Int(bar.top) + row][Int(left)] & 0xFFFFFF)
      }
    }
    let contrast = zip(colors(0), colors(1)).map { $0.contrast(with: $1) }.max() ?? 1
    // Raised caps have light and shadow, too.
    #expect(contrast > (theme == .flatDark || theme == .flatLight ? 3 : 1.15), "\(contrast)")
  }

  @Test("The tab of a locked page has a padlock before its name", arguments: PanelLayout.themes)
  func padlock(theme: ThemeName) throws {
    let (open, bar) = try Self.picture(theme, isLocked: false)
    let (locked, _) = try Self.picture(theme, isLocked: true)
    let middle = Int(bar.left + bar.width)
    let changed = zip(open, locked).map { zip($0, $1).map { $0 != $1 } }
    #expect(changed.contains { $0[middle...].contains(true) })
    #expect(!changed.contains { $0[..<middle].contains(true) })
  }
}
