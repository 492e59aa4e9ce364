import Testing

@testable import Raster

/// Drawing images at their size, and scaling them up and down.
@Suite struct ImageTests {
  @Test func colorsAreClampedToAlpha() throws {
    let size = PixelSize(width: 2, height: 1)
    let image = try #require(Image(size: size, premultiplied: [0x80FF_8010, 0x0001_0101]))
    #expect(image.pixels == [0x8080_8010, 0])
  }

  @Test(arguments: [(0, 1, 0), (1, 0, 0), (2, 2, 3), (2, 2, 5), (40_000, 1, 40_000)])
  func mismatchedSizesAreRejected(width: Int, height: Int, count: Int) {
    let pixels = [UInt32](repeating: 0, count: count)
    #expect(
      Image(size: PixelSize(width: width, height: height), premultiplied: pixels) == nil)
  }

  /// Every alpha over many backgrounds, compared with the formula in Double.
  @Test(arguments: [Float(1), 0.5, 0.13])
  func blendingIsRoundedToNearest(opacity: Float) throws {
    var pixels: [UInt32] = []
    for alpha in UInt32(0)...255 {
      for share in UInt32(0)..<8 {
        let color = alpha * share / 7
        pixels.append(alpha << 24 | color << 16 | (alpha - color) << 8 | color / 2)
      }
    }
    let size = PixelSize(width: 64, height: pixels.count / 64)
    let image = try #require(Image(size: size, premultiplied: pixels))
    var worst = 0.0
    for ground in stride(from: UInt32(0), through: 255, by: 15) {
      let picture = try #require(PixelBuffer(size: size))
      picture.pixels.update(repeating: 0xFF00_0000 | ground * 0x01_0101)
      Canvas(picture).draw(image, x: 0, y: 0, opacity: opacity)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let source = pixels[y * size.width + x]
          let result = picture.pixels[y * picture.stride + x]
          #expect(result >> 24 == 255)
          let alpha = Double(source >> 24) / 255 * Double(opacity)
          for shift: UInt32 in [0, 8, 16] {
            let wanted =
              Double(source >> shift & 0xFF) * Double(opacity) + Double(ground) * (1 - alpha)
            worst = max(worst, abs(Double(result >> shift & 0xFF) - wanted))
          }
        }
      }
    }
    // Rounding adds up to a half; images with an opacity are rounded twice.
    #expect(worst <= (opacity == 1 ? 0.51 : 1.6), "\(worst)")
  }

  @Test func imagesAreClipped() throws {
    let image = try #require(
      Image(
        size: PixelSize(width: 3, height: 3),
        premultiplied: (0..<9).map { 0xFF00_0000 | UInt32($0) }))
    for (x, y) in [(-1, -2), (3, 2), (-50, 0), (0, 900), (Int.max, Int.min), (2, 2)] {
      let picture = try #require(PixelBuffer(size: PixelSize(width: 4, height: 4)))
      picture.pixels.update(repeating: 0xFFFF_FFFF)
      Canvas(picture).draw(image, x: x, y: y)
      for row in 0..<4 {
        for column in 0..<4 {
          let (dx, dy) = (column.subtractingReportingOverflow(x).partialValue, row &- y)
          let isInside = (0..<3).contains(dx) && (0..<3).contains(dy)
          let wanted = isInside ? 0xFF00_0000 | UInt32(dy * 3 + dx) : 0xFFFF_FFFF
          #expect(picture.pixels[row * picture.stride + column] == wanted)
        }
      }
    }
  }

  /// An opacity that is NaN or out of range cannot damage a picture.
  @Test(arguments: [Float.nan, -3, 0]) func invisibleImagesDrawNothing(opacity: Float) throws {
    let image = try #require(
      Image(size: PixelSize(width: 1, height: 1), premultiplied: [0xFFFF_FFFF]))
    let picture = try #require(PixelBuffer(size: PixelSize(width: 1, height: 1)))
    Canvas(picture).draw(image, x: 0, y: 0, opacity: opacity)
    #expect(picture.pixels[0] == 0xFF00_0000)
  }

  @Test func scalingToTheSameSizeKeepsTheImage() throws {
    let image = try TestImages.noise(PixelSize(width: 7, height: 5), seed: 3)
    #expect(image.scaled(to: image.size) === image)
    let part = image.scaled(
      to: PixelSize(width: 3, height: 2), part: PixelRect(x: 2, y: 1, width: 3, height: 2))
    for y in 0..<2 {
      for x in 0..<3 {
        let (one, two) = (part.pixels[y * 3 + x], image.pixels[(y + 1) * 7 + x + 2])
        #expect(TestImages.distance(one, two) <= 1, "\(x), \(y)")
      }
    }
  }

  /// Stripes of one pixel, scaled down, become the mean of their light without a pattern.
  @Test(arguments: [2, 3, 5, 8, 13, 40]) func shrinkingDoesNotAlias(factor: Int) throws {
    let image = try TestImages.make(PixelSize(width: 390, height: 40)) { x, _ in
      x % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000
    }
    let width = 390 / factor
    let small = image.scaled(to: PixelSize(width: width, height: 4))
    // Half the light is 188 of 255 in sRGB. With an odd number of stripes in a pixel, the error is
    // one stripe's share of the pixel.
    let allowed = 390 % (width * 2) == 0 ? 1 : 120 / factor + 1
    for pixel in small.pixels {
      #expect(abs(Int(pixel & 0xFF) - 188) <= allowed, "\(pixel & 0xFF)")
      #expect(pixel >> 24 == 255)
    }
  }

  /// Transparent pixels have no colour, whatever the file contains.
  @Test func transparentPixelsDoNotBleed() throws {
    let image = try TestImages.make(PixelSize(width: 8, height: 8)) { x, _ in
      x < 4 ? 0xFFFF_0000 : 0
    }
    let small = image.scaled(to: PixelSize(width: 3, height: 3))
    for pixel in small.pixels {
      #expect(pixel >> 16 & 0xFF == pixel >> 24, "only red, as much as there is alpha")
      #expect(pixel & 0xFFFF == 0)
    }
  }

  /// Frames of a filmstrip are scaled separately: none contains a line of its neighbour.
  @Test(arguments: [3, 8, 11, 17, 40]) func framesDoNotBleed(side: Int) throws {
    let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF]
    let strip = try TestImages.make(PixelSize(width: 17, height: 51)) { _, y in colors[y / 17] }
    for (index, color) in colors.enumerated() {
      let frame = strip.scaled(
        to: PixelSize(width: side, height: side),
        part: PixelRect(x: 0, y: index * 17, width: 17, height: 17))
      #expect(frame.pixels.allSatisfy { $0 == color })
    }
  }

  /// Enlarging preserves the original pixels, and no colour exceeds its alpha.
  @Test func enlargingKeepsThePixels() throws {
    let image = try TestImages.noise(PixelSize(width: 9, height: 9), seed: 8)
    let large = image.scaled(to: PixelSize(width: 27, height: 27))
    for y in 0..<9 {
      for x in 0..<9 {
        let scaled = large.pixels[(y * 3 + 1) * 27 + x * 3 + 1]
        #expect(TestImages.distance(scaled, image.pixels[y * 9 + x]) <= 2)
      }
    }
    #expect(large.pixels.allSatisfy { max($0 >> 16 & 255, $0 >> 8 & 255, $0 & 255) <= $0 >> 24 })
  }

  @Test func invalidSizesGiveOneTransparentPixel() throws {
    let image = try TestImages.noise(PixelSize(width: 9, height: 9), seed: 8)
    let sizes = [(0, 5), (5, -1), (40_000, 1)].map { PixelSize(width: $0, height: $1) }
    for size in sizes { #expect(image.scaled(to: size).pixels == [0]) }
    let beyond = PixelRect(x: 20, y: 0, width: 3, height: 3)
    #expect(image.scaled(to: PixelSize(width: 2, height: 2), part: beyond).pixels == [0])
  }

  @Test func differencesAndContentAreFound() throws {
    let clear = try TestImages.make(PixelSize(width: 9, height: 6)) { _, _ in 0 }
    #expect(clear.contentBounds.isEmpty)
    #expect(clear.difference(from: clear).isEmpty)
    let dots = try TestImages.make(clear.size) { x, y in
      (x, y) == (2, 1) || (x, y) == (6, 4) ? 0x0100_0000 : 0
    }
    let wanted = PixelRect(x: 2, y: 1, width: 5, height: 4)
    #expect(dots.contentBounds == wanted)
    #expect(dots.difference(from: clear) == wanted)
  }
}

enum TestImages {
  static func make(
    _ size: PixelSize, _ pixel: (Int, Int) -> UInt32
  ) throws -> Image {
    let pixels = (0..<size.height).flatMap { y in (0..<size.width).map { pixel($0, y) } }
    return try #require(Image(size: size, premultiplied: pixels))
  }

  static func noise(_ size: PixelSize, seed: UInt32) throws -> Image {
    var state = seed
    return try make(size) { _, _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      let alpha = state >> 24
      func channel(_ shift: UInt32) -> UInt32 { (state >> shift & 0xFF) * alpha / 255 }
      return alpha << 24 | channel(0) << 16 | channel(8) << 8 | channel(16)
    }
  }

  /// The largest difference in a channel of two pixels.
  static func distance(_ one: UInt32, _ two: UInt32) -> Int {
    [0, 8, 16, 24].map { abs(Int(one >> $0 & 0xFF) - Int(two >> $0 & 0xFF)) }.max() ?? 0
  }
}
