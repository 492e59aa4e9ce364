import Testing

@testable import Raster

@Suite struct TextDrawingTests {
  private let mask = TextMask(
    size: PixelSize(width: 3, height: 2), coverage: [255, 128, 0, 64, 255, 10], originX: 1,
    originY: 2, advance: 3)

  private func drawn(x: Float, y: Float, contrast: Float = 0) throws -> [[UInt32]] {
    let picture = try #require(PixelBuffer(size: PixelSize(width: 8, height: 6)))
    Canvas(picture).draw(
      mask, at: PixelPoint(x: x, y: y), color: Color(0xFFFFFF), contrast: contrast)
    return (0..<6).map { row in (0..<8).map { picture.pixels[row * picture.stride + $0] & 0xFF } }
  }

  @Test func masksOnWholePixelsAreExact() throws {
    let rows = try drawn(x: 3, y: 4)
    #expect(rows[2] == [0, 0, 255, 128, 0, 0, 0, 0])
    #expect(rows[3] == [0, 0, 64, 255, 10, 0, 0, 0])
    #expect(rows[4].allSatisfy { $0 == 0 })
  }

  @Test func masksBetweenPixelsAreInterpolated() throws {
    let rows = try drawn(x: 3.25, y: 4)
    #expect(rows[2] == [0, 0, 191, 160, 32, 0, 0, 0])
    let lower = try drawn(x: 3, y: 4.5)
    #expect(lower[2][2] == 128 && lower[3][2] == 160 && lower[4][2] == 32)
    // The total coverage is preserved.
    let sum = try drawn(x: 3.7, y: 4.3).joined().reduce(0, +)
    #expect(abs(Int(sum) - 712) <= 6)
  }

  @Test func contrastChangesOnlyPartialCoverage() throws {
    let (plain, strong, weak) = (
      try drawn(x: 3, y: 4), try drawn(x: 3, y: 4, contrast: 0.4),
      try drawn(x: 3, y: 4, contrast: -0.4)
    )
    #expect(strong[2][2] == 255 && weak[2][2] == 255 && strong[2][4] == 0)
    #expect(strong[2][3] > plain[2][3] && weak[2][3] < plain[2][3])
  }

  @Test func masksAreClipped() throws {
    #expect(try drawn(x: 0, y: 1)[0] == [255, 10, 0, 0, 0, 0, 0, 0])
    #expect(try drawn(x: 8.5, y: 3)[2][7] == 128 + 4 || drawn(x: 8.5, y: 3)[2][7] > 0)
    #expect(try drawn(x: -50, y: 3).joined().allSatisfy { $0 == 0 })
  }

  /// Most of it is so far outside that accessing the memory there would crash.
  @Test(arguments: [-1, -40_003, -79_990]) func veryWideMasksAreClipped(left: Int) throws {
    let width = 80_000
    let wide = TextMask(
      size: PixelSize(width: width, height: 2),
      coverage: (0..<(2 * width)).map { UInt8($0 % width % 7 * 40) }, originX: 0, originY: 0,
      advance: Float(width))
    let picture = try #require(PixelBuffer(size: PixelSize(width: 8, height: 2)))
    Canvas(picture).draw(wide, at: PixelPoint(x: Float(left), y: 0), color: Color(0xFFFFFF))
    for y in 0..<2 {
      for x in 0..<8 {
        let wanted = UInt32((x - left) % 7 * 40)
        #expect(picture.pixels[y * picture.stride + x] == 0xFF00_0000 | wanted * 0x01_0101)
      }
    }
  }

  @Test func stampsEqualTheirShapes() throws {
    let (one, two) = (
      try #require(PixelBuffer(size: PixelSize(width: 30, height: 30))),
      try #require(PixelBuffer(size: PixelSize(width: 30, height: 30)))
    )
    let tick = Capsule(
      from: PixelPoint(x: 8.2, y: 21.4), to: PixelPoint(x: 17.7, y: 9.1), width: 1.8)
    Canvas(one).fill(tick, with: .solid(Color(0xFFFFFF)))
    Canvas(two).fill(CoverageMask(tick), with: Color(0xFFFFFF))
    for index in one.pixels.indices {
      #expect(abs(Int(one.pixels[index] & 0xFF) - Int(two.pixels[index] & 0xFF)) <= 1)
    }
  }
}
