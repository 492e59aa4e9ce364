/// An immutable picture for drawing, with premultiplied alpha.
///
/// Its size in pixels is fixed; `scaled` returns an image of another size.
public final class Image: Sendable {
  /// In pixels.
  public let size: PixelSize
  /// Rows from the top, `size.width` pixels each, `0xAARRGGBB`; no channel exceeds its alpha.
  let pixels: [UInt32]

  /// Creates an image; returns nil unless both sides are 1…`largestSide` and fit the number of
  /// pixels.
  ///
  /// Channels above their alpha are invalid and are reduced to it.
  public init?(size: PixelSize, premultiplied pixels: [UInt32]) {
    guard (1...Image.largestSide).contains(size.width),
      (1...Image.largestSide).contains(size.height), pixels.count == size.width * size.height
    else { return nil }
    self.size = size
    self.pixels = pixels.contains(where: Image.exceedsAlpha) ? pixels.map(Image.clamped) : pixels
  }

  /// Creates an image from pixels that are known to be valid.
  init(size: PixelSize, trusted pixels: [UInt32]) {
    self.size = size
    self.pixels = pixels
  }

  /// The maximum width and height, in pixels.
  public static let largestSide = 32_768

  /// The smallest rectangle around all pixels that are not fully transparent; empty if all are.
  var contentBounds: PixelRect { bounds { pixel, _ in pixel != 0 } }

  /// Returns the smallest rectangle around the pixels that differ from another image's; if the
  /// sizes differ, all pixels do.
  public func difference(from other: Image) -> PixelRect {
    guard other.size == size else { return size.bounds }
    return other.pixels.withUnsafeBufferPointer { other in
      bounds { pixel, index in pixel != other[index] }
    }
  }

  @inline(__always) private func bounds(where isWanted: (UInt32, Int) -> Bool) -> PixelRect {
    var (left, right, top, bottom) = (size.width, 0, size.height, 0)
    pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<size.height {
        let row = y * size.width
        var first = 0
        while first < size.width, !isWanted(pixels[row + first], row + first) { first += 1 }
        guard first < size.width else { continue }
        var last = size.width - 1
        while !isWanted(pixels[row + last], row + last) { last -= 1 }
        (left, right) = (min(left, first), max(right, last + 1))
        (top, bottom) = (min(top, y), y + 1)
      }
    }
    guard left < right else { return .empty }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private static func exceedsAlpha(_ pixel: UInt32) -> Bool {
    let alpha = pixel >> 24
    return pixel >> 16 & 0xFF > alpha || pixel >> 8 & 0xFF > alpha || pixel & 0xFF > alpha
  }

  private static func clamped(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    func bounded(_ shift: UInt32) -> UInt32 { min(pixel >> shift & 0xFF, alpha) << shift }
    return alpha << 24 | bounded(16) | bounded(8) | bounded(0)
  }
}
