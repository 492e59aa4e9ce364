import Glibc
import GoldenPictures
import PNG
import Testing

@testable import Raster

@Suite struct GoldenTests {
  /// One of each primitive.
  @Test func vocabulary() throws {
    let picture = try #require(PixelBuffer(size: PixelSize(width: 160, height: 100)))
    let canvas = Canvas(picture)
    canvas.fill(
      with: .radial(
        RadialGradient(
          center: PixelPoint(x: 60, y: 40), radiusX: 110, radiusY: 80, Color(0x1B1F25),
          Color(0x0D0F12))))
    let center = PixelPoint(x: 46.3, y: 48.7)
    let ring = Ring(center: center, radius: 38, width: 5.5)
    let (start, end) = (Direction(degrees: -135), Direction(degrees: 135))
    canvas.fill(
      SoftDisc(center: PixelPoint(x: 46.3, y: 53), radius: 32, blur: 9),
      with: .solid(Color(0x000000, opacity: 0.6)))
    canvas.fill(Arc(ring: ring, from: start, to: end), with: .solid(Color(0x2A3038)))
    canvas.fill(
      Arc(ring: ring, from: start, to: Direction(degrees: 40)),
      with: .angular(
        AngularGradient(
          center: center, from: start, Color(0x2FB6C4), to: end, Color(0x8FF0D8))))
    canvas.fill(
      Disc(center: center, radius: 31),
      with: .linear(
        LinearGradient(top: 17, Color(0x353C46), bottom: 80, Color(0x1A1E24))))
    canvas.fill(
      Ring(center: center, radius: 30.5, width: 1),
      with: .linear(
        LinearGradient(
          top: 17, Color(0xFFFFFF, opacity: 0.3), bottom: 55, Color(0xFFFFFF, opacity: 0))))
    canvas.fill(
      Capsule(
        from: center.moved(by: 20, at: Direction(degrees: 40)),
        to: center.moved(by: 27, at: Direction(degrees: 40)), width: 3),
      with: .solid(Color(0xE9FFFB)))
    for step in 0..<12 {
      let angle = Direction(degrees: Double(step) * 15 - 82.5)
      canvas.fill(
        Capsule(
          from: PixelPoint(x: 118, y: 92).moved(by: 24, at: angle),
          to: PixelPoint(x: 118, y: 92).moved(by: 32, at: angle),
          width: 0.6 + Float(step) * 0.25),
        with: .solid(Color(0xFFD27A)))
    }
    let metal = PixelPoint(x: 118, y: 34)
    canvas.fill(
      Disc(center: metal, radius: 24),
      with: .metal(
        BrushedMetal(
          center: metal,
          ground: LinearGradient(top: 10, Color(0xD9D6D1), bottom: 58, Color(0x9E9A93)),
          light: Direction(degrees: -38), strength: 46)))
    try expect(picture, equals: GoldenPicture("vocabulary"))
  }

  /// Rounded rectangles of several kinds and sizes.
  @Test func rounded() throws {
    let picture = try #require(PixelBuffer(size: PixelSize(width: 132, height: 68)))
    let canvas = Canvas(picture)
    canvas.fill(with: .solid(Color(0x1B1F25)))
    for (column, radius) in [3, 9, 30].enumerated() as EnumeratedSequence<[Float]> {
      let center = PixelPoint(x: 24 + Float(column) * 42.3, y: 26.4)
      let rect = RoundedRect(center: center, width: 30, height: 36, radius: radius)
      canvas.fill(
        SoftRect(rect.inset(by: -1), blur: 6, hole: 4), with: .solid(Color(0x57D8CF, opacity: 0.5)))
      canvas.fill(
        RoundedFrame(rect, width: 2),
        with: .linear(LinearGradient(top: 8, Color(0x8FF0D8), bottom: 44, Color(0x2FB6C4))))
      canvas.fill(
        rect.inset(by: 4),
        with: .linear(LinearGradient(top: 12, Color(0x353C46), bottom: 40, Color(0x1A1E24))))
      let small = PixelPoint(x: center.x, y: 56.8)
      canvas.fill(
        RoundedRect(center: small, width: 20, height: 7.5, radius: radius * 0.4),
        with: .solid(Color(0xFFD27A)))
    }
    try expect(picture, equals: GoldenPicture("rounded"))
  }
}

extension GoldenTests {
  /// The comparison itself: a single pixel that is off by one is found, as is a missing picture.
  @Test func differencesAreReported() throws {
    guard getenv("RECORD") == nil else { return }
    let golden = GoldenPicture("vocabulary")
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let picture = try PNGPicture.read("/\(folder)/Golden/vocabulary.png")
    #expect(try golden.mismatch(of: picture) == nil)
    picture.pixels[5] ^= 1
    let message = try #require(try golden.mismatch(of: picture)).message
    #expect(message.contains("1 pixels differ, by up to 1"))
    let other = try #require(PixelBuffer(size: PixelSize(width: 3, height: 3)))
    #expect(try golden.mismatch(of: other)?.message.contains("3×3 instead of 160×100") == true)
    #expect(throws: PNGError.self) { try GoldenPicture("none").mismatch(of: picture) }
  }
}

/// Attaches differing pictures to the test's results.
func expect(_ picture: PixelBuffer, equals golden: GoldenPicture) throws {
  guard let mismatch = try golden.mismatch(of: picture) else { return }
  Attachment.record(mismatch.actual, named: "actual.png")
  Attachment.record(mismatch.difference, named: "difference.png")
  Issue.record("\(mismatch.message)")
}
