import Glibc
import Randomness
import Testing

@testable import Raster

@Suite struct DamageTests {
  private func rects(_ damage: Damage) -> [PixelRect] { (0..<damage.count).map { damage[$0] } }

  private func expectNoOverlap(_ damage: Damage) {
    let rects = rects(damage)
    for (index, rect) in rects.enumerated() {
      for other in rects[(index + 1)...] { #expect(rect.intersection(other).isEmpty) }
    }
  }

  @Test(arguments: 0..<50) func addedRectanglesAreCoveredOnce(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var damage = Damage()
    var added: [PixelRect] = []
    for _ in 0..<Int(random.next(1, 60)) {
      let rect = PixelRect(
        x: Int(random.next(-20, 200)), y: Int(random.next(-20, 200)),
        width: Int(random.next(0, 40)), height: Int(random.next(0, 40)))
      damage.add(rect)
      added.append(rect)
      expectNoOverlap(damage)
    }
    for rect in added where !rect.isEmpty {
      let covered = rects(damage).map { $0.intersection(rect).area }.reduce(0, +)
      #expect(covered == rect.area)
    }
  }

  @Test func rectanglesAreLimitedToPossiblePictures() {
    let far = 1 << 40
    var damage = Damage(PixelRect(x: -far, y: -far, width: 2 * far, height: 2 * far))
    let largest = PixelRect(x: 0, y: 0, width: 32768, height: 32768)
    #expect(damage.count == 1 && damage[0].contains(largest))
    damage.removeAll()
    for rect in [
      PixelRect(x: far, y: 0, width: 9, height: 9), PixelRect(x: 0, y: far, width: 9, height: 9),
      PixelRect(x: -far, y: 0, width: 9, height: 9),
      PixelRect(x: 0, y: -far, width: 9, height: 9),
    ] {
      damage.add(rect)
    }
    #expect(damage.isEmpty)
    // At the last pixel of the largest picture, and before the first.
    let ends = [
      PixelRect(x: 32767, y: 32767, width: 1, height: 1),
      PixelRect(x: -9, y: -7, width: 9, height: 7),
    ]
    for rect in ends { damage.add(rect) }
    #expect(rects(damage) == ends)
  }

  @Test func forEachVisitsRectanglesInOrder() {
    var damage = Damage()
    for index in 0..<5 { damage.add(PixelRect(x: index * 20, y: 3, width: 10, height: 4)) }
    var given: [PixelRect] = []
    damage.forEach { given.append($0) }
    #expect(given == rects(damage) && given.count == 5)
  }

  /// A chain of small, touching boxes must not grow into one large box.
  @Test func diagonalBoxesStaySmall() {
    var damage = Damage()
    for step in 0..<8 { damage.add(PixelRect(x: step * 9, y: step * 9, width: 10, height: 10)) }
    #expect(rects(damage).map(\.area).reduce(0, +) < 1200)
  }

  @Test(arguments: 0..<80) func ringPartsAreCoveredWithLittleWaste(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let center = PixelPoint(x: 100 + random.next(-1, 1), y: 100 + random.next(-1, 1))
    let outer = random.next(20, 90)
    let inner = outer - random.next(2, 18)
    let from = random.next(-8, 8)
    let to = from + random.next(0, 6.3)
    var damage = Damage()
    damage.addRing(center: center, inner: inner, outer: outer, from: from, to: to)
    expectNoOverlap(damage)
    var missed = 0
    for step in 0...150 {
      let angle = Direction(radians: from + (to - from) * Float(step) / 150)
      for part in 0...2 {
        let point = center.moved(by: inner + (outer - inner) * Float(part) / 2, at: angle)
        let pixel = PixelRect(x: point.x.pixelFloor, y: point.y.pixelFloor, width: 1, height: 1)
        if !rects(damage).contains(where: { $0.contains(pixel) }) { missed += 1 }
      }
    }
    #expect(missed == 0)
    // For a quarter turn or more of a thin ring, far less than the bounding box.
    if to - from > 1.6, inner > outer * 0.7 {
      let box = rects(damage).reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
      let area = rects(damage).map(\.area).reduce(0, +)
      #expect(Float(area) < Float(box.area) * 0.75 + 400)
    }
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30])
  func invalidRingsAddNothing(value: Float) {
    var damage = Damage()
    damage.addRing(
      center: PixelPoint(x: value, y: 0), inner: 1, outer: 2, from: 0, to: 1)
    damage.addRing(center: PixelPoint(x: 0, y: 0), inner: 1, outer: value, from: 0, to: 1)
    damage.addRing(center: PixelPoint(x: 0, y: 0), inner: 1, outer: 2, from: value, to: 1)
    #expect(damage.isEmpty)
  }

