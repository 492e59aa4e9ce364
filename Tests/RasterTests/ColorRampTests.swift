import Testing

@testable import Raster

@Suite struct ColorRampTests {
  private static let zones: ColorRamp = {
    var ramp = ColorRamp(Color(0x0000FF))
    ramp.add(Color(0x00FF00), from: 0.25, to: 0.25)
    ramp.add(Color(0xFF0000), from: 0.75, to: 0.75)
    return ramp
  }()

  @Test func zonesChangeAtTheirPositions() {
    let positions: [(Float, UInt32)] = [
      (-1, 0x0000FF), (0, 0x0000FF), (0.249, 0x0000FF), (0.25, 0x00FF00), (0.7, 0x00FF00),
      (0.75, 0xFF0000), (2, 0xFF0000),
    ]
    for (position, color) in positions { #expect(Self.zones.color(at: position) == Color(color)) }
    #expect(Self.zones.last == Color(0xFF0000))
  }

  @Test func gradientsMixBetweenPositions() {
    let ramp = ColorRamp(Color(0x000000), Color(0xFFFFFF), part: 0.5)
    #expect(ramp.color(at: 0.25) == Color(red: 127.5, green: 127.5, blue: 127.5))
    #expect(ramp.color(at: 0.6) == Color(0xFFFFFF))
    #expect(ColorRamp(Color(0x123456), Color(0x123456)).changes == 0)
  }

  /// Further colours are ignored.
  @Test func rampsHaveAtMostEightColors() {
    var ramp = ColorRamp(Color(0))
    for index in 1...20 { ramp.add(Color(UInt32(index)), from: Float(index), to: Float(index)) }
    #expect(ramp.changes == 7)
    #expect(ramp.last == Color(7))
  }

  /// Around a centre, clockwise or counter-clockwise, and the part of a ramp that a lap shows.
  @Test(arguments: [(-135.0, 135.0), (120, -150), (10, 370)])
  func rampsFollowTheSweep(from: Double, to: Double) throws {
    let picture = try #require(PixelBuffer(size: PixelSize(width: 101, height: 101)))
    let center = PixelPoint(x: 50.5, y: 50.5)
    for positions: ClosedRange<Float> in [0...1, 0.2...0.6] {
      let paint = AngularRamp(
        center: center, from: Direction(degrees: from), to: Direction(degrees: to), Self.zones,
        positions: positions, radius: 45)
      Canvas(picture).fill(with: .ramp(paint))
      for part: Float in [0.02, 0.2, 0.3, 0.5, 0.7, 0.8, 0.97] {
        let point = center.moved(
          by: 45, at: Direction(degrees: from + (to - from) * Double(part)))
        let pixel = picture.pixels[point.y.pixelFloor * picture.stride + point.x.pixelFloor]
        let expected = Self.zones.color(
          at: positions.lowerBound + (positions.upperBound - positions.lowerBound) * part)
        #expect(pixel == expected.pixel, "at \(part)")
      }
    }
  }

  /// Brightest toward the light, darkest opposite, neutral in the middle, and never out of range.
  @Test func conesAreLitFromTheirLight() throws {
    let picture = try #require(PixelBuffer(size: PixelSize(width: 101, height: 101)))
    let center = PixelPoint(x: 50.5, y: 50.5)
    for base: UInt32 in [0x808080, 0xFFFFFF, 0x000000] {
      let cone = ConeShading(
        center: center, Color(base), light: Direction(degrees: 90), strength: 20)
      Canvas(picture).fill(with: .cone(cone))
      func level(_ x: Int) -> Int { Int(picture.pixels[50 * picture.stride + x] & 0xFF) }
      let middle = Int(base & 0xFF)
      #expect(abs(level(95) - min(middle + 20, 255)) <= 1)
      #expect(abs(level(5) - max(middle - 20, 0)) <= 1)
      #expect(abs(level(50) - middle) <= 1)
    }
  }
}
