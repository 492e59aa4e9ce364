import Glibc
import Testing

@testable import Raster

/// Slow dark gradients show no bands, neither in the picture nor in a scanout buffer with fewer
/// bits: the levels are so close together that only their mixture is visible.
@Suite struct DitherTests {
  /// A dark gradient that changes by a dozen levels over about 450 pixels.
  struct Slope: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var size = PixelSize(width: 480, height: 96)
    /// Every pixel along the gradient.
    var path: [Pixel]
    var draw: @Sendable (Canvas) -> Void
    /// The value at a pixel's centre before rounding.
    var exact: @Sendable (Float, Float) -> Sample
  }

  struct Pixel: Sendable {
    var x: Int
    var y: Int
  }

  private static let (dark, light) = (Color(0x080A09), Color(0x181A16))

  private static let across = (24..<464).map { Pixel(x: $0, y: 50) }

  /// Around the middle of a square, each pixel once.
  private static let around: [Pixel] = {
    var path: [Pixel] = []
    for step in 0..<4000 {
      let point = PixelPoint(x: 100, y: 100).moved(
        by: 92, at: Direction(degrees: -145 + Double(step) / 4000 * 290))
      let (x, y) = (point.x.pixelFloor, point.y.pixelFloor)
      if path.last?.x != x || path.last?.y != y { path.append(Pixel(x: x, y: y)) }
    }
    return path
  }()

  private static func painted<P: Painting & Sendable>(
    _ name: String, _ paint: P, _ fill: Paint, isRound: Bool = false
  ) -> Slope {
    Slope(
      testDescription: name,
      size: isRound ? PixelSize(width: 200, height: 200) : PixelSize(width: 480, height: 96),
      path: isRound ? around : across, draw: { $0.fill(with: fill) },
      exact: { x, y in paint.sample(x, y) })
  }

  private static func shade<S: Raster.Shape & Sendable>(
    _ name: String, _ shape: S, _ fill: @escaping @Sendable (Canvas, Paint) -> Void, _ color: Color,
    over ground: Color
  ) -> Slope {
    Slope(
      testDescription: name, path: across,
      draw: {
        $0.fill(with: .solid(ground))
        fill($0, .solid(color))
      },
      exact: { x, y in
        Sample(color).over(ground.pixel, coverage: shape.coverage(x, y))
      })
  }

  private static let slopes: [Slope] = {
    let level = LinearGradient(
      from: PixelPoint(x: 20, y: 0), dark, to: PixelPoint(x: 468, y: 0), light)
    let slanted = LinearGradient(
      from: PixelPoint(x: 0, y: 90), light, to: PixelPoint(x: 480, y: 3), dark)
    let radial = RadialGradient(
      center: PixelPoint(x: 20, y: 50), radiusX: 450, radiusY: 300, light, dark)
    let middle = PixelPoint(x: 100, y: 100)
    let (from, to) = (Direction(degrees: -150), Direction(degrees: 150))
    let angular = AngularGradient(center: middle, from: from, dark, to: to, light)
    var colors = ColorRamp(light)
    colors.add(dark, from: 0, to: 0.94)
    colors.add(light, from: 0.94, to: 0.94)
    let ramp = AngularRamp(center: middle, from: from, to: to, colors, radius: 92)
    let cone = ConeShading(
      center: middle, Color(0x10120F), light: Direction(degrees: -35), strength: 7)
    let metal = BrushedMetal(
      center: middle, ground: LinearGradient(top: 0, light, bottom: 200, dark),
      light: Direction(degrees: -38), strength: 6)
    let disc = SoftDisc(center: PixelPoint(x: 20, y: 50), radius: 222, blur: 222)
    let glow = SoftDisc(
      center: PixelPoint(x: -200, y: 50), radius: 700, blur: 100, hole: 446, holeBlur: 222)
    let rect = SoftRect(
      RoundedRect(center: PixelPoint(x: -80, y: 50), width: 640, height: 700, radius: 60),
      blur: 222)
    return [
      painted("linear", level, .linear(level)), painted("slanted", slanted, .linear(slanted)),
      painted("radial", radial, .radial(radial)),
      painted("angular", angular, .angular(angular), isRound: true),
      painted("ramp", ramp, .ramp(ramp), isRound: true),
      painted("cone", cone, .cone(cone), isRound: true),
      painted("metal", metal, .metal(metal), isRound: true),
      shade("shadow", disc, { $0.fill(disc, with: $1) }, Color(0, opacity: 0.6), over: light),
      shade("glow", glow, { $0.fill(glow, with: $1) }, Color(0x80A0FF, opacity: 0.1), over: dark),
      shade(
        "soft rectangle", rect, { $0.fill(rect, with: $1) }, Color(0, opacity: 0.6), over: light),
    ]
  }()

  /// A sixth of a level; rounding alone is off by up to a half.
  @Test(arguments: slopes) func pictures(slope: Slope) throws {
    let picture = try drawn(slope)
    try expectNoBands(slope, within: 1.0 / 6) { x, y, channel in
      Float(picture.pixels[y * picture.stride + x] >> (16 - 8 * UInt32(channel)) & 0xFF)
    } rounded: { level, _ in
      level.rounded()
    }
  }

  /// 0.8 of the picture's levels, which is a tenth of the buffer's own (8.2 for red and blue).
  @Test(arguments: slopes) func scanoutsOfFewerBits(slope: Slope) throws {
    let picture = try drawn(slope)
    let (width, height) = (picture.size.width, picture.size.height)
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: width * height * 2, alignment: 64)
    defer { memory.deallocate() }
    let scanout = try #require(
      Scanout(memory: memory, pitch: width * 2, format: .rgb565, size: picture.size))
    scanout.copy(picture, rect: picture.size.bounds, rotation: .none)
    let pixels = memory.bindMemory(to: UInt16.self)
    try expectNoBands(slope, within: 0.8) { x, y, channel in
      let pixel = pixels[y * width + x]
      let bits = [pixel >> 11, pixel >> 5 & 63, pixel & 31][channel]
      return Float(bits) * 255 / Self.maxLevels[channel]
    } rounded: { level, channel in
      (level * Self.maxLevels[channel] / 255).rounded() * 255 / Self.maxLevels[channel]
    }
  }

  /// The maximum levels of RGB565.
  private static let maxLevels: [Float] = [31, 63, 31]

  private func drawn(_ slope: Slope) throws -> PixelBuffer {
    let picture = try #require(PixelBuffer(size: slope.size))
    slope.draw(Canvas(picture))
    return picture
  }

  /// Checks in each channel that the mean of every 8 × 8 square is exact, that hardly any square
  /// has a single level, and that no run of one level along the gradient is as long as it would be
  /// without dithering.
  private func expectNoBands(
    _ slope: Slope, within allowed: Float,
    level: (_ x: Int, _ y: Int, _ channel: Int) -> Float,
    rounded: (_ level: Float, _ channel: Int) -> Float
  ) throws {
    for channel in 0..<3 {
      func exact(_ x: Int, _ y: Int) -> Float {
        let sample = slope.exact(Float(x) + 0.5, Float(y) + 0.5)
        return [sample.red, sample.green, sample.blue][channel]
      }
      var (drawn, banded) = (Squares(), Squares())
      for top in stride(from: 0, through: slope.size.height - 8, by: 8) {
        for left in stride(from: 0, through: slope.size.width - 8, by: 8) {
          let pixels = (0..<64).map { Pixel(x: left + $0 % 8, y: top + $0 / 8) }
          let wanted = pixels.map { exact($0.x, $0.y) }
          drawn.add(pixels.map { level($0.x, $0.y, channel) }, wanted)
          banded.add(wanted.map { rounded($0, channel) }, wanted)
        }
      }
      #expect(drawn.worst <= allowed, "channel \(channel)")
      #expect(drawn.flat * 8 <= banded.flat, "channel \(channel)")
      // Without dithering, the bands would be visible.
      #expect(banded.worst > allowed, "channel \(channel)")
      let run = longestRun(slope.path.map { level($0.x, $0.y, channel) })
      let band = longestRun(slope.path.map { rounded(exact($0.x, $0.y), channel) })
      #expect(run * 5 <= band * 4, "channel \(channel): \(run) pixels, \(band) without dithering")
    }
  }

  /// Statistics of squares, as seen from a distance.
  private struct Squares {
    /// The largest error of a mean.
    private(set) var worst: Float = 0
    /// The number of squares with a single level.
    private(set) var flat = 0

    mutating func add(_ levels: [Float], _ wanted: [Float]) {
      let off = zip(levels, wanted).reduce(0) { $0 + $1.0 - $1.1 } / Float(levels.count)
      worst = max(worst, abs(off))
      // Some are where nothing changes.
      let isSlope = wanted.contains { abs($0 - wanted[0]) > 0.05 }
      flat += isSlope && levels.allSatisfy { $0 == levels[0] } ? 1 : 0
    }
  }

  private func longestRun(_ levels: [Float]) -> Int {
    var (longest, run) = (0, 0)
    for index in levels.indices {
      run = index > 0 && levels[index] == levels[index - 1] ? run + 1 : 1
      longest = max(longest, run)
    }
    return longest
  }
}
