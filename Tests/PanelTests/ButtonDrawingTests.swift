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

/// The appearance of buttons, and the cost of drawing them.
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

  private static func picture(_ theme: ThemeName, _ buttons: [ButtonLayout]) -> PanelPicture {
    let panel = PanelLayout(width: Double(size.width), height: Double(size.height), theme: theme)
    return PanelPicture(
      layout: LayoutDocument(panel: panel, buttons: buttons),
      viewport: Viewport(panel: panel, displaySize: size), typesetter: BlockTypesetter())
  }

  private static let looks = [
    ButtonViewState(), ButtonViewState(isPressed: true), ButtonViewState(isOn: true),
    ButtonViewState(isPressed: true, isOn: true), ButtonViewState(isEnabled: false),
  ]

  /// Every state, some icons, and small, wide and tall buttons.
  @Test(arguments: PanelLayout.themes) func faces(theme: ThemeName) throws {
    var buttons = [
      Self.button(40, 26, 66, 36, "Mute", .speaker), Self.button(115, 26, 66, 36, "Mute", .speaker),
      Self.button(200, 26, 66, 36, "Mute", .speaker), Self.button(40, 76, 66, 36, "Night"),
      Self.button(115, 76, 66, 36, "Mute", .speaker),
    ]
    let icons: [ButtonLayout.Icon] = [.speaker, .power, .reset, .left, .right, .up, .down]
    for (column, icon) in icons.enumerated() {
      buttons.append(Self.button(18 + Double(column) * 26, 128, 22, 22, "", icon))
    }
    buttons.append(Self.button(200, 85, 44, 60, "Up", .up))
    let picture = Self.picture(theme, buttons)
    for index in buttons.indices {
      picture.set(index < 5 ? Self.looks[index] : ButtonViewState(), ofButton: index)
    }
    let frame = DrawingFixtures.frame(Self.size.width, Self.size.height)
    _ = picture.draw(into: frame)
    try Self.compare(frame, with: "buttons-\(theme)")
  }

  private static func compare(_ frame: PixelBuffer, with name: String) throws {
    guard let mismatch = try GoldenPicture(name).mismatch(of: frame) else { return }
    Attachment.record(mismatch.actual, named: "actual.png")
    Attachment.record(mismatch.difference, named: "difference.png")
    Issue.record("\(mismatch.message)")
  }

  /// A press damages only that button, however many others there are.
  @Test func pressesDamageOnlyTheButton() {
    let buttons = (0..<6).map { Self.button(20 + Double($0) * 40, 60, 34, 34, "", .power) }
    let picture = Self.picture(.graphite, buttons)
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

  /// An active button differs in lightness, not only in colour: in its line or its whole face.
  @Test(arguments: PanelLayout.themes) func lit(theme: ThemeName) {
    let picture = Self.picture(theme, [60, 180].map { Self.button($0, 60, 80, 50, "") })
    for isOn in [false, true] { picture.set(ButtonViewState(isOn: isOn), ofButton: isOn ? 1 : 0) }
    let frame = DrawingFixtures.frame(Self.size.width, Self.size.height)
    _ = picture.draw(into: frame)
    func contrast(x: Int, y: Int) -> Float {
      let pixels = [x, x + 120].map { Color(frame.pixels[y * frame.stride + $0] & 0xFF_FFFF) }
      return pixels[0].contrast(with: pixels[1])
    }
    // On the line at the left, and near the top of the face.
    #expect(max(contrast(x: 21, y: 60), contrast(x: 60, y: 44)) >= 2)
  }

  /// The text of a disabled button is fainter.
  @Test(arguments: PanelLayout.themes) func disabled(theme: ThemeName) {
    let theme = Theme.named(theme, .named(theme))
    let (style, inactive) = (ButtonStyle(theme), ButtonStyle(theme, isInactive: true))
    let (normal, faint) = (
      style.onCap.primary.contrast(with: style.cap.first),
      inactive.onCap.primary.contrast(with: inactive.cap.first)
    )
    #expect(faint < normal * 0.8)
  }

  /// The layout's colours apply to the face and the lit parts in every state.
  @Test(arguments: [ThemeName.graphite, .contrast]) func ownColors(theme: ThemeName) throws {
    let buttons = Self.looks.indices.map { index in
      var button = Self.button(
        40 + 80 * Double(index % 3), index < 3 ? 40 : 110, 70, 44, "Mute", .speaker)
      (button.color, button.litColor) = (Color(0x9E2B25), Color(0xFFD700))
      return button
    }
    let picture = Self.picture(theme, buttons)
    for (index, look) in Self.looks.enumerated() { picture.set(look, ofButton: index) }
    let frame = DrawingFixtures.frame(Self.size.width, Self.size.height)
    _ = picture.draw(into: frame)
    try Self.compare(frame, with: "buttons-colors-\(theme)")
  }

  /// Text is legible on any face: WCAG's contrast for text, 4.5 to 1.
  @Test(arguments: PanelLayout.themes) func textOnOwnColors(theme: ThemeName) {
    let theme = Theme.named(theme, .named(theme))
    for color: UInt32 in [0, 0xFFFFFF, 0x808080, 0xFF0000, 0xFFD700, 0x0000FF, 0x008080] {
      let style = ButtonStyle(theme, face: Color(color), lit: Color(color))
      // On a gradient of medium lightness, no single colour reaches 4.5 everywhere.
      for ground in [style.cap.first, style.cap.last] {
        #expect(style.onCap.primary.contrast(with: ground) >= 3)
      }
      if let lit = style.litCap { #expect(style.onLitCap.primary.contrast(with: lit.first) >= 4.5) }
    }
  }

  /// Text is legible in every state: WCAG's contrast for text, 4.5 to 1.
  @Test(arguments: PanelLayout.themes) func textContrast(theme: ThemeName) {
    let theme = Theme.named(theme, .named(theme))
    for theme in [ButtonStyle(theme), ButtonStyle(theme, isInactive: true)] {
      for ground in [theme.cap.first, theme.cap.last, theme.dish.first, theme.dish.last] {
        #expect(theme.onCap.primary.contrast(with: ground) >= 4.5)
      }
    }
  }
}
