import Randomness
import Testing

@testable import Raster

/// A shape's pixels must not depend on how the drawing is divided.
@Suite struct ClippingTests {
  private static let size = PixelSize(width: 96, height: 72)

  /// A picture with contents, so that blending is visible.
  private func ground() throws -> PixelBuffer {
    let picture = try #require(PixelBuffer(size: Self.size))
    for index in picture.pixels.indices {
      picture.pixels[index] = 0xFF00_0000 | UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 8
    }
    return picture
  }

  @Test(arguments: 0..<60) func drawingInPiecesEqualsDrawingWhole(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let draw = randomDrawing(&random)
    let (whole, pieces) = (try ground(), try ground())
    draw(Canvas(whole))
    var tiles = [Self.size.bounds]
    while tiles.count < 24 { tiles.append(contentsOf: split(tiles.removeFirst(), &random)) }
    for tile in tiles { draw(Canvas(pieces, clip: tile)) }
    #expect(Array(whole.pixels) == Array(pieces.pixels))
  }

  /// Nothing outside the clip changes, not even pixels that are processed together with one.
  @Test(arguments: 0..<40) func pixelsOutsideTheClipAreUnchanged(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(1000 + seed))
    let draw = randomDrawing(&random)
    let (picture, before) = (try ground(), try ground())
    let clip = PixelRect(
      x: Int(random.next(10, 60)), y: Int(random.next(10, 40)), width: Int(random.next(0, 30)),
      height: Int(random.next(0, 25)))
    draw(Canvas(picture, clip: clip))
    var changed = 0
    for y in 0..<Self.size.height {
      for x in 0..<picture.stride {
        let isInside = clip.contains(PixelRect(x: x, y: y, width: 1, height: 1))
        let index = y * picture.stride + x
        changed += isInside || picture.pixels[index] == before.pixels[index] ? 0 : 1
      }
    }
    #expect(changed == 0)
  }

  /// Drawn within a ring, its pixels equal those of the whole, and no others change.
  @Test(arguments: 0..<120) func ringsClipDrawing(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(2000 + seed))
    let draw = randomDrawing(&random)
    let inner = random.next(-5, 40)
    let region = RingRegion(
      center: PixelPoint(x: random.next(-5, 100), y: random.next(-5, 77)), inner: inner,
      outer: inner + random.next(0, 30))
    let (picture, whole, before) = (try ground(), try ground(), try ground())
    draw(Canvas(picture, ring: region))
    draw(Canvas(whole))
    var wrong = 0
    for y in 0..<Self.size.height {
      let (left, right) = region.columns(ofRow: y)
      for x in 0..<picture.stride {
        let isInside = x < Self.size.width && (left.contains(x) || right.contains(x))
        let index = y * picture.stride + x
        let expected = isInside ? whole.pixels[index] : before.pixels[index]
        wrong += picture.pixels[index] == expected ? 0 : 1
      }
    }
    #expect(wrong == 0)
  }

  /// The rectangles of a ring's damage cover all of its pixels.
  @Test(arguments: 0..<40) func ringRectanglesCoverTheRing(seed: Int) {
    var random = SeededGenerator(seed: UInt64(3000 + seed))
    let inner = random.next(0, 60)
    let region = RingRegion(
      center: PixelPoint(x: random.next(0, 96), y: random.next(0, 72)), inner: inner,
      outer: inner + random.next(1, 30))
    var damage = Damage()
    damage.add(region, within: Self.size.bounds)
    var missing = 0
    for y in 0..<Self.size.height {
      let (left, right) = region.columns(ofRow: y)
      for x in 0..<Self.size.width where left.contains(x) || right.contains(x) {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        missing += (0..<damage.count).contains { damage[$0].contains(pixel) } ? 0 : 1
      }
    }
    #expect(missing == 0)
    for index in 0..<damage.count { #expect(Self.size.bounds.contains(damage[index])) }
  }

  /// A clip may extend beyond the picture.
  @Test func clipsAreLimitedToThePicture() throws {
    let picture = try ground()
    let canvas = Canvas(
      picture, clip: PixelRect(x: -50, y: -50, width: 10_000, height: 10_000))
    #expect(canvas.clip == Self.size.bounds)
    canvas.fill(with: .solid(Color(0x123456)))
    #expect(picture.pixels[0] == 0xFF12_3456)
    #expect(Canvas(picture, clip: PixelRect(x: 500, y: 0, width: 9, height: 9)).clip.isEmpty)
  }

  private func split(_ rect: PixelRect, _ random: inout SeededGenerator) -> [PixelRect] {
    let part = Double(random.next(0.2, 0.8))
    if rect.width > rect.height {
      let width = max(1, Int(Double(rect.width) * part))
      return [
        PixelRect(x: rect.x, y: rect.y, width: width, height: rect.height),
        PixelRect(
          x: rect.x + width, y: rect.y, width: rect.width - width, height: rect.height),
      ]
    }
    let height = max(1, Int(Double(rect.height) * part))
    return [
      PixelRect(x: rect.x, y: rect.y, width: rect.width, height: height),
      PixelRect(x: rect.x, y: rect.y + height, width: rect.width, height: rect.height - height),
    ]
  }

  private func randomDrawing(_ random: inout SeededGenerator) -> (Canvas) -> Void {
    let center = PixelPoint(x: random.next(-5, 100), y: random.next(-5, 77))
    let radius = random.next(0.3, 50)
    let width = random.next(0.3, 16)
    let (start, end) = (
      Direction(radians: random.next(-7, 7)), Direction(radians: random.next(-7, 7))
    )
    let paint = randomPaint(center, radius, &random)
    let other = PixelPoint(x: random.next(-5, 100), y: random.next(-5, 77))
    let rect = RoundedRect(
      center: center, width: random.next(1, 70), height: random.next(1, 50), radius: width)
    switch Int(random.next(0, 17)) {
    case 0: return { $0.fill(Disc(center: center, radius: radius), with: paint) }
    case 1: return { $0.fill(Ring(center: center, radius: radius, width: width), with: paint) }
    case 2, 3:
      let arc = Arc(
        ring: Ring(center: center, radius: radius, width: width), from: start, to: end)
      return { $0.fill(arc, with: paint) }
    case 16:
      let ring = Ring(center: center, radius: max(radius, 9), width: max(width, 5))
      let (arc, rows) = (Arc(ring: ring, from: start, to: end), RingRows(ring))
      return { $0.fill(arc, with: paint, rows: rows) }
    case 4: return { $0.fill(Capsule(from: center, to: other, width: width), with: paint) }
    case 5:
      let soft = SoftDisc(
        center: center, radius: radius, blur: width, hole: radius * 0.4, holeBlur: width * 0.7)
      return { $0.fill(soft, with: paint) }
    case 6: return { $0.fill(rect, with: paint) }
    case 7: return { $0.fill(RoundedFrame(rect, width: radius * 0.2), with: paint) }
    case 8: return { $0.fill(SoftRect(rect, blur: width, hole: radius * 0.1), with: paint) }
    case 10:
      let ring = Ring(center: center, radius: max(radius, 9), width: max(width, 2))
      let light = LinearGradient(top: 0, Color(random.color), bottom: 72, Color(random.color))
      let knurling = Knurling(
        center: center, ground: light,
        rims: Knurling.Rims(Color(0xFFFFFF), innerPart: 0.5, reach: 9...radius + 9, width: 1.5),
        ribs: 20, turned: start, light: end, strength: 40)
      let knurledRing = KnurledRing(ring, knurling, stepCount: 5)
      return { knurledRing?.draw(step: 3, on: $0) }
    case 11:
      let image = Image(
        size: PixelSize(width: 31, height: 27),
        premultiplied: (0..<(31 * 27)).map { UInt32(truncatingIfNeeded: $0 &* 40_503_001) })
      return { canvas in
        image.map {
          canvas.draw($0, x: center.x.pixelFloor, y: center.y.pixelFloor, opacity: 0.7)
        }
      }
    case 14:
      let size = PixelSize(width: 40, height: 30)
      let turned = Image(
        size: size, premultiplied: (0..<1200).map { UInt32(truncatingIfNeeded: $0 &* 40_503_001) }
      ).map { TurnedImage($0, size: size) }
      return { canvas in turned.map { canvas.draw($0, center: center, angle: start) } }
    case 12:
      let source = PixelBuffer(size: Self.size)
      source.map { Canvas($0).fill(with: paint) }
      return { canvas in source.map { canvas.copy(from: $0) } }
    case 13:
      let layer = PixelBuffer(size: PixelSize(width: 60, height: 50))
      return { canvas in
        layer.map {
          canvas.draw(through: $0, x: 20, y: 10, opacity: 0.4) {
            $0.fill(Disc(center: center, radius: radius), with: paint)
          }
        }
      }
    default:
      let side = PixelSize(width: 23, height: 17)
      let mask = TextMask(
        size: side, coverage: (0..<(23 * 17)).map { UInt8(truncatingIfNeeded: $0 * 37) },
        originX: 3, originY: 12, advance: 20)
      let color = Color(0xE0F0A0, opacity: 0.8)
      return { $0.draw(mask, at: center, color: color, contrast: 0.4) }
    }
  }

  private func randomPaint(
    _ center: PixelPoint, _ radius: Float, _ random: inout SeededGenerator
  ) -> Paint {
    let (one, two) = (
      Color(random.color, opacity: random.next(0.2, 1)), Color(random.color)
    )
    let start = Direction(radians: random.next(-4, 4))
    let ground = LinearGradient(
      top: center.y - radius, one, bottom: center.y + radius, two)
    switch Int(random.next(0, 6)) {
    case 0: return .solid(one)
    case 1: return .solid(two)
    case 2: return .linear(ground)
    case 3:
      return .angular(
        AngularGradient(
          center: center, from: start, one, to: Direction(radians: start.radians + 4), two))
    case 4:
      return .knurls(
        Knurling(
          center: center, ground: ground,
          rims: Knurling.Rims(one, innerPart: 0.5, reach: radius * 0.5...radius, width: 1.5),
          ribs: 20, turned: start, light: Direction(degrees: -38),
          strength: 40))
    default:
      return .metal(
        BrushedMetal(center: center, ground: ground, light: start, strength: 40))
    }
  }
}

extension SeededGenerator {
  mutating func next(_ low: Float, _ high: Float) -> Float {
    low + (high - low) * Float(next() >> 40) / 16_777_216
  }

  var color: UInt32 {
    mutating get { UInt32(truncatingIfNeeded: next()) & 0xFF_FFFF }
  }
}

extension Columns {
  fileprivate func contains(_ column: Int) -> Bool { Int(start) <= column && column < Int(end) }
}
