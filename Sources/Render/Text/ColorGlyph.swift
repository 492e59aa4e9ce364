internal import CFreeType
internal import Raster

/// A glyph of a colour font, converted to the coverage of single-colour text.
///
/// | pixel of the glyph | coverage |
/// |---|---|
/// | transparent | 0 |
/// | in the brightest colour | the pixel's alpha |
/// | darker | less, down to 0.3 of the alpha for black: the shape stays visible |
struct ColorGlyph {
  /// The coverage of an opaque black pixel, as a fraction of its alpha.
  private static let black: Float = 0.3
  /// The maximum width and height of a valid glyph in pixels; those of emoji fonts have 136.
  private static let largestSide = 1024

  let size: PixelSize
  /// Rows from the top, 0…255.
  private let coverage: [Float]
  /// The left and upper edge relative to the origin, in the glyph's own pixels, y upward.
  private let left: Int
  private let top: Int

  /// Returns nil for a glyph without pixels.
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

  /// Returns nil if no pixel is covered.
  init?(size: PixelSize, coverage: [Float], left: Int, top: Int) {
    guard coverage.contains(where: { $0 > 0 }) else { return nil }
    (self.size, self.coverage, self.left, self.top) = (size, coverage, left, top)
  }

  /// Returns the coverage of BGRA pixels with premultiplied alpha.
  static func coverage(
    ofColors bytes: UnsafeBufferPointer<UInt8>, pitch: Int, width: Int
  ) -> [Float] {
    var pixels: [(luminance: Float, alpha: Float)] = []
    pixels.reserveCapacity(bytes.count / 4)
    var brightest: Float = 0
    for row in stride(from: 0, to: bytes.count, by: pitch) {
      for offset in stride(from: row, to: row + width * 4, by: 4) {
        let (blue, green, red) = (bytes[offset], bytes[offset + 1], bytes[offset + 2])
        // Rec. 709.
        let luminance = 0.0722 * Float(blue) + 0.7152 * Float(green) + 0.2126 * Float(red)
        let alpha = Float(bytes[offset + 3])
        pixels.append((luminance, alpha))
        if alpha >= 128 { brightest = max(brightest, luminance / alpha) }
      }
    }
    // An all-black glyph keeps its alpha.
    guard brightest > 0 else { return pixels.map(\.alpha) }
    return pixels.map { min(black * $0.alpha + (1 - black) * $0.luminance / brightest, $0.alpha) }
  }

  /// Returns the glyph at another size.
  ///
  /// - Parameters:
  ///   - scale: Output pixels per pixel of the glyph.
  ///   - x: The offset to the right of a whole pixel, in 64ths of a pixel.
  ///   - y: The offset above a whole pixel, in 64ths of a pixel.
  /// - Returns: The bitmap; each pixel is the mean of the source pixels it covers.
  func bitmap(scaledBy scale: Double, x: Int, y: Int) -> GlyphBitmap {
    // Larger than any display: the metrics of broken fonts can be that large.
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

/// The mapping between the pixels of a row or column and those of its scaled copy.
private struct Resampling {
  /// The first pixel of the scaled copy, and their number.
  let first: Int
  let count: Int
  private let origin: Double
  private let sourceCount: Int
  private let scale: Double

  /// - Parameters:
  ///   - origin: The start of the scaled row.
  ///   - count: The number of source pixels.
  ///   - scale: Scaled pixels per source pixel; positive.
  init(origin: Double, count: Int, scale: Double) {
    (self.origin, sourceCount, self.scale) = (origin, count, scale)
    first = Int(origin.rounded(.down))
    self.count = Int((origin + Double(count) * scale).rounded(.up)) - first
  }

  /// Calls `body` with each source pixel that a pixel of the scaled row covers, and its weight.
  func forEachSource(of index: Int, _ body: (Int, Float) -> Void) {
    let middle = (Double(first + index) + 0.5 - origin) / scale
    // When enlarging, interpolate between the two nearest pixels.
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
