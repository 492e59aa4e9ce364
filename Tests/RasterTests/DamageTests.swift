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

  @Test(arguments: 0..<50) func everythingAddedIsCoveredOnce(seed: Int) {
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

  /// A chain of small boxes that touch each other must not grow into one large box.
  @Test func boxesAlongADiagonalStaySmall() {
    var damage = Damage()
    for step in 0..<8 { damage.add(PixelRect(x: step * 9, y: step * 9, width: 10, height: 10)) }
    #expect(rects(damage).map(\.area).reduce(0, +) < 1200)
  }

  @Test(arguments: 0..<80) func aRingPartIsCoveredWithLittleWaste(seed: Int) {
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
    // A quarter turn or more of a thin ring: far less than the box around it.
    if to - from > 1.6, inner > outer * 0.7 {
      let box = rects(damage).reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
      let area = rects(damage).map(\.area).reduce(0, +)
      #expect(Float(area) < Float(box.area) * 0.75 + 400)
    }
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 1e30])
  func whatIsNoRingAddsNothing(value: Float) {
    var damage = Damage()
    damage.addRing(
      center: PixelPoint(x: value, y: 0), inner: 1, outer: 2, from: 0, to: 1)
    damage.addRing(center: PixelPoint(x: 0, y: 0), inner: 1, outer: value, from: 0, to: 1)
    damage.addRing(center: PixelPoint(x: 0, y: 0), inner: 1, outer: 2, from: value, to: 1)
    #expect(damage.isEmpty)
  }
}
