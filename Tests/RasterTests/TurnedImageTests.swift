import Testing

@testable import Raster

/// Images rotated about their centre, compared with the mean of 16 × 16 samples per pixel.
@Suite struct TurnedImageTests {
  private static let side = 64

  /// A typical knob picture at four times its size: a high-contrast disc with a wavy edge and a
  /// white hand of three pixels.
  private static func knob() throws -> Image {
    let size = side * 4
    return try TestImages.make(PixelSize(width: size, height: size)) { x, y in
      // The mean of 4 × 4 sample points, so that the picture is as smooth as those in files.
      var (alpha, white) = (0, 0)
      for sub in 0..<16 {
        let dx = Float(x) + Float(sub % 4) / 4 + 0.125 - Float(size) / 2
        let dy = Float(y) + Float(sub / 4) / 4 + 0.125 - Float(size) / 2
        let distance = (dx * dx + dy * dy).squareRoot()
        let wave = distance > 0 ? (dx / distance) * (dy / distance) : 0
        guard distance < Float(size) * (0.44 + 0.05 * wave) else { continue }
        alpha += 1
        if abs(dx) < 6, dy < Float(size) * -0.12, dy > Float(size) * -0.4 { white += 1 }
      }
      let (top, bright) = (UInt32(alpha * 255 / 16), UInt32(white * 255 / 16))
      let dark = top * 40 / 255
      let level = min(dark + bright, top)
      return top << 24 | level << 16 | level << 8 | level
    }
  }

  /// The expected red value of a pixel: the mean of the image at 256 sample points, over `ground`.
  private static func reference(
    _ image: Image, center: PixelPoint, angle: Direction, ground: Double, _ x: Int, _ y: Int
  ) -> Double {
    var sum = 0.0
    let scale = Double(image.size.width) / Double(side)
    for sub in 0..<256 {
      let dx = Double(x) + (Double(sub % 16) + 0.5) / 16 - Double(center.x)
      let dy = Double(y) + (Double(sub / 16) + 0.5) / 16 - Double(center.y)
      let (sine, cosine) = (Double(angle.sine), Double(angle.cosine))
      let u = (dx * cosine + dy * sine) * scale + Double(image.size.width) / 2
      let v = (dy * cosine - dx * sine) * scale + Double(image.size.height) / 2
      let (column, row) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
      guard (0..<image.size.width).contains(column), (0..<image.size.height).contains(row) else {
        sum += ground
        continue
      }
      let pixel = image.pixels[row * image.size.width + column]
      sum += Double(pixel >> 16 & 0xFF) + ground * (1 - Double(pixel >> 24) / 255)
    }
    return sum / 256
  }

  @Test(arguments: [0.0, 3, 17.3, 45, 90, 135.5, 180, 251.9, -30], [0, 0.37])
  func pixelsApproximateTheMeanOfTheirArea(degrees: Double, offset: Float) throws {
    let image = try Self.knob()
    let turned = TurnedImage(image, size: PixelSize(width: Self.side, height: Self.side))
    let picture = try #require(PixelBuffer(size: PixelSize(width: 80, height: 80)))
    picture.pixels.update(repeating: 0xFFC0_C0C0)
    let center = PixelPoint(x: 40 + offset, y: 40 - offset)
    let angle = Direction(degrees: degrees)
    Canvas(picture).draw(turned, center: center, angle: angle)
    var (worst, squares) = (0.0, 0.0)
    for y in 0..<80 {
      for x in 0..<80 {
        let wanted = Self.reference(
          image, center: center, angle: angle, ground: 0xC0, x, y)
        let off = Double(picture.pixels[y * picture.stride + x] >> 16 & 0xFF) - wanted
        worst = max(worst, abs(off))
        squares += off * off
      }
    }
    let mean = (squares / 6400).squareRoot()
    #expect(worst < 21 && mean < 1.4, "\(worst), \(mean)")
  }

