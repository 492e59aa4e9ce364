import Gesture
import GoldenPictures
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel
@testable import PanelDrawing

/// Knobs and buttons while a finger holds them for their hold time.
@Suite struct HoldDrawingTests {
  private static let size = PixelSize(width: 320, height: 190)

  private static func picture(_ theme: ThemeName) -> PanelPicture {
    let panel = PanelLayout(width: Double(size.width), height: Double(size.height), theme: theme)
    let knobs = [
      DrawingFixtures.knob(90, 84, 150, name: "Boiler", unit: "%"),
      DrawingFixtures.knob(200, 50, 60, name: "Room"),
      DrawingFixtures.knob(276, 50, 60, travel: .sectors(["A", "B", "C"])),
    ]
    let buttons = [
      ButtonLayout(
        id: "night", center: DesignPoint(x: 230, y: 122), width: 130, height: 36, text: "Night",
        icon: .power, action: .mute([0])),
      ButtonLayout(
        id: "off", center: DesignPoint(x: 255, y: 164), width: 80, height: 36, text: "Off",
        action: .mute([0])),
    ]
    return PanelPicture(
      layout: LayoutDocument(panel: panel, knobs: knobs, buttons: buttons),
      viewport: Viewport(panel: panel, displaySize: size), typesetter: BlockTypesetter())
  }

  private static func hold(_ picture: PanelPicture, _ progress: Double) {
    for index in 0..<3 {
      var look = DrawingFixtures.look(0.42, held: true)
      look.isLocked = true
      look.holdProgress = progress * (1 - Double(index) * 0.3)
      picture.set(look, ofKnob: index)
    }
    for index in 0..<2 {
      var look = ButtonViewState(isPressed: true)
      look.holdProgress = progress * (1 - Double(index) * 0.4)
      picture.set(look, ofButton: index)
    }
  }

  @Test(arguments: PanelLayout.themes) func faces(theme: ThemeName) throws {
    let picture = Self.picture(theme)
    Self.hold(picture, 0.7)
    let frame = DrawingFixtures.frame(Self.size.width, Self.size.height)
    _ = picture.draw(into: frame)
    guard let mismatch = try GoldenPicture("hold-\(theme)").mismatch(of: frame) else { return }
    Attachment.record(mismatch.actual, named: "actual.png")
    Attachment.record(mismatch.difference, named: "difference.png")
    Issue.record("\(mismatch.message)")
  }

  /// Redrawing while the progress grows or is reset equals drawing the whole.
  @Test(arguments: PanelLayout.themes) func increments(theme: ThemeName) {
    let picture = Self.picture(theme)
    let frame = DrawingFixtures.frame(Self.size.width, Self.size.height)
    for progress in [0, 0.02, 0.3, 0.31, 0.6, 1, 0.1, 0] {
      Self.hold(picture, progress)
      _ = picture.draw(into: frame)
      let whole = Self.picture(theme)
      Self.hold(whole, progress)
      let expected = DrawingFixtures.frame(Self.size.width, Self.size.height)
      _ = whole.draw(into: expected)
      let rows = (0..<Self.size.height).filter { y in
        (0..<Self.size.width).contains {
          frame.pixels[y * frame.stride + $0] != expected.pixels[y * expected.stride + $0]
        }
      }
      #expect(rows.isEmpty, "\(progress)")
    }
  }
}
