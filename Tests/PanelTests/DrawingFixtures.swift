import Gesture
import Glibc
import Knobs
import Layout
import LayoutFile
import Raster

@testable import Panel
@testable import PanelDrawing

/// Draws each character as a block, so that pictures do not depend on installed fonts.
final class BlockTypesetter: Typesetter {
  /// The number of masks requested.
  private(set) var count = 0

  func mask(for text: String, style: TextStyle) -> TextMask {
    count += 1
    let advance = (style.pixelSize * 0.6).rounded()
    let height = max(1, Int((style.pixelSize * 0.7).rounded()))
    let width = Int(advance) * text.count
    guard width > 1 else {
      return TextMask(
        size: PixelSize(width: 0, height: 0), coverage: [], originX: 0, originY: 0, advance: 0)
    }
    let letters = text.unicodeScalars.map { UInt8(truncatingIfNeeded: 120 + $0.value * 29 % 130) }
    let coverage = (0..<height).flatMap { _ in
      (0..<width).map { column in
        let letter = min(column / max(Int(advance), 1), letters.count - 1)
        return column % max(Int(advance), 1) == 0 ? UInt8(0) : letters[letter]
      }
    }
    return TextMask(
      size: PixelSize(width: width, height: height), coverage: coverage, originX: 0,
      originY: Float(height), advance: Float(width))
  }

  func capHeight(of style: TextStyle) -> Float { style.pixelSize * 0.7 }
}

/// Draws nothing.
final class BlankTypesetter: Typesetter {
  func mask(for text: String, style: TextStyle) -> TextMask {
    TextMask(
      size: PixelSize(width: 0, height: 0), coverage: [], originX: 0, originY: 0, advance: 0)
  }

  func capHeight(of style: TextStyle) -> Float { 0 }
}

enum DrawingFixtures {
  static func knob(
    _ x: Double, _ y: Double, _ diameter: Double, name: String? = nil, unit: String = "",
    scale: Scale = Scale(), travel: Travel = .standard
  ) -> KnobLayout {
    KnobLayout(
      id: "\(x)/\(y)", center: DesignPoint(x: x, y: y), diameter: diameter, name: name,
      scale: scale,
      unit: unit, travel: travel)
  }

  static func picture(
    _ knobs: [KnobLayout], width: Int, height: Int, theme: ThemeName = .graphite,
    labels: [LabelLayout] = [], typesetter: any Typesetter = BlockTypesetter()
  ) -> PanelPicture {
    let panel = PanelLayout(width: Double(width), height: Double(height), theme: theme)
    let layout = LayoutDocument(panel: panel, knobs: knobs, labels: labels)
    let viewport = Viewport(
      panel: panel, displaySize: PixelSize(width: width, height: height))
    return PanelPicture(layout: layout, viewport: viewport, typesetter: typesetter)
  }

  /// The face of a knob in a theme, at one design pixel per picture pixel.
  static func face(
    _ knob: KnobLayout, _ theme: ThemeName, typesetter: any Typesetter = BlockTypesetter()
  ) -> KnobFace {
    let panel = PanelLayout(theme: theme)
    let viewport = Viewport(panel: panel, displaySize: PixelSize(width: 800, height: 480))
    return KnobFace(knob, viewport, .named(theme, panel.palette), FaceTexts(typesetter))
  }

  /// A frame filled with a colour that no picture contains.
  static func frame(_ width: Int, _ height: Int) -> PixelBuffer {
    guard let frame = PixelBuffer(size: PixelSize(width: width, height: height)) else {
      preconditionFailure("the tests' frames have a size")
    }
    frame.pixels.update(repeating: 0xFFFF_00FF)
    return frame
  }

  static func look(
    _ position: Double, _ text: String? = nil, held: Bool = false,
    state: KnobViewState.State = .normal
  ) -> KnobViewState {
    KnobViewState(
      position: position, text: text ?? "\(Int(position * 100))", isHeld: held, state: state)
  }

  static func rects(_ damage: Damage) -> [PixelRect] { (0..<damage.count).map { damage[$0] } }

  static func area(_ damage: Damage) -> Int { rects(damage).map(\.area).reduce(0, +) }

  /// Whether two pictures of the same size are equal.
  static func areSame(_ one: PixelBuffer, _ other: PixelBuffer) -> Bool {
    guard let first = one.pixels.baseAddress, let second = other.pixels.baseAddress else {
      return false
    }
    return (0..<one.size.height).allSatisfy { y in
      memcmp(first + y * one.stride, second + y * other.stride, one.size.width * 4) == 0
    }
  }

  /// Rows without padding.
  static func rows(_ frame: PixelBuffer) -> [[UInt32]] {
    (0..<frame.size.height).map { y in
      Array(frame.pixels[(y * frame.stride)..<(y * frame.stride + frame.size.width)])
    }
  }
}
