import Gesture
import GoldenPictures
import Layout
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// The icons and pictures on buttons.
@Suite struct ButtonIconTests {
  private static func frame(_ icon: ButtonLayout.Icon, size: Float) -> PixelBuffer {
    let frame = DrawingFixtures.frame(Int(size) * 2, Int(size) * 2)
    Canvas(frame).fill(with: .solid(Color(0)))
    LineIcon(icon, center: PixelPoint(x: size, y: size), size: size, isCrossedOut: false)
      .draw(on: Canvas(frame), Color(0xFFFFFF), isOn: false)
    return frame
  }

  /// Every icon, at the size for a button without text and at the size beside a text.
  @Test func icons() throws {
    let icons = ButtonLayout.Icon.allCases
    let columns = 11
    let rows = (icons.count + columns - 1) / columns
    let buttons = icons.enumerated().flatMap { index, icon in
      [(44.0, 0.0), (24, 40)].map { size, below in
        ButtonLayout(
          id: "\(icon) \(size)",
          center: DesignPoint(
            x: 28 + 54 * Double(index % columns), y: 28 + 92 * Double(index / columns) + below),
          width: size, height: size, icon: icon, action: .mute([]))
      }
    }
    let panel = PanelLayout(width: 54 * Double(columns) + 4, height: 92 * Double(rows) + 4)
    let picture = PanelPicture(
      layout: LayoutDocument(panel: panel, buttons: buttons),
      viewport: PlayedPanel.viewport(of: LayoutDocument(panel: panel)),
      typesetter: BlankTypesetter())
    for index in buttons.indices { picture.set(ButtonViewState(), ofButton: index) }
    let frame = DrawingFixtures.frame(Int(panel.width), Int(panel.height))
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("button-icons"))
  }

  /// No icon extends beyond its square by more than half a line width, and no two are alike.
  @Test func squares() {
    var seen: [[[UInt32]]: ButtonLayout.Icon] = [:]
    for icon in ButtonLayout.Icon.allCases {
      let frame = Self.frame(icon, size: 40)
      let rows = DrawingFixtures.rows(frame)
      var inked = 0
      for (y, row) in rows.enumerated() {
        for (x, pixel) in row.enumerated() where pixel & 0xFF_FFFF != 0 {
          inked += 1
          #expect((18..<62).contains(x) && (18..<62).contains(y), "\(icon) at \(x), \(y)")
        }
      }
      #expect(inked > 60, "\(icon)")
      #expect(seen.updateValue(icon, forKey: rows) == nil, "\(icon)")
    }
  }

  /// A custom picture keeps its proportions and colours, and is faint on a disabled button; if the
  /// file is missing, only the text is drawn.
  @Test func pictures() throws {
    let files = ["logo", "photo", "photo", "missing"]
    let buttons = files.enumerated().map { index, file in
      var button = ButtonLayout(
        id: "\(index)", center: DesignPoint(x: 60 + 120 * Double(index), y: 40), width: 108,
        height: 60, text: index == 1 ? "" : "Photo", action: .mute([]))
      button.symbol = .picture(file: file)
      button.iconSize = 40
      return button
    }
    let layout = LayoutDocument(panel: PanelLayout(width: 480, height: 80), buttons: buttons)
    let picture = DrawingFixtures.panelPicture(layout, try TestPictures())
    for index in buttons.indices {
      picture.set(ButtonViewState(isEnabled: index != 2), ofButton: index)
    }
    let frame = DrawingFixtures.frame(480, 80)
    _ = picture.draw(into: frame)
    try expect(frame, equals: GoldenPicture("button-pictures"))
  }
}
