import Testing

@testable import Raster

/// Parts drawn with a common opacity through a layer.
@Suite struct LayerDrawingTests {
  private static let size = PixelSize(width: 40, height: 30)

  private func ground() throws -> PixelBuffer {
    let picture = try #require(PixelBuffer(size: Self.size))
    for index in picture.pixels.indices {
      picture.pixels[index] = 0xFF00_0000 | UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 8
    }
    return picture
  }

  /// Two discs that overlap.
  private func draw(_ canvas: Canvas) {
    for x: Float in [14, 24] {
      canvas.fill(
        Disc(center: PixelPoint(x: x, y: 15), radius: 9), with: .solid(Color(0xC08040)))
    }
  }

  private func layer() throws -> PixelBuffer {
    try #require(PixelBuffer(size: PixelSize(width: 34, height: 22)))
  }

  @Test(
    "An opacity of 1 draws the parts as they are, one of 0 nothing", arguments: [0, 1] as [Float])
  func ends(opacity: Float) throws {
    let (picture, expected) = (try ground(), try ground())
    Canvas(picture).draw(through: try layer(), x: 3, y: 4, opacity: opacity, draw)
    if opacity == 1 { draw(Canvas(expected)) }
    #expect(Array(picture.pixels) == Array(expected.pixels))
  }

  @Test("Where two parts overlap, only the upper one is blended") func overlap() throws {
    let picture = try #require(PixelBuffer(size: Self.size))
    Canvas(picture).draw(through: try layer(), x: 3, y: 4, opacity: 0.5, draw)
    let (single, double) = (
      picture.pixels[15 * picture.stride + 8], picture.pixels[15 * picture.stride + 19]
    )
    #expect(single == 0xFF60_4020)
    #expect(double == single)
  }

  @Test("Nothing outside the clip and the layer changes") func clip() throws {
    let (picture, before) = (try ground(), try ground())
    let clip = PixelRect(x: 8, y: 2, width: 9, height: 11)
    Canvas(picture, clip: clip).draw(through: try layer(), x: 3, y: 4, opacity: 0.5) { canvas in
      canvas.fill(with: .solid(Color(0)))
    }
    let inside = PixelRect(x: 8, y: 4, width: 9, height: 9)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let index = y * picture.stride + x
        let isInside = inside.contains(PixelRect(x: x, y: y, width: 1, height: 1))
        #expect((picture.pixels[index] != before.pixels[index]) == isInside, "\(x), \(y)")
      }
    }
  }

  @Test("Shifted parts are blended where they appear") func shifted() throws {
    let (picture, expected) = (try ground(), try ground())
    Canvas(picture, shiftedBy: -11).draw(through: try layer(), x: 3, y: 4, opacity: 1, draw)
    draw(Canvas(expected, shiftedBy: -11))
    #expect(Array(picture.pixels) == Array(expected.pixels))
  }

  @Test("A layer beyond the picture draws nothing", arguments: [-100, 100, 1_000_000])
  func beyond(x: Int) throws {
    let (picture, before) = (try ground(), try ground())
    Canvas(picture).draw(through: try layer(), x: x, y: x, opacity: 0.5) { canvas in
      canvas.fill(with: .solid(Color(0)))
    }
    #expect(Array(picture.pixels) == Array(before.pixels))
  }
}