  /// Draws arcs whose end moves, and examines each pixel that differs.
  @Test(arguments: 0..<200) func pixelsChangedByAMovedEndAreCovered(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let size = PixelSize(width: 120, height: 120)
    let ring = Ring(
      center: PixelPoint(x: 60 + random.next(-1, 1), y: 60 + random.next(-1, 1)),
      radius: random.next(15, 45), width: random.next(2, 20))
    let start = random.next(-4, 4)
    let old = start + random.next(0.1, 5.5)
    // Forward and back.
    let new = max(old + random.next(-0.5, 0.5), start + 0.1)
    let (from, to) = (min(old, new), max(old, new))
    let end = (ring.width * 0.5 + 1) / (ring.radius - ring.width * 0.5 + 1e-3)
    let pixel = 1 / (ring.radius - ring.width * 0.5 + 1e-3)
    // The sector excludes the start's cap, which must not change.
    var damage = Damage()
    guard damage.addShortArc(of: ring, from: from, to: to, within: (from - pixel, to + end)) else {
      #expect(damage.isEmpty)
      return
    }
    #expect(damage.count == 1)
    func picture(_ angle: Float) throws -> PixelBuffer {
      let picture = try #require(PixelBuffer(size: size))
      Canvas(picture).fill(
        Arc(ring: ring, from: Direction(radians: start), to: Direction(radians: angle)),
        with: .solid(Color(red: 1, green: 1, blue: 1)))
      return picture
    }
    let (before, after) = (try picture(old), try picture(new))
    let missed = before.pixels.indices.filter { index in
      let (y, x) = index.quotientAndRemainder(dividingBy: before.stride)
      return before.pixels[index] != after.pixels[index]
        && !damage[0].contains(PixelRect(x: x, y: y, width: 1, height: 1))
    }
    #expect(missed.isEmpty)
  }

  @Test func shortDiagonalArcsAreCoveredTightly() {
    let ring = Ring(center: PixelPoint(x: 150, y: 150), radius: 137, width: 25)
    var (short, parts) = (Damage(), Damage())
    // A step of 1/100 of a knob of 300 pixels, at the upper right.
    let isAdded = short.addShortArc(of: ring, from: 0.78, to: 0.83, within: (0.77, 0.94))
    parts.addRing(
      center: ring.center, inner: ring.inner, outer: ring.outer, from: 0.77, to: 0.94)
    #expect(isAdded)
    #expect(short[0].area < rects(parts).map(\.area).reduce(0, +))
  }

  struct InvalidShortArc: Sendable {
    var x: Float = 60
    var radius: Float = 40
    var width: Float = 8
    var from: Float = 1
    var to: Float = 1.1
    var sector: (Float, Float) = (0.9, 1.3)
  }

  @Test(arguments: [
    InvalidShortArc(x: .nan), InvalidShortArc(radius: .infinity), InvalidShortArc(width: .nan),
    InvalidShortArc(from: .nan), InvalidShortArc(to: .infinity), InvalidShortArc(from: 1.2),
    InvalidShortArc(sector: (.nan, 1.3)), InvalidShortArc(sector: (0.9, .infinity)),
    InvalidShortArc(sector: (-1e30, 1e30)), InvalidShortArc(sector: (0, 4)),
    InvalidShortArc(to: 2, sector: (0.9, 2.2)),
  ])
  func invalidShortArcsAddNothing(arc: InvalidShortArc) {
    var damage = Damage()
    let ring = Ring(
      center: PixelPoint(x: arc.x, y: 60), radius: arc.radius, width: arc.width)
    let isAdded = damage.addShortArc(of: ring, from: arc.from, to: arc.to, within: arc.sector)
    #expect(!isAdded)
    #expect(damage.isEmpty)
  }

  @Test func unionWithTheSameRingAddsNothing() {
    var one = Damage()
    one.addRing(
      center: PixelPoint(x: 50, y: 50), inner: 30, outer: 40, from: 0, to: 2 * .pi, pieces: 3)
    var other = one
    let more = PixelRect(x: 200, y: 0, width: 5, height: 5)
    other.add(more)
    let before = rects(one)
    one.formUnion(other)
    #expect(rects(one) == before + [more])
  }

  @Test(arguments: [0.3, 5, 33.3, 167, 400] as [Float]) func discsAreCovered(radius: Float) {
    let center = PixelPoint(x: 210.4, y: 205.7)
    var damage = Damage()
    damage.addDisc(center: center, radius: radius)
    var (missing, area) = (0, 0)
    for y in -200..<620 {
      for x in -200..<620 {
        let (dx, dy) = (Float(x) + 0.5 - center.x, Float(y) + 0.5 - center.y)
        guard dx * dx + dy * dy <= radius * radius else { continue }
        var isIn = false
        damage.forEach {
          isIn = isIn || $0.contains(PixelRect(x: x, y: y, width: 1, height: 1))
        }
        if !isIn { missing += 1 }
      }
    }
    damage.forEach { area += $0.area }
    #expect(missing == 0)
    if radius > 100 { #expect(Float(area) < radius * radius * .pi * 1.12) }
  }

  @Test(arguments: [Float.nan, .infinity, -1, 0, 1e30]) func invalidDiscsAddNothing(value: Float) {
    var damage = Damage()
    damage.addDisc(center: PixelPoint(x: 5, y: 5), radius: value)
    damage.addDisc(center: PixelPoint(x: value.isFinite ? .nan : value, y: 5), radius: 5)
    #expect(damage.isEmpty)
  }
}
