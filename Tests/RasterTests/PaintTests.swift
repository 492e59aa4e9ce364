import Glibc
import Testing

@testable import Raster

@Suite struct PaintTests {
  private func picture(_ width: Int, _ height: Int) throws -> PixelBuffer {
    try #require(PixelBuffer(size: PixelSize(width: width, height: height)))
  }

  private func channels(_ pixel: UInt32) -> [Float] {
    [Float(pixel >> 16 & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel & 0xFF)]
  }

  @Test func anglesAreExactToATenThousandth() {
    for step in 0..<10_000 {
      let angle = Float(step) / 10_000 * 2 * .pi - .pi + 0.0001
      let found = AngularGradient.angle(cosf(angle) * 37, sinf(angle) * 37)
      #expect(abs(found - angle) < 1e-4)
    }
    #expect(AngularGradient.angle(0, 0).isFinite)
  }

  /// The first colour at the start, the last at the end, a mixture halfway, either way round.
  @Test(arguments: [(-135.0, 135.0), (120, -150), (0, 90), (10, 370)])
  func angularGradientFollowsTheSweep(from: Double, to: Double) throws {
    let picture = try picture(101, 101)
    let center = PixelPoint(x: 50.5, y: 50.5)
    let paint = AngularGradient(
      center: center, from: Direction(degrees: from), Color(0x000000), to: Direction(degrees: to),
      Color(0xFFFFFF))
    Canvas(picture).fill(with: .angular(paint))
    for part in [0.02, 0.25, 0.5, 0.75, 0.98] {
      let point = center.moved(by: 45, at: Direction(degrees: from + (to - from) * part))
      let pixel = picture.pixels[point.y.pixelFloor * picture.stride + point.x.pixelFloor]
      #expect(abs(channels(pixel)[0] - Float(part) * 255) < 4, "at \(part)")
    }
  }

  @Test func ditheredGradientsHaveTheExactMean() throws {
    let picture = try picture(256, 8)
    let paint = LinearGradient(
      from: PixelPoint(x: 0, y: 0), Color(0x1B1F25), to: PixelPoint(x: 0, y: 8), Color(0x1C2026))
    Canvas(picture).fill(with: .linear(paint))
    for y in 0..<8 {
      var sums: [Float] = [0, 0, 0]
      for x in 0..<256 {
        for (channel, value) in channels(picture.pixels[y * picture.stride + x]).enumerated() {
          sums[channel] += value
        }
      }
      let fraction = (Float(y) + 0.5) / 8
      for (sum, first) in zip(sums, [27, 31, 37] as [Float]) {
        #expect(abs(sum / 256 - (first + fraction)) < 0.05)
      }
    }
  }

  /// No row of a slow gradient is a flat band; bands are most visible at night.
  @Test func ditheringLeavesNoBands() throws {
    let picture = try picture(200, 120)
    let paint = RadialGradient(
      center: PixelPoint(x: 70, y: 50), radiusX: 200, radiusY: 140, Color(0x1B1F25),
      Color(0x0D0F12))
    Canvas(picture).fill(with: .radial(paint))
    var longest = 0
    for y in 0..<120 {
      var run = 1
      for x in 1..<200 {
        let index = y * picture.stride + x
        run = picture.pixels[index] == picture.pixels[index - 1] ? run + 1 : 1
        longest = max(longest, run)
      }
    }
    #expect(longest < 16)
  }

  @Test func uniformColorsAreExact() throws {
    let picture = try picture(40, 40)
    let canvas = Canvas(picture)
    for color: UInt32 in [0x000000, 0xFFFFFF, 0x123456, 0x808080] {
      let same = LinearGradient(top: 0, Color(color), bottom: 40, Color(color))
      canvas.fill(with: .linear(same))
      canvas.fill(
        SoftDisc(center: PixelPoint(x: 20, y: 20), radius: 10, blur: 8),
        with: .solid(Color(color)))
      #expect(picture.pixels.prefix(40).allSatisfy { $0 == 0xFF00_0000 | color })
      let row = (0..<40).map { picture.pixels[20 * picture.stride + $0] }
      #expect(Set(row).count == 1)
    }
  }

  @Test func metalStaysWithinItsColors() throws {
    let picture = try picture(64, 64)
    let ground = LinearGradient(top: 0, Color(0xFFFFFF), bottom: 64, Color(0x000000))
    let center = PixelPoint(x: 32, y: 32)
    let metal = BrushedMetal(
      center: center, ground: ground, light: Direction(degrees: -38), strength: 400)
    Canvas(picture).fill(Disc(center: center, radius: 30), with: .metal(metal))
    // Brighter along the light than across it, and as grey as its base.
    func brightness(_ degrees: Double) -> Float {
      let point = center.moved(by: 22, at: Direction(degrees: degrees))
      let pixel = picture.pixels[point.y.pixelFloor * picture.stride + point.x.pixelFloor]
      let values = channels(pixel)
      #expect(abs(values[0] - values[1]) <= 1 && abs(values[1] - values[2]) <= 1)
      return values[0]
    }
    #expect(brightness(-38) > brightness(-90))
    #expect(brightness(142) > brightness(100))
  }

  /// Rotated by a rib, the ribs look the same; by half of one, ribs and grooves are swapped.
  @Test func ribsTurnUnderAFixedLight() throws {
    let center = PixelPoint(x: 50, y: 50)
    func turned(by degrees: Double, light: Double = 0) throws -> PixelBuffer {
      let picture = try picture(100, 100)
      Canvas(picture).fill(
        Ring(center: center, radius: 44, width: 8),
        with: .knurls(
          Knurling(
            center: center,
            ground: LinearGradient(top: 0, Color(0x808080), bottom: 100, Color(0x808080)),
            rims: Knurling.Rims(Color(0xFFFFFF), innerPart: 0, reach: 30...60, width: 1),
            ribs: 36, turned: Direction(degrees: degrees), light: Direction(degrees: light),
            strength: 60)))
      return picture
    }
    func brightness(_ picture: PixelBuffer, _ degrees: Double) -> Float {
      let point = center.moved(by: 44, at: Direction(degrees: degrees))
      return channels(
        picture.pixels[point.y.pixelFloor * picture.stride + point.x.pixelFloor])[0]
    }
    func difference(_ one: PixelBuffer, _ other: PixelBuffer) -> Float {
      zip(one.pixels, other.pixels).map { abs(channels($0)[0] - channels($1)[0]) }.max() ?? 0
    }
    let still = try turned(by: 0)
    #expect(difference(still, try turned(by: 10)) <= 2)
    #expect(difference(still, try turned(by: 730)) <= 2)
    #expect(brightness(still, 0) > brightness(try turned(by: 5), 0) + 20)
    // The same rib, nearer to the light and farther from it.
    #expect(brightness(still, 0) > brightness(still, 180) + 10)
    #expect(brightness(try turned(by: 180), 0) == brightness(still, 0))
  }

  @Test func contrastMatchesWCAG() {
    #expect(abs(Color(0xFFFFFF).contrast(with: Color(0x000000)) - 21) < 0.01)
    #expect(abs(Color(0x777777).contrast(with: Color(0xFFFFFF)) - 4.48) < 0.01)
  }
}
