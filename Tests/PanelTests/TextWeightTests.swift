import Layout
import LayoutFile
import Raster
import Testing
import Text

@testable import Panel
@testable import PanelDrawing

/// Text has its designed weight, dark on light as well as light on dark.
@Suite struct TextWeightTests {
  private let typesetter = FontTypesetter()

  /// The change of linear light caused by text, relative to its maximum, per pixel of coverage: 1
  /// is the designed weight.
  private func weight(
    _ mask: TextMask, _ textColors: TextColors, contrast: Float? = nil
  ) throws -> Float {
    let picture = try #require(
      PixelBuffer(size: PixelSize(width: mask.size.width, height: mask.size.height)))
    let canvas = Canvas(picture)
    canvas.fill(with: .solid(textColors.background))
    canvas.draw(
      mask, at: PixelPoint(x: mask.originX, y: mask.originY), color: textColors.primary,
      contrast: contrast ?? textColors.contrast)
    let (ink, ground) = (textColors.primary.luminance, textColors.background.luminance)
    var light: Float = 0
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let pixel = Color(picture.pixels[y * picture.stride + x] & 0xFF_FFFF)
        light += (pixel.luminance - ground) / (ink - ground)
      }
    }
    return light / (mask.coverage.reduce(0) { $0 + Float($1) } / 255)
  }

  /// Small letters consist mostly of edges, where the errors are.
  @Test(
    arguments: [(11, 0.19), (14, 0.15), (20, 0.14), (36, 0.08), (80, 0.03)] as [(Float, Float)],
    ["Living room", "42 %", "illi|"])
  func lightAndDarkTextHaveEqualWeight(type: (size: Float, allowed: Float), text: String) throws {
    let mask = typesetter.mask(
      for: text, style: TextStyle(weight: .medium, pixelSize: type.size))
    let light = TextColors(
      background: Color(0x14171B), primary: Color(0xF2F5F7), secondary: Color(0))
    let dark = TextColors(
      background: Color(0xF4F2EE), primary: Color(0x1B1D20), secondary: Color(0))
    let (one, two) = (try weight(mask, light), try weight(mask, dark))
    #expect(abs(one - 1) <= type.allowed && abs(two - 1) <= type.allowed, "\(one), \(two)")
    // One is too light by the factor that the other is too heavy.
    #expect(abs(one * two - 1) < 0.06, "\(one), \(two)")
    // Blending encoded values has a larger error for both.
    let (thin, bold) = (
      try weight(mask, light, contrast: 0), try weight(mask, dark, contrast: 0)
    )
    #expect(thin < 1 - type.allowed && bold > 1 + type.allowed, "\(thin), \(bold)")
  }

  /// Ink and background that hardly differ need no correction, which is never NaN.
  @Test func equalColorsNeedNoCorrection() {
    let grey = Color(0x808080)
    #expect(TextColors(background: grey, primary: grey, secondary: grey).contrast == 0)
    let near = TextColors(background: grey, primary: Color(0x8A8A8A), secondary: grey).contrast
    #expect(near > 0 && near < 0.1)
  }
}