  /// Clips, in any pieces, change nothing: the pieces equal the whole.
  @Test func drawingInPiecesEqualsDrawingWhole() throws {
    let image = try TestImages.noise(PixelSize(width: 41, height: 30), seed: 5)
    let turned = TurnedImage(image, size: PixelSize(width: 36, height: 27))
    var state: UInt32 = 9
    func random(_ limit: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 8) % limit
    }
    for _ in 0..<200 {
      let size = PixelSize(width: 50, height: 44)
      let whole = try #require(PixelBuffer(size: size))
      let parts = try #require(PixelBuffer(size: size))
      let center = PixelPoint(x: Float(random(6000)) / 100 - 5, y: Float(random(5400)) / 100 - 5)
      let angle = Direction(degrees: Double(random(72_000)) / 100)
      let opacity: Float = random(3) == 0 ? 0.6 : 1
      Canvas(whole).draw(turned, center: center, angle: angle, opacity: opacity)
      let (x, y) = (random(50), random(44))
      for (left, right) in [(0, x), (x, 50)] {
        for (top, bottom) in [(0, y), (y, 44)] {
          let clip = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
          Canvas(parts, clip: clip).draw(turned, center: center, angle: angle, opacity: opacity)
        }
      }
      #expect(Array(whole.pixels) == Array(parts.pixels))
      var damage = Damage()
      turned.addBounds(center: center, angle: angle, to: &damage)
      #expect(Self.isUntouched(whole, outside: damage))
      // Nothing outside the reported bounds.
      let bounds = turned.bounds(center: center, angle: angle)
      for row in 0..<44 {
        for column in 0..<50 {
          let isInside = !bounds.intersection(
            PixelRect(x: column, y: row, width: 1, height: 1)
          ).isEmpty
          if !isInside { #expect(whole.pixels[row * whole.stride + column] == 0xFF00_0000) }
        }
      }
    }
  }

  private static func isUntouched(_ picture: PixelBuffer, outside damage: Damage) -> Bool {
    guard let copy = PixelBuffer(copying: picture) else { return false }
    damage.forEach { Canvas(copy, clip: $0).fill(with: .solid(Color(0x000000))) }
    return copy.pixels.allSatisfy { $0 == 0xFF00_0000 }
  }

  /// Whatever the angle, a round image damages little more than its disc.
  @Test(arguments: [0.0, 20, 45, 71]) func roundImagesDamageADisc(degrees: Double) throws {
    let disc = try TestImages.make(PixelSize(width: 200, height: 200)) { x, y in
      (x - 100) * (x - 100) + (y - 100) * (y - 100) < 9800 ? 0xFF40_8020 : 0
    }
    let turned = TurnedImage(disc, size: PixelSize(width: 200, height: 200))
    let (center, angle) = (PixelPoint(x: 120, y: 121), Direction(degrees: degrees))
    let picture = try #require(PixelBuffer(size: PixelSize(width: 240, height: 240)))
    Canvas(picture).draw(turned, center: center, angle: angle)
    var damage = Damage()
    turned.addBounds(center: center, angle: angle, to: &damage)
    #expect(Self.isUntouched(picture, outside: damage))
    var area = 0
    damage.forEach { area += $0.area }
    #expect(area < 36_000, "a disc of \(9800 * Double.pi) pixels")
    // Turned further, the damage stays the same.
    turned.addBounds(center: center, angle: Direction(degrees: degrees + 3), to: &damage)
    var both = 0
    damage.forEach { both += $0.area }
    #expect(both == area)
  }

  /// A hand in an otherwise transparent picture costs no more than the hand.
  @Test func boundsFitTheContent() throws {
    let hand = try TestImages.make(PixelSize(width: 200, height: 200)) { x, y in
      abs(x - 100) < 4 && (10..<60).contains(y) ? 0xFFFF_FFFF : 0
    }
    let turned = TurnedImage(hand, size: PixelSize(width: 200, height: 200))
    let center = PixelPoint(x: 100, y: 100)
    let up = turned.bounds(center: center, angle: Direction(degrees: 0))
    #expect(up.width <= 12 && up.height <= 56)
    let right = turned.bounds(center: center, angle: Direction(degrees: 90))
    #expect(right.x > 135 && right.maxX <= 195 && right.height <= 12)
    #expect(turned.reach > 89 && turned.reach < 95)
  }

  @Test func emptyAndInvalidImagesDrawNothing() throws {
    let clear = try TestImages.make(PixelSize(width: 8, height: 8)) { _, _ in 0 }
    let picture = try #require(PixelBuffer(size: PixelSize(width: 16, height: 16)))
    for size in [(8, 8), (0, 4), (-3, 2), (1, 1)] {
      let turned = TurnedImage(clear, size: PixelSize(width: size.0, height: size.1))
      for x in [Float.nan, .infinity, 1e30, 8] {
        for radians in [Float.nan, .infinity, 1e30, 1] {
          Canvas(picture).draw(
            turned, center: PixelPoint(x: x, y: 8), angle: Direction(radians: radians))
        }
      }
    }
    #expect(picture.pixels.allSatisfy { $0 == 0xFF00_0000 })
  }
}
