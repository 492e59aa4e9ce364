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

/// How buttons look, and what their pictures cost.
@Suite struct ButtonDrawingTests {
  private static let size = PixelSize(width: 240, height: 150)

  private static func button(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ text: String,
    _ icon: ButtonLayout.Icon? = nil
  ) -> ButtonLayout {
    ButtonLayout(
      id: "\(x)/\(y)", center: DesignPoint(x: x, y: y), width: width, height: height, text: text,
      icon: icon, action: .mute([0]))
  }

  private static func picture(_ theme: String, _ buttons: [ButtonLayout]) -> PanelPicture {
    let panel = PanelLayout(width: Double(size.width), height: Double(size.height), theme: theme)
    return PanelPicture(
      layout: LayoutDocument(panel: panel, buttons: buttons),
      viewport: Viewport(panel: panel, displaySize: size), typesetter: BlockTypesetter())
  }

  private static let looks = [
    ButtonViewState(), ButtonViewState(isPressed: true), ButtonViewState(isOn: true),
    ButtonViewState(isPressed: true, isOn: true), ButtonViewState(isEnabled: false),
  ]

  /// Every look, every icon, small, wide and tall.
  @Test(arguments: PanelLayout.themes) func faces(theme: String) throws {
    var buttons = [
      Self.button(40, 26, 66, 36, "Mute", .speaker), Self.button(115, 26, 66, 36, "Mute", .speaker),
      Self.button(200, 26, 66, 36, "Mute", .speaker), Self.button(40, 76, 66, 36, "Night"),
      Self.button(115, 76, 66, 36, "Mute", .speaker),
    ]
    for (column, icon) in ButtonLayout.Icon.allCases.enumerated() {
      buttons.append(Self.button(18 + Double(column) * 26, 128, 22, 22, "", icon))
    }
    buttons.append(Self.button(200, 85, 44, 60, "Up", .up))
    let picture = Self.picture(theme, buttons)
    for index in buttons.indices {
      picture.set(index < 5 ? Self.looks[index] : ButtonViewState(), ofButton: index)
    }
    let frame = DrawingFixtures.frame(Self.size.width, Self.size.height)
    _ = picture.draw(into: frame)
    guard let mismatch = try GoldenPicture("buttons-\(theme)").mismatch(of: frame) else { return }
    Attachment.record(mismatch.actual, named: "actual.png")
    Attachment.record(mismatch.difference, named: "difference.png")
    Issue.record("\(mismatch.message)")
  }

  /// A press touches the button and nothing else, and no more than it for any number of others.
  @Test func aPressTouchesOnlyTheButton() {
    let buttons = (0..<6).map { Self.button(20 + Double($0) * 40, 60, 34, 34, "", .power) }
    let picture = Self.picture("graphite", buttons)
    let frame = DrawingFixtures.frame(Self.size.width, Self.size.height)
    for index in buttons.indices { picture.set(ButtonViewState(), ofButton: index) }
    _ = picture.draw(into: frame)
    picture.set(ButtonViewState(isPressed: true), ofButton: 2)
    let damage = picture.draw(into: frame)
    #expect(damage.count == 1)
    #expect(damage.bounds.width < 48 && damage.bounds.height < 48)
    #expect(damage.bounds.contains(PixelRect(x: 83, y: 43, width: 34, height: 34)))
    picture.set(ButtonViewState(isPressed: true), ofButton: 2)
    #expect(!picture.needsDrawing)
  }

  /// What it says can be read in every look: WCAG's contrast for text, 4.5 to 1.
  @Test(arguments: PanelLayout.themes) func words(theme: String) {
    let theme = Theme.named(theme, .named(theme))
    for theme in [ButtonStyle(theme), ButtonStyle(theme, isInactive: true)] {
      for ground in [theme.cap.first, theme.cap.last, theme.dish.first, theme.dish.last] {
        #expect(theme.onCap.primary.contrast(with: ground) >= 4.5)
      }
    }
  }
}
