import GoldenPictures
import Testing

@testable import Raster

/// Each primitive in cells of 64 × 64 pixels, compared with a picture that a person has checked.
@Suite struct PrimitiveGoldenTests {
  private static let (ground, ink) = (Color(0x14171B), Paint.solid(Color(0xE9F2F0)))

  /// A canvas and the centres of its cells, row by row.
  private func sheet(_ columns: Int, _ rows: Int) throws -> (PixelBuffer, Canvas, [PixelPoint]) {
    let picture = try #require(
      PixelBuffer(size: PixelSize(width: columns * 64, height: rows * 64)))
    let canvas = Canvas(picture)
    canvas.fill(with: .solid(Self.ground))
    let middles = (0..<(columns * rows)).map {
      PixelPoint(x: Float($0 % columns) * 64 + 32, y: Float($0 / columns) * 64 + 32)
    }
    return (picture, canvas, middles)
  }

  /// Discs, rings, arcs with three sweeps, capsules, triangles, rounded rectangles and frames, each
  /// large, small, and smaller than a pixel.
  @Test func shapes() throws {
    let (picture, canvas, cells) = try sheet(4, 2)
    for (step, size) in [1, 0.3, 0.12, 0.045, 0.02].enumerated() as EnumeratedSequence<[Float]> {
      // Side by side along the diagonal.
      let offset = [-9.3, 12.4, 20.7, 25.2, 28.3][step] as Float
      func middle(_ cell: Int) -> PixelPoint {
        PixelPoint(x: cells[cell].x + offset, y: cells[cell].y + offset)
      }
      canvas.fill(Disc(center: middle(0), radius: 20 * size), with: Self.ink)
      canvas.fill(
        Ring(center: middle(1), radius: 18 * size, width: max(6 * size, 0.7)), with: Self.ink)
      for (cell, sweep) in [(2, (-135.0, 135.0)), (3, (10, 345)), (4, (30, 80))] {
        let ring = Ring(center: middle(cell), radius: 18 * size, width: max(6 * size, 0.7))
        canvas.fill(
          Arc(ring: ring, from: Direction(degrees: sweep.0), to: Direction(degrees: sweep.1)),
          with: Self.ink)
      }
      let (angle, reach) = (Direction(degrees: 63), 18 * size)
      canvas.fill(
        Capsule(
          from: middle(5).moved(by: reach, at: angle), to: middle(5).moved(by: -reach, at: angle),
          width: max(9 * size, 0.6)),
        with: Self.ink)
      let corners = [20.0, 130, 260].map {
        middle(6).moved(by: 22 * size, at: Direction(degrees: $0))
      }
      canvas.fill(Triangle(corners[0], corners[1], corners[2]), with: Self.ink)
      let rect = RoundedRect(
        center: middle(7), width: 40 * size, height: 28 * size, radius: 8 * size)
      if step == 0 {
        canvas.fill(RoundedFrame(rect, width: 2.5), with: Self.ink)
        canvas.fill(rect.inset(by: 6), with: Self.ink)
      } else {
        canvas.fill(rect, with: Self.ink)
      }
    }
    try expect(picture, equals: GoldenPicture("shapes"))
  }

  /// Every paint on a disc: linear, radial and angular gradients, a colour ramp, a cone, and metal.
  @Test func paints() throws {
    let (picture, canvas, cells) = try sheet(3, 2)
    let (dark, light) = (Color(0x1B3A5A), Color(0xFFD27A))
    let (from, to) = (Direction(degrees: -150), Direction(degrees: 150))
    var zones = ColorRamp(Color(0x2D7DD2))
    zones.add(Color(0x3FB68B), from: 0.4, to: 0.4)
    zones.add(Color(0xE4572E), from: 0.7, to: 0.9)
    let paints: [Paint] = [
      .linear(
        LinearGradient(
          from: PixelPoint(x: cells[0].x - 20, y: cells[0].y - 10), dark,
          to: PixelPoint(x: cells[0].x + 20, y: cells[0].y + 10), light)),
      .radial(
        RadialGradient(
          center: PixelPoint(x: cells[1].x - 8, y: cells[1].y - 10), radiusX: 36, radiusY: 30,
          light,
          dark)),
      .angular(AngularGradient(center: cells[2], from: from, dark, to: to, light)),
      .ramp(AngularRamp(center: cells[3], from: from, to: to, zones, radius: 27)),
      .cone(
        ConeShading(
          center: cells[4], Color(0x8A5A44), light: Direction(degrees: -35), strength: 60)),
      .metal(
        BrushedMetal(
          center: cells[5], ground: LinearGradient(top: 70, Color(0xD9D6D1), bottom: 124, dark),
          light: Direction(degrees: -38), strength: 46)),
    ]
    for (middle, paint) in zip(cells, paints) {
      canvas.fill(Disc(center: middle, radius: 27.3), with: paint)
    }
    try expect(picture, equals: GoldenPicture("paints"))
  }

  /// Soft edges: a shadow, a halo with a hole, a soft rectangle, and one with a hole.
  @Test func soft() throws {
    let (picture, canvas, cells) = try sheet(4, 1)
    canvas.fill(with: .solid(Color(0x5A6470)))
    let (shadow, glow) = (
      Paint.solid(Color(0, opacity: 0.7)), Paint.solid(Color(0x8FF0D8, opacity: 0.8))
    )
    canvas.fill(SoftDisc(center: cells[0], radius: 18, blur: 9), with: shadow)
    canvas.fill(
      SoftDisc(center: cells[1], radius: 20.5, blur: 7, hole: 13, holeBlur: 2), with: glow)
    let rects = cells[2...].map { RoundedRect(center: $0, width: 36, height: 26, radius: 7) }
    canvas.fill(SoftRect(rects[0], blur: 9), with: shadow)
    canvas.fill(SoftRect(rects[1], blur: 7, hole: 3.5), with: glow)
    try expect(picture, equals: GoldenPicture("soft"))
  }

  /// Primitives stored as pixels: a text mask on whole pixels, between them, strengthened and
  /// weakened; stamps; an image, translucent and clipped; images at three angles.
  @Test func masks() throws {
    let (picture, canvas, cells) = try sheet(4, 1)
    let letter = Self.letter
    for (index, contrast) in [0, 0, 0.4, -0.4].enumerated() as EnumeratedSequence<[Float]> {
      let shift: Float = index == 1 ? 0.5 : 0
      canvas.draw(
        letter,
        at: PixelPoint(
          x: Float(index % 2) * 32 + 8 + shift, y: Float(index / 2) * 32 + 24 + shift * 0.5),
        color: Color(0xE9F2F0), contrast: contrast)
    }
    for step in 0..<12 {
      let angle = Direction(degrees: Double(step) * 30)
      let stamp = CoverageMask(
        Capsule(
          from: cells[1].moved(by: 16, at: angle), to: cells[1].moved(by: 27, at: angle),
          width: 0.5 + Float(step) * 0.35))
      canvas.fill(stamp, with: Color(0xFFD27A))
    }
    let badge = try Self.badge
    canvas.draw(badge, x: 130, y: 4)
    canvas.draw(badge, x: 160, y: 4, opacity: 0.4)
    Canvas(picture, clip: PixelRect(x: 132, y: 40, width: 50, height: 12)).draw(
      badge, x: 145, y: 34)
    let turned = TurnedImage(badge, size: PixelSize(width: 24, height: 24))
    for (index, degrees) in [0.0, 30, 197].enumerated() {
      canvas.draw(
        turned, center: PixelPoint(x: 207 + Float(index) * 17.3, y: 15 + Float(index) * 17.6),
        angle: Direction(degrees: degrees))
    }
    try expect(picture, equals: GoldenPicture("masks"))
  }

  /// A ring with a stroke like those of letters, 16 pixels high.
  private static var letter: TextMask {
    let side = 16
    let coverage = (0..<(side * side)).map { index -> UInt8 in
      let (x, y) = (Float(index % side) - 7.5, Float(index / side) - 7.5)
      let ring = 1.8 - abs((x * x + y * y).squareRoot() - 5.6)
      let stroke = 1.2 - abs(x - y) * 0.7
      return UInt8(min(max(max(ring, stroke), 0), 1) * 255)
    }
    return TextMask(
      size: PixelSize(width: side, height: side), coverage: coverage, originX: 0, originY: 16,
      advance: 16)
  }

  /// A disc with a hand that points up, translucent in its lower part.
  private static var badge: Image {
    get throws {
      try TestImages.make(PixelSize(width: 28, height: 28)) { x, y in
        let (dx, dy) = (Float(x) - 13.5, Float(y) - 13.5)
        guard dx * dx + dy * dy < 182 else { return 0 }
        if abs(dx) < 2, dy < -2 { return 0xFFFF_FFFF }
        return dy < 3 ? 0xFF30_80C0 : 0x8018_4060
      }
    }
  }
}
