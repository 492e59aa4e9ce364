internal import CFreeType
internal import Raster

/// A glyph of a colour font, as the coverage of a text that has one colour.
///
/// | pixel of the glyph | coverage |
/// |---|---|
/// | transparent | 0 |
/// | of its brightest colour | the pixel's alpha |
/// | darker | less, but 0.3 of the alpha where it is black: the shape stays visible |
struct ColorGlyph {
  /// The coverage of an opaque black pixel.
  private static let least: Float = 0.3
  /// More pixels in a row or column are no glyph; those of emoji fonts have 136.
  private static let largestSide = 1024

  let size: PixelSize
  /// Rows from the top, 0…255.
  private let coverage: [Float]
  /// Where its left and upper edge are from the origin, in pixels of its own, y upward.
  private let left: Int
  private let top: Int

  /// Nil for a glyph without pixels.
  init?(_ slot: FT_GlyphSlotRec) {
    let bitmap = slot.bitmap
    let (width, height, pitch) = (Int(bitmap.width), Int(bitmap.rows), Int(bitmap.pitch))
    let isColored = UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_BGRA.rawValue
    let isGray = UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_GRAY.rawValue
    guard isColored || isGray, slot.format == FT_GLYPH_FORMAT_BITMAP, let buffer = bitmap.buffer,
      pitch >= (isColored ? width * 4 : width),
      (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height)
    else { return nil }
    let bytes = UnsafeBufferPointer(start: buffer, count: pitch * height)
    self.init(
      size: PixelSize(width: width, height: height),
      coverage: isColored
        ? Self.coverage(ofColors: bytes, pitch: pitch, width: width)
        : (0..<height).flatMap { y in (0..<width).map { Float(bytes[y * pitch + $0]) } },
      left: Int(slot.bitmap_left), top: Int(slot.bitmap_top))
  }

  /// Nil if no pixel is covered.
  init?(size: PixelSize, coverage: [Float], left: Int, top: Int) {
    guard coverage.contains(where: { $0 > 0 }) else { return nil }
    (self.size, self.coverage, self.left, self.top) = (size, coverage, left, top)
  }

  /// The coverage of pixels of blue, green, red, each multiplied by the alpha that is the fourth.
  static func coverage(
    ofColors bytes: UnsafeBufferPointer<UInt8>, pitch: Int, width: Int
  ) -> [Float] {
    var pixels: [(luminance: Float, alpha: Float)] = []
    pixels.reserveCapacity(bytes.count / 4)
    var brightest: Float = 0
    for row in stride(from: 0, to: bytes.count, by: pitch) {
      for place in stride(from: row, to: row + width * 4, by: 4) {
        let (blue, green, red) = (bytes[place], bytes[place + 1], bytes[place + 2])
        // Rec. 709.
        let luminance = 0.0722 * Float(blue) + 0.7152 * Float(green) + 0.2126 * Float(red)
        let alpha = Float(bytes[place + 3])
        pixels.append((luminance, alpha))
        if alpha >= 128 { brightest = max(brightest, luminance / alpha) }
      }
    }
    // One that is all black is its shape.
    guard brightest > 0 else { return pixels.map(\.alpha) }
    return pixels.map { min(least * $0.alpha + (1 - least) * $0.luminance / brightest, $0.alpha) }
  }

  /// The glyph at another size.
  ///
  /// - Parameters:
  ///   - scale: How many pixels one of its own becomes.
  ///   - x: Right of a whole pixel, in 64ths of one.
  ///   - y: Above a whole pixel, in 64ths of one.
  /// - Returns: Its pixels, each the mean of those that it covers.
  func bitmap(scaledBy scale: Double, x: Int, y: Int) -> GlyphBitmap {
    // Beyond any display; the numbers of a broken font can be so large.
    guard scale > 0, scale * Double(max(size.width, size.height)) < 16_384,
      abs(left) < 1 << 20, abs(top) < 1 << 20
    else { return .empty }
    let columns = Resampling(
      origin: Double(left) * scale + Double(x) / 64, count: size.width, scale: scale)
    let rows = Resampling(
      origin: -Double(top) * scale - Double(y) / 64, count: size.height, scale: scale)
    let area = PixelRect(x: columns.first, y: rows.first, width: columns.count, height: rows.count)
    guard !area.isEmpty else { return .empty }
    var narrowed = [Float](repeating: 0, count: columns.count * size.height)
    for column in 0..<columns.count {
      columns.forEachSource(of: column) { source, weight in
        for row in 0..<size.height {
          narrowed[row * columns.count + column] += weight * coverage[row * size.width + source]
        }
      }
    }
    var bytes = [UInt8](repeating: 0, count: area.area)
    var sums = [Float](repeating: 0, count: columns.count)
    for row in 0..<rows.count {
      for column in 0..<columns.count { sums[column] = 0 }
      rows.forEachSource(of: row) { source, weight in
        for column in 0..<columns.count {
          sums[column] += weight * narrowed[source * columns.count + column]
        }
      }
      for column in 0..<columns.count {
        bytes[row * columns.count + column] = UInt8(min(max(sums[column].rounded(), 0), 255))
      }
    }
    return GlyphBitmap(area: area, coverage: bytes)
  }
}

/// Which pixels of a row or column become which of a scaled one.
private struct Resampling {
  /// The pixels that are touched.
  let first: Int
  let count: Int
  private let origin: Double
  private let sourceCount: Int
  private let scale: Double

  /// - Parameters:
  ///   - origin: Where the scaled row begins.
  ///   - count: The pixels of the source.
  ///   - scale: How many pixels one of the source becomes; more than 0.
  init(origin: Double, count: Int, scale: Double) {
    (self.origin, sourceCount, self.scale) = (origin, count, scale)
    first = Int(origin.rounded(.down))
    self.count = Int((origin + Double(count) * scale).rounded(.up)) - first
  }

  /// Calls `body` with each pixel of the source that one of the scaled row covers, and its share.
  func forEachSource(of place: Int, _ body: (Int, Float) -> Void) {
    let middle = (Double(first + place) + 0.5 - origin) / scale
    // Enlarged, a pixel is between the two that are nearest.
    let width = max(1 / scale, 1)
    let (low, high) = (middle - width / 2, middle + width / 2)
    let first = max(Int(low.rounded(.down)), 0)
    let end = min(Int(high.rounded(.up)), sourceCount)
    for source in min(first, end)..<end {
      let share = min(high, Double(source) + 1) - max(low, Double(source))
      if share > 0 { body(source, Float(share / width)) }
    }
  }
}
