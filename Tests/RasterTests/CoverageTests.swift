import Glibc
import Testing

@testable import Raster

/// The maximum error of a pixel, in 255ths.
private let tolerance = 3.0

private func picture(_ width: Int, _ height: Int) -> PixelBuffer {
  guard let buffer = PixelBuffer(size: PixelSize(width: width, height: height)) else {
    preconditionFailure("the tests' pictures have a size")
  }
  return buffer
}

private let white = Paint.solid(Color(0xFFFFFF))

@Suite struct CoverageTests {
  @Test(arguments: [
    (0.4, 0.0, 0.0), (0.6, 0.3, 0.1), (1, 0.5, 0.5), (1.3, 0.1, 0.7), (1.9, 0.25, 0.6),
    (2, 0, 0), (2, 0.37, 0.81), (2.3, 0.9, 0.2), (3.1, 0.5, 0.5), (5, 0.11, 0.47),
    (8.7, 0.66, 0.3), (15, 0.5, 0.01), (24.3, 0.2, 0.9),
  ]) func disc(radius: Float, x: Float, y: Float) {
    let side = Int(radius * 2) + 5
    let disc = Disc(
      center: PixelPoint(x: Float(side / 2) + x, y: Float(side / 2) + y), radius: radius)
    let picture = picture(side, side)
    Canvas(picture).fill(disc, with: white)
    let worst = SupersampledReference.largestError(of: picture) { px, py in
      Geometry.distance(px, py, disc.center) < Double(radius)
    }
    #expect(worst.error <= tolerance, "\(worst)")
  }

  @Test(arguments: [(10.0, 3.0), (12.5, 0.6), (14, 1.2), (17.3, 2), (20, 6.7), (6, 12)])
  func ring(radius: Float, width: Float) {
    let side = Int(radius * 2 + width) + 5
    let center = PixelPoint(x: Float(side) / 2 + 0.17, y: Float(side) / 2 - 0.31)
    let ring = Ring(center: center, radius: radius, width: width)
    let picture = picture(side, side)
    Canvas(picture).fill(ring, with: white)
    let worst = SupersampledReference.largestError(of: picture) { px, py in
      abs(Geometry.distance(px, py, center) - Double(radius)) < Double(width) / 2
    }
    #expect(worst.error <= tolerance, "\(worst)")
  }

  @Test(arguments: [
    (0.0, 90.0, 6.0), (-135, 135, 4.2), (-135, -134, 5), (10, 10, 7), (30, 200, 3), (91, 92.5, 2),
    (-170, 170, 3), (179, 181, 5), (-45, 45, 1.3), (200, 440, 4), (0, 180, 4), (180, 360, 2.5),
    (-400, -380, 6), (45, 46, 0.9),
  ]) func arc(from: Double, to: Double, width: Float) {
    let radius: Float = 18.4
    let center = PixelPoint(x: 25.3, y: 24.8)
    let ring = Ring(center: center, radius: radius, width: width)
    let (start, end) = (Direction(degrees: from), Direction(degrees: to))
    let picture = picture(50, 50)
    Canvas(picture).fill(Arc(ring: ring, from: start, to: end), with: white)
    let worst = SupersampledReference.largestError(of: picture) { px, py in
      let (dx, dy) = (px - Double(center.x), py - Double(center.y))
      var degrees = atan2(dx, -dy) * 180 / .pi
      while degrees < from { degrees += 360 }
      while degrees >= from + 360 { degrees -= 360 }
      if degrees <= to {
        return abs((dx * dx + dy * dy).squareRoot() - Double(radius)) < Double(width) / 2
      }
      let ends = [start, end].map {
        Geometry.distance(px, py, center.moved(by: radius, at: $0))
      }
      return min(ends[0], ends[1]) < Double(width) / 2
    }
    #expect(worst.error <= tolerance, "\(worst)")
  }

  @Test(arguments: [0.0, 1, 7, 22.5, 45, 60, 89, 90, 123, 180, 271.5])
  func capsule(degrees: Double) {
    for width: Float in [0.7, 1.3, 2, 3.1, 4, 7.5] {
      let center = PixelPoint(x: 16.2, y: 15.7)
      let angle = Direction(degrees: degrees)
      let (start, end) = (center.moved(by: -7.3, at: angle), center.moved(by: 6.1, at: angle))
      let picture = picture(32, 32)
      Canvas(picture).fill(Capsule(from: start, to: end, width: width), with: white)
      let worst = SupersampledReference.largestError(of: picture) { px, py in
        Geometry.distance(px, py, from: start, to: end) < Double(width) / 2
      }
      #expect(worst.error <= tolerance, "width \(width): \(worst)")
    }
  }

  @Test(arguments: [0.0, 7, 22.5, 45, 90, 123, 200, 271.5], [1.5, 3, 7, 14])
  func triangle(degrees: Double, size: Float) {
    let center = PixelPoint(x: 16.2, y: 15.7)
    let corners = [0.0, 120, 250].map {
      center.moved(by: size, at: Direction(degrees: degrees + $0))
    }
    let picture = picture(32, 32)
    Canvas(picture).fill(Triangle(corners[0], corners[1], corners[2]), with: white)
    let worst = SupersampledReference.largestError(of: picture) { px, py in
      // On the same side of all three edges.
      (0..<3).allSatisfy { index in
        let (one, two) = (corners[index], corners[(index + 1) % 3])
        let (dx, dy) = (Double(two.x - one.x), Double(two.y - one.y))
        return dx * (py - Double(one.y)) - dy * (px - Double(one.x)) > 0
      }
    }
    #expect(worst.error <= tolerance, "\(worst)")
  }

