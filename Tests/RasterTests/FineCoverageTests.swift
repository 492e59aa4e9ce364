import Glibc
import Randomness
import Testing

@testable import Raster

/// Analytic coverage in the hardest cases: shapes smaller than a pixel, between pixels, of nearly
/// no and nearly a full turn, and beyond the picture's edge; random, but reproducible.
@Suite struct FineCoverageTests {
  /// In 255ths.
  private static let tolerance = 3.0
  private static let side = 26

  /// Draws white on black and compares with sample points in each pixel.
  private func expectExact(
    _ name: String, _ draw: (Canvas) -> Void, isInside: (Double, Double) -> Bool
  ) throws {
    let picture = try #require(
      PixelBuffer(size: PixelSize(width: Self.side, height: Self.side)))
    draw(Canvas(picture))
    let worst = SupersampledReference.largestError(of: picture, isInside: isInside)
    #expect(worst.error <= Self.tolerance, "\(name): \(worst)")
  }

  private static let white = Paint.solid(Color(0xFFFFFF))

  /// A position on the picture, and every third time on its edge or beyond it.
  private static func randomCenter(_ random: inout SeededGenerator, _ seed: Int) -> PixelPoint {
    let (low, high): (Float, Float) = seed % 3 == 0 ? (-2, 2) : (6, 20)
    return PixelPoint(x: random.next(low, high), y: random.next(6, 20))
  }

  @Test(arguments: 0..<24) func discs(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let radius = seed % 2 == 0 ? random.next(0.2, 2.4) : random.next(2.2, 14)
    let disc = Disc(center: Self.randomCenter(&random, seed), radius: radius)
    try expectExact("\(disc)") {
      $0.fill(disc, with: Self.white)
    } isInside: {
      Geometry.distance($0, $1, disc.center) < Double(radius)
    }
  }

  /// Line widths from 1/4 pixel to several pixels, with holes from nearly zero to many pixels.
  @Test(arguments: 0..<30) func rings(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(100 + seed))
    let width = seed % 2 == 0 ? random.next(0.25, 2) : random.next(2, 7)
    let hole = seed % 5 == 0 ? random.next(0.05, 2) : random.next(2, 9)
    let ring = Ring(
      center: Self.randomCenter(&random, seed), radius: hole + width / 2, width: width)
    try expectExact("\(ring)") {
      $0.fill(ring, with: Self.white)
    } isInside: {
      abs(Geometry.distance($0, $1, ring.center) - Double(ring.radius)) < Double(width) / 2
    }
  }

  /// Sweeps of nearly zero, of any size, and of nearly a full turn, with the ends in either order.
  @Test(arguments: 0..<96) func arcs(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(200 + seed))
    let sweep: Float =
      switch seed % 4 {
      case 0: random.next(0, 5)
      case 1: random.next(5, 200)
      case 2: random.next(200, 330)
      default: random.next(320, 359.99)
      }
    let width = seed % 8 < 4 ? random.next(0.3, 2) : random.next(2, 6)
    let hole = seed % 5 == 0 ? random.next(0.05, 2) : random.next(2, 9)
    let ring = Ring(
      center: Self.randomCenter(&random, seed), radius: hole + width / 2, width: width)
    let start = random.next(-400, 400)
    let (from, to) = (
      Direction(degrees: Double(start)), Direction(degrees: Double(start + sweep))
    )
    let arc = Arc(ring: ring, from: seed % 3 == 0 ? to : from, to: seed % 3 == 0 ? from : to)
    let ends = [from, to].map { ring.center.moved(by: ring.radius, at: $0) }
    try expectExact("\(sweep)° from \(start)° of \(ring)") {
      $0.fill(arc, with: Self.white)
    } isInside: { x, y in
      let (dx, dy) = (x - Double(ring.center.x), y - Double(ring.center.y))
      let along = remainder(atan2(dx, -dy) - Double(from.radians), 2 * .pi)
      if (along < 0 ? along + 2 * .pi : along) <= Double(to.radians - from.radians) {
        return abs((dx * dx + dy * dy).squareRoot() - Double(ring.radius)) < Double(width) / 2
      }
      return ends.contains { Geometry.distance(x, y, $0) < Double(width) / 2 }
    }
  }

  @Test(arguments: 0..<24) func capsules(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(300 + seed))
    let start = Self.randomCenter(&random, seed)
    let length = seed % 4 == 0 ? random.next(0, 1) : random.next(1, 18)
    let end = start.moved(by: length, at: Direction(radians: random.next(-4, 4)))
    let width = seed % 2 == 0 ? random.next(0.3, 2) : random.next(2, 8)
    let capsule = Capsule(from: start, to: end, width: width)
    let isInside = { (x: Double, y: Double) in
      Geometry.distance(x, y, from: start, to: end) < Double(width) / 2
    }
    try expectExact("\(capsule)") {
      $0.fill(capsule, with: Self.white)
    } isInside: {
      isInside($0, $1)
    }
    // A stamp is the same shape, cached.
    try expectExact("stamp of \(capsule)") {
      $0.fill(CoverageMask(capsule), with: Color(0xFFFFFF))
    } isInside: {
      isInside($0, $1)
    }
  }

  @Test(arguments: 0..<24) func triangles(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(400 + seed))
    let first = Self.randomCenter(&random, seed)
    let size = seed % 2 == 0 ? random.next(0.3, 3) : random.next(3, 16)
    let corners = [
      first, first.moved(by: size, at: Direction(radians: random.next(0, 3))),
      first.moved(by: random.next(0.3, size), at: Direction(radians: random.next(3, 6))),
    ]
    let triangle = Triangle(corners[0], corners[1], corners[2])
    try expectExact("\(triangle)") {
      $0.fill(triangle, with: Self.white)
    } isInside: { x, y in
      let sides = (0..<3).map { index in
        let (one, two) = (corners[index], corners[(index + 1) % 3])
        let (dx, dy) = (Double(two.x - one.x), Double(two.y - one.y))
        return dx * (y - Double(one.y)) > dy * (x - Double(one.x))
      }
      return sides[0] == sides[1] && sides[1] == sides[2]
    }
  }

  /// Rectangles thinner than a pixel, and frames with hairlines.
  @Test(arguments: 0..<30) func rectangles(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(500 + seed))
    let width = seed % 2 == 0 ? random.next(0.3, 3) : random.next(3, 18)
    let height = seed % 4 < 2 ? random.next(0.3, 3) : random.next(3, 18)
    let rect = RoundedRect(
      center: Self.randomCenter(&random, seed), width: width, height: height,
      radius: random.next(0, 6))
    try expectExact("\(rect)") {
      $0.fill(rect, with: Self.white)
    } isInside: {
      Geometry.isInside(rect, $0, $1)
    }
    let line = random.next(0.3, 2)
    let hole = rect.inset(by: line)
    try expectExact("line of \(line) in \(rect)") {
      $0.fill(RoundedFrame(rect, width: line), with: Self.white)
    } isInside: {
      Geometry.isInside(rect, $0, $1) && !Geometry.isInside(hole, $0, $1)
    }
  }
}
