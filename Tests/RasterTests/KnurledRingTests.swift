import Testing

@testable import Raster

/// Cached ribs equal those that are painted each time.
@Suite struct KnurledRingTests {
  private static let center = PixelPoint(x: 50.5, y: 49)
  private static let ring = Ring(center: center, radius: 40, width: 9)
  private static let stepCount = 6

  private func knurling(_ color: Color = Color(0x707880)) -> Knurling {
    Knurling(
      center: Self.center, ground: LinearGradient(top: 0, color, bottom: 100, Color(0x303840)),
      rims: Knurling.Rims(
        Color(0xFFFFFF, opacity: 0.6), innerPart: 0.5, reach: 35.5...44.5, width: 1),
      ribs: 30, turned: Direction(degrees: 0), light: Direction(degrees: -38), strength: 50)
  }

  private func ground() throws -> PixelBuffer {
    let picture = try #require(PixelBuffer(size: PixelSize(width: 100, height: 100)))
    Canvas(picture).fill(with: .solid(Color(0x4080C0)))
    return picture
  }

  @Test("Each step equals the paint", arguments: 0..<stepCount) func step(_ step: Int) throws {
    let (picture, painted) = (try ground(), try ground())
    let cached = try #require(KnurledRing(Self.ring, knurling(), stepCount: Self.stepCount))
    cached.draw(step: step, on: Canvas(picture))
    Canvas(painted).fill(
      Self.ring, with: .knurls(knurling().turned(toStep: step, of: Self.stepCount)))
    var worst = 0
    for (one, other) in zip(picture.pixels, painted.pixels) {
      for shift: UInt32 in [0, 8, 16] {
        let difference = Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)
        worst = max(worst, abs(difference))
      }
    }
    // Edges are rounded twice.
    #expect(worst <= 2)
  }

  @Test("Drawing in pieces equals drawing whole, and nothing beyond the bounds changes")
  func pieces() throws {
    let (whole, pieces, before) = (try ground(), try ground(), try ground())
    let cached = try #require(KnurledRing(Self.ring, knurling(), stepCount: Self.stepCount))
    cached.draw(step: 1, on: Canvas(whole))
    for x in stride(from: 0, to: 100, by: 7) {
      let clip = PixelRect(x: x, y: 0, width: 7, height: 100)
      cached.draw(step: 1, on: Canvas(pieces, clip: clip))
    }
    #expect(Array(whole.pixels) == Array(pieces.pixels))
    let bounds = Self.ring.bounds
    let changed = whole.pixels.indices.filter { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: whole.stride)
      return whole.pixels[index] != before.pixels[index]
        && !bounds.contains(PixelRect(x: x, y: y, width: 1, height: 1))
    }
    #expect(changed.isEmpty)
  }

  @Test("A step drawn again after others is the same") func again() throws {
    let (first, second) = (try ground(), try ground())
    let cached = try #require(KnurledRing(Self.ring, knurling(), stepCount: Self.stepCount))
    cached.draw(step: 2, on: Canvas(first))
    for step in 0..<Self.stepCount { cached.draw(step: step, on: Canvas(try ground())) }
    cached.draw(step: 2, on: Canvas(second))
    #expect(Array(first.pixels) == Array(second.pixels))
  }

  /// No two background pixels have the same colour, so that each of them counts.
  private func setNoise(_ picture: PixelBuffer, seed: UInt32) {
    for index in picture.pixels.indices {
      picture.pixels[index] =
        (UInt32(truncatingIfNeeded: index) &+ seed) &* 2_654_435_761 | 0xFF00_0000
    }
  }

  /// Copies the background and draws the ring in one step, and in two steps.
  private func expectSame(
    _ cached: KnurledRing, step: Int, _ canvas: (PixelBuffer) -> Canvas, over ground: PixelBuffer,
    revision: Int
  ) throws {
    let (inOne, after) = (try self.ground(), try self.ground())
    cached.draw(step: step, on: canvas(inOne), over: ground, revision: revision)
    canvas(after).copy(from: ground)
    cached.draw(step: step, on: canvas(after))
    #expect(Array(inOne.pixels) == Array(after.pixels))
  }

  @Test(
    "Drawing with the background equals drawing over a copy of it",
    arguments: [
      (center, Float(40), Float(9)), (center, 48, 1.5), (center, 4, 5), (center, 3.2, 4.4),
      // Partly beyond the picture.
      (PixelPoint(x: 20, y: 95), 40, 9),
    ])
  func ground(center: PixelPoint, radius: Float, width: Float) throws {
    let ring = Ring(center: center, radius: radius, width: width)
    let cached = try #require(KnurledRing(ring, knurling(), stepCount: Self.stepCount))
    let ground = try ground()
    for revision in 0..<3 {
      setNoise(ground, seed: UInt32(revision * 7))
      for step in [0, 3, 3, 5] {
        try expectSame(
          cached, step: step, { Canvas($0, ring: cached.region) }, over: ground, revision: revision)
        try expectSame(cached, step: step, { Canvas($0) }, over: ground, revision: revision)
        for x in stride(from: 0, to: 100, by: 23) {
          let clip = PixelRect(x: x, y: x / 2, width: 23, height: 31)
          try expectSame(
            cached, step: step, { Canvas($0, clip: clip) }, over: ground, revision: revision)
        }
      }
    }
  }

  @Test("In another ring, and at invalid steps, only the background is drawn")
  func otherRings() throws {
    let cached = try #require(KnurledRing(Self.ring, knurling(), stepCount: Self.stepCount))
    let ground = try ground()
    setNoise(ground, seed: 3)
    let other = RingRegion(center: Self.center, inner: 20, outer: 38)
    let left = PixelRect(x: 0, y: 0, width: 60, height: 100)
    for step in [-1, 2, Self.stepCount] {
      try expectSame(cached, step: step, { Canvas($0, ring: other) }, over: ground, revision: 1)
      try expectSame(
        cached, step: step, { Canvas($0, ring: cached.region).clipped(to: left) },
        over: ground, revision: 1)
    }
  }

  @Test("A background of the same revision is not read again") func revision() throws {
    let (first, second, ground) = (try ground(), try ground(), try ground())
    let cached = try #require(KnurledRing(Self.ring, knurling(), stepCount: Self.stepCount))
    setNoise(ground, seed: 1)
    cached.draw(step: 0, on: Canvas(first, ring: cached.region), over: ground, revision: 4)
    Canvas(ground).fill(with: .solid(Color(0x000000)))
    cached.draw(step: 0, on: Canvas(second, ring: cached.region), over: ground, revision: 4)
    #expect(Array(first.pixels) == Array(second.pixels))
  }

  @Test(
    "The nearest step is found for any rib",
    arguments: [(0, 0), (0.9, 0), (1.1, 1), (10.1, 5), (11.5, 0), (12, 0), (-2, 5), (730, 5)])
  func nearest(degrees: Double, step: Int) {
    // A step is 2°.
    let turned = Knurling(
      center: Self.center,
      ground: LinearGradient(top: 0, Color(0x808080), bottom: 1, Color(0x808080)),
      rims: Knurling.Rims(Color(0xFFFFFF), innerPart: 0, reach: 1...2, width: 1), ribs: 30,
      turned: Direction(degrees: degrees), light: Direction(degrees: 0), strength: 1)
    #expect(turned.step(of: Self.stepCount) == step)
  }

  @Test("A step beyond the last draws nothing, and translucent ribs are not cached")
  func limits() throws {
    let (picture, before) = (try ground(), try ground())
    let cached = try #require(KnurledRing(Self.ring, knurling(), stepCount: Self.stepCount))
    cached.draw(step: Self.stepCount, on: Canvas(picture))
    cached.draw(step: -1, on: Canvas(picture))
    #expect(Array(picture.pixels) == Array(before.pixels))
    let translucent = knurling(Color(0x707880, opacity: 0.5))
    #expect(KnurledRing(Self.ring, translucent, stepCount: Self.stepCount) == nil)
    #expect(KnurledRing(Self.ring, knurling(), stepCount: 0) == nil)
  }
}