  /// Triangles with corners at infinity, or with all corners on a line, draw nothing.
  @Test func degenerateTrianglesDrawNothing() {
    let (near, far) = (PixelPoint(x: 3, y: 4), PixelPoint(x: 28, y: 4))
    for third in [far, PixelPoint(x: .nan, y: 9), PixelPoint(x: 1e9, y: -.infinity)] {
      let picture = picture(32, 32)
      Canvas(picture).fill(Triangle(near, far, third), with: white)
      #expect(picture.pixels.allSatisfy { $0 & 0xFF_FFFF == 0 })
    }
  }

  @Test func zeroLengthCapsuleIsADisc() {
    let center = PixelPoint(x: 10.4, y: 9.9)
    let (one, two) = (picture(20, 20), picture(20, 20))
    Canvas(one).fill(Capsule(from: center, to: center, width: 9), with: white)
    Canvas(two).fill(Disc(center: center, radius: 4.5), with: white)
    #expect(Array(one.pixels) == Array(two.pixels))
  }

  /// The definition of blur at each pixel's centre; dithering may add less than one step.
  @Test func softDiscFadesSmoothly() {
    let disc = SoftDisc(
      center: PixelPoint(x: 20.2, y: 19.6), radius: 10, blur: 7, hole: 4, holeBlur: 3)
    let picture = picture(40, 40)
    Canvas(picture).fill(disc, with: white)
    func fade(_ value: Double) -> Double {
      let t = min(max(value, 0), 1)
      return t * t * t * (t * (t * 6 - 15) + 10)
    }
    var worst = 0.0
    for y in 0..<40 {
      for x in 0..<40 {
        let distance = Geometry.distance(Double(x) + 0.5, Double(y) + 0.5, disc.center)
        let expected = 255 * fade((17 - distance) / 14) * (1 - fade((7 - distance) / 6))
        let actual = Double(picture.pixels[y * picture.stride + x] & 0xFF)
        worst = max(worst, abs(actual - expected))
      }
    }
    #expect(worst < 1.01)
  }

  private static let rects: [(width: Float, height: Float, radius: Float)] = [
    (20, 12, 4), (20.6, 11.3, 3.2), (9, 26, 4.5), (24, 24, 12), (23.4, 17.8, 2.3), (15, 15, 1),
    (12.2, 8.7, 0.5), (6, 5, 2.5), (25, 7, 3.1),
  ]

  @Test(arguments: rects.indices, [(0.0, 0.0), (0.5, 0.5), (0.17, 0.63)] as [(Float, Float)])
  func roundedRect(index: Int, shift: (x: Float, y: Float)) {
    let (width, height, radius) = Self.rects[index]
    let rect = RoundedRect(
      center: PixelPoint(x: 15 + shift.x, y: 15 + shift.y), width: width, height: height,
      radius: radius)
    let picture = picture(31, 31)
    Canvas(picture).fill(rect, with: white)
    let worst = SupersampledReference.largestError(of: picture) { Geometry.isInside(rect, $0, $1) }
    #expect(worst.error <= tolerance, "\(worst)")
  }

  @Test(arguments: rects.indices, [0.7, 1, 1.6, 3] as [Float])
  func roundedFrame(index: Int, line: Float) {
    let (width, height, radius) = Self.rects[index]
    let rect = RoundedRect(
      center: PixelPoint(x: 15.2, y: 15.7), width: width, height: height, radius: radius)
    let picture = picture(31, 31)
    Canvas(picture).fill(RoundedFrame(rect, width: line), with: white)
    let worst = SupersampledReference.largestError(of: picture) {
      Geometry.isInside(rect, $0, $1) && !Geometry.isInside(rect.inset(by: line), $0, $1)
    }
    #expect(worst.error <= tolerance, "\(worst)")
  }

  /// The distance from the edge that the blur defines, at each pixel's centre.
  @Test(arguments: [nil, 2.5] as [Float?]) func softRectFadesSmoothly(hole: Float?) {
    let rect = RoundedRect(
      center: PixelPoint(x: 20.2, y: 19.6), width: 22, height: 14, radius: 5)
    let picture = picture(40, 40)
    Canvas(picture).fill(SoftRect(rect, blur: 6, hole: hole), with: white)
    func fade(_ value: Double) -> Double {
      let t = min(max(value, 0), 1)
      return t * t * t * (t * (t * 6 - 15) + 10)
    }
    var worst = 0.0
    for y in 0..<40 {
      for x in 0..<40 {
        let distance = Geometry.distance(Double(x) + 0.5, Double(y) + 0.5, outside: rect)
        let inner = hole.map { fade(0.5 - Double($0) - distance) } ?? 0
        let expected = 255 * fade((6 - distance) / 12) * (1 - inner)
        let actual = Double(picture.pixels[y * picture.stride + x] & 0xFF)
        worst = max(worst, abs(actual - expected))
      }
    }
    #expect(worst < 1.01)
  }

  @Test func fullyRoundedSquareIsADisc() {
    let center = PixelPoint(x: 10.4, y: 9.9)
    let (one, two) = (picture(20, 20), picture(20, 20))
    Canvas(one).fill(RoundedRect(center: center, width: 9, height: 9, radius: 20), with: white)
    Canvas(two).fill(Disc(center: center, radius: 4.5), with: white)
    let worst = zip(one.pixels, two.pixels).map { abs(Int($0 & 0xFF) - Int($1 & 0xFF)) }.max()
    #expect(worst ?? 99 <= 4)
  }
}
