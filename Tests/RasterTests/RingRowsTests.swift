import Randomness
import Testing

@testable import Raster

/// Arcs drawn with cached rows of their ring.
@Suite struct RingRowsTests {
  private static let size = PixelSize(width: 300, height: 260)

  /// A picture with an arc, drawn with or without cached rows.
  private func picture(
    of arc: Arc, _ paint: Paint, _ clip: PixelRect, rows: RingRows?
  ) throws -> [UInt32] {
    let picture = try #require(PixelBuffer(size: Self.size))
    Canvas(picture).fill(with: .solid(Color(0x406080)))
    Canvas(picture, clip: clip).fill(arc, with: paint, rows: rows)
    return Array(picture.pixels)
  }

  private func randomArc(_ random: inout SeededGenerator, _ center: PixelPoint) -> Arc {
    let ring = Ring(center: center, radius: random.next(3, 140), width: random.next(4.6, 60))
    let start = Direction(radians: random.next(-7, 7))
    // Short sweeps, whose ends are close together, as often as long ones.
    let sweep = Bool.random(using: &random) ? random.next(-0.5, 0.5) : random.next(-7, 7)
    return Arc(ring: ring, from: start, to: Direction(radians: start.radians + sweep))
  }

  @Test(arguments: 0..<300) func rowsDoNotChangePixels(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let center = PixelPoint(x: random.next(-50, 350), y: random.next(-50, 310))
    let arc = randomArc(&random, center)
    let paints: [Paint] = [
      .solid(Color(0xE0B040)), .solid(Color(0xE0B040, opacity: 0.6)),
      .linear(LinearGradient(top: 0, Color(0xFF0000), bottom: 260, Color(0x00FF00))),
    ]
    let paint = paints[seed % paints.count]
    let clip = PixelRect(
      x: Int(random.next(-20, 150)), y: Int(random.next(-20, 130)), width: Int(random.next(1, 320)),
      height: Int(random.next(1, 280)))
    let expected = try picture(of: arc, paint, clip, rows: nil)
    let rows = RingRows(arc.ring)
    #expect(try picture(of: arc, paint, clip, rows: rows) == expected)
    // The rows of a ring at the same position within another pixel work as well.
    let elsewhere = arc.ring.nearOrigin.ring
    #expect(try picture(of: arc, paint, clip, rows: RingRows(elsewhere)) == expected)
  }

  @Test func ringsAtTheSameSubpixelPositionShareRows() throws {
    let ring = Ring(center: PixelPoint(x: 40.25, y: 30.75), radius: 20, width: 8)
    let rows = try #require(RingRows(ring))
    #expect(rows.match(ring))
    #expect(
      rows.match(Ring(center: PixelPoint(x: -7.75, y: 900.75), radius: 20, width: 8)))
    for other in [
      Ring(center: PixelPoint(x: 40.5, y: 30.75), radius: 20, width: 8),
      Ring(center: PixelPoint(x: 40.25, y: 30.75), radius: 21, width: 8),
      Ring(center: PixelPoint(x: 40.25, y: 30.75), radius: 20, width: 9),
    ] {
      #expect(!rows.match(other))
      let arc = Arc(ring: other, from: Direction(degrees: 0), to: Direction(degrees: 100))
      let paint = Paint.solid(Color(0xFFFFFF))
      #expect(
        try picture(of: arc, paint, Self.size.bounds, rows: rows)
          == picture(of: arc, paint, Self.size.bounds, rows: nil))
    }
  }

  /// No rows are cached for rings that are computed differently or cannot be drawn.
  @Test(arguments: [
    Ring(center: PixelPoint(x: 50, y: 50), radius: 20, width: 1),
    Ring(center: PixelPoint(x: 50, y: 50), radius: 5, width: 9),
    Ring(center: PixelPoint(x: 50, y: 50), radius: 5, width: 10),
    Ring(center: PixelPoint(x: 50, y: 50), radius: 5000, width: 10),
    Ring(center: PixelPoint(x: .nan, y: 50), radius: 20, width: 8),
    Ring(center: PixelPoint(x: 50, y: .infinity), radius: 20, width: 8),
    Ring(center: PixelPoint(x: 50, y: 50), radius: .nan, width: 8),
  ]) func unsuitableRingsHaveNoRows(ring: Ring) {
    #expect(RingRows(ring) == nil)
  }
}
