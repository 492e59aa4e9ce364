import Raster
import Testing

@testable import Text

/// Lines that start between pixels, and their weight.
@Suite struct SubpixelTests {
  private let typesetter = FontTypesetter()

  /// The centre of the ink, in pixels from the line's origin.
  private func middle(_ mask: TextMask) -> Double {
    var (sum, weighted) = (0.0, 0.0)
    for y in 0..<mask.size.height {
      for x in 0..<mask.size.width {
        let ink = Double(mask.coverage[y * mask.size.width + x])
        sum += ink
        weighted += ink * (Double(x) + 0.5)
      }
    }
    return weighted / sum - Double(mask.originX)
  }

  private func style(_ size: Float, phase: Float) -> TextStyle {
    var style = TextStyle(pixelSize: size)
    style.phase = phase
    return style
  }

  /// A quarter of a pixel has its effect in small and large text.
  @Test(arguments: [Float(11), 18, 40], ["Kitchen", "ill", "Küche مطبخ"])
  func phasesMoveTheLine(size: Float, text: String) {
    let still = typesetter.mask(for: text, style: style(size, phase: 0))
    for phase: Float in [-0.5, -0.25, 0.25, 0.5] {
      let moved = typesetter.mask(for: text, style: style(size, phase: phase))
      #expect(abs(middle(moved) - middle(still) - Double(phase)) < 0.05)
      #expect(moved.advance == still.advance)
      #expect(moved.originX == moved.originX.rounded())
    }
  }

  @Test(arguments: [Float.nan, -1, 1, .infinity]) func invalidPhasesAreIgnored(phase: Float) {
    let still = typesetter.mask(for: "Kitchen", style: style(18, phase: 0))
    #expect(
      typesetter.mask(for: "Kitchen", style: style(18, phase: phase)).coverage == still.coverage)
  }
}
