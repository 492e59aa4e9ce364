import Testing

@testable import Raster

/// No geometry that a layout can cause may trap or draw garbage.
@Suite struct HostileGeometryTests {
  private static let values: [Float] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e30, 1e6, -1e6, 0, -3, 1e-30,
  ]

  @Test(arguments: values) func invalidShapesDrawNothing(value: Float) throws {
    let picture = try #require(PixelBuffer(size: PixelSize(width: 20, height: 20)))
    let canvas = Canvas(picture)
    let white = Paint.solid(Color(0xFFFFFF))
    let good = PixelPoint(x: 1000, y: 1000)
    for center in [PixelPoint(x: value, y: 10), PixelPoint(x: 10, y: value), good] {
      for size in [value, 3] where center != good || size == value {
        // A disc larger than the picture may cover it; all other shapes are out of reach.
        guard !(center == good && size > 500) else { continue }
        guard center.x.isNaN || abs(center.x) > 100 || center.y.isNaN || abs(center.y) > 100
        else { continue }
        canvas.fill(Disc(center: center, radius: size), with: white)
        canvas.fill(Ring(center: center, radius: size, width: 2), with: white)
        canvas.fill(Ring(center: center, radius: 2, width: size), with: white)
        canvas.fill(SoftDisc(center: center, radius: size, blur: size, hole: size), with: white)
        canvas.fill(Capsule(from: center, to: good, width: size), with: white)
        let rect = RoundedRect(center: center, width: size, height: 9, radius: size)
        canvas.fill(rect, with: white)
        canvas.fill(RoundedFrame(rect, width: size), with: white)
        canvas.fill(SoftRect(rect, blur: size, hole: size), with: white)
        let ring = Ring(center: center, radius: 6, width: 2)
        let (angle, zero) = (Direction(radians: size), Direction(radians: 0))
        canvas.fill(Arc(ring: ring, from: angle, to: zero), with: white)
        let text = TextMask(
          size: PixelSize(width: 1, height: 1), coverage: [255], originX: 0, originY: 0,
          advance: 1)
        canvas.draw(text, at: center, color: Color(0xFFFFFF))
      }
    }
    #expect(picture.pixels.allSatisfy { $0 == 0xFF00_0000 })
  }

  @Test func emptyShapesDrawNothing() throws {
    let picture = try #require(PixelBuffer(size: PixelSize(width: 20, height: 20)))
    let canvas = Canvas(picture)
    let (white, center) = (Paint.solid(Color(0xFFFFFF)), PixelPoint(x: 10, y: 10))
    for size: Float in [0, -1, .nan, .infinity, 1e9] {
      canvas.fill(Disc(center: center, radius: size), with: white)
      canvas.fill(Ring(center: center, radius: 5, width: size > 0 ? .nan : size), with: white)
      canvas.fill(Capsule(from: center, to: center, width: size), with: white)
      canvas.fill(RoundedRect(center: center, width: size, height: 5, radius: 2), with: white)
      let rect = RoundedRect(center: center, width: 9, height: 5, radius: 2)
      canvas.fill(RoundedFrame(rect, width: size > 0 ? .nan : size), with: white)
      if !(size <= 0) { canvas.fill(SoftRect(rect, blur: size), with: white) }
    }
    #expect(picture.pixels.allSatisfy { $0 == 0xFF00_0000 })
  }

  @Test(arguments: [(0, 5), (5, 0), (-1, 5), (32_769, 1), (1, 40_000)])
  func invalidPictureSizesAreRejected(width: Int, height: Int) {
    #expect(PixelBuffer(size: PixelSize(width: width, height: height)) == nil)
  }
}
