import Raster
import Testing

/// The part of a picture that a round display shows.
@Suite struct EllipseTests {
  private func white(_ width: Int, _ height: Int) throws -> PixelBuffer {
    let picture = try #require(PixelBuffer(size: PixelSize(width: width, height: height)))
    picture.pixels.update(repeating: 0xFFFF_FFFF)
    return picture
  }

  private func level(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Int {
    Int(picture.pixels[y * picture.stride + x] & 0xFF)
  }

  @Test(arguments: [(64, 64), (80, 48), (48, 80)]) func area(width: Int, height: Int) throws {
    let picture = try white(width, height)
    picture.blacken(outsideEllipseIn: picture.size.bounds)
    var sum = 0
    for y in 0..<height {
      for x in 0..<width {
        let level = level(picture, x, y)
        sum += level
        #expect(level == self.level(picture, width - 1 - x, height - 1 - y))
        #expect(picture.pixels[y * picture.stride + x] >> 24 == 0xFF)
      }
    }
    #expect(level(picture, 0, 0) == 0 && level(picture, width / 2, height / 2) == 255)
    #expect(level(picture, width / 2, 1) == 255 && level(picture, 1, height / 2) == 255)
    let ellipse = Double(width * height) * .pi / 4
    #expect(abs(Double(sum) / 255 - ellipse) < ellipse * 0.01)
  }

  @Test("The ellipse can be smaller than the picture") func offset() throws {
    let picture = try white(100, 60)
    picture.blacken(outsideEllipseIn: PixelRect(x: 20, y: 0, width: 60, height: 60))
    #expect(level(picture, 10, 30) == 0 && level(picture, 90, 30) == 0)
    #expect(level(picture, 22, 30) == 255 && level(picture, 22, 5) == 0)
  }
}
