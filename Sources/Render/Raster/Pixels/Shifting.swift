/// Copies pictures moved, and darkened for screens that have no backlight to dim.
extension PixelBuffer {
  /// Copies parts of a picture of the same size, moved and darkened.
  ///
  /// Pixels that move in at an edge repeat the pixels of the picture's edge.
  ///
  /// - Parameters:
  ///   - picture: The picture to copy from.
  ///   - damage: The parts to copy.
  ///   - offset: The distance to move, in pixels to the right and down; less than the picture's
  ///     size.
  ///   - factor: 0 (black) to 256 (unchanged); values are rounded down.
  /// - Returns: The parts of this picture that changed.
  public func copy(
    _ picture: PixelBuffer, _ damage: Damage, movedBy offset: PixelOffset, darkenedBy factor: UInt32
  ) -> Damage {
    guard picture.size == size, abs(offset.x) < size.width, abs(offset.y) < size.height else {
      return Damage()
    }
    var changed = Damage()
    for index in 0..<damage.count {
      let target = targetRect(of: damage[index], movedBy: offset)
      for y in target.y..<target.y + target.height {
        copyRow(picture, to: y, target, offset, factor: min(factor, 256))
      }
      changed.add(target)
    }
    return changed
  }

  /// Returns the position of a part of the picture after the move, with the edges that repeat it.
  private func targetRect(of rect: PixelRect, movedBy offset: PixelOffset) -> PixelRect {
    let left = rect.x <= 0 ? min(0, offset.x) : rect.x + offset.x
    let top = rect.y <= 0 ? min(0, offset.y) : rect.y + offset.y
    let right = rect.x + rect.width
    let bottom = rect.y + rect.height
    let lastX = right >= size.width ? size.width : right + offset.x
    let lastY = bottom >= size.height ? size.height : bottom + offset.y
    return PixelRect(x: left, y: top, width: lastX - left, height: lastY - top)
      .intersection(size.bounds)
  }

  private func copyRow(
    _ picture: PixelBuffer, to y: Int, _ target: PixelRect, _ offset: PixelOffset, factor: UInt32
  ) {
    guard let source = picture.pixels.baseAddress, let pixels = pixels.baseAddress else { return }
    let from = source + min(max(y - offset.y, 0), size.height - 1) * picture.stride
    let to = pixels + y * stride
    let end = target.x + target.width
    let begin = min(max(target.x, offset.x), end)
    let stop = max(min(end, size.width + offset.x), begin)
    for x in target.x..<begin { Self.darken(from: from, to: to + x, count: 1, factor: factor) }
    Self.darken(
      from: from + (begin - offset.x), to: to + begin, count: stop - begin, factor: factor)
    for x in stop..<end {
      Self.darken(from: from + size.width - 1, to: to + x, count: 1, factor: factor)
    }
  }

  private static func darken(
    from source: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>, count: Int,
    factor: UInt32
  ) {
    for x in 0..<max(count, 0) {
      let pixel = source[x]
      // Red and blue in one multiplication, 16 bits apart.
      let redBlue = ((pixel & 0x00FF_00FF) &* factor) &>> 8 & 0x00FF_00FF
      let green = ((pixel & 0x0000_FF00) &* factor) &>> 8 & 0x0000_FF00
      target[x] = 0xFF00_0000 | redBlue | green
    }
  }
}

/// An offset in pixels: to the right and down.
public struct PixelOffset: Hashable, Sendable {
  public var x: Int
  public var y: Int

  /// Creates an offset in pixels.
  public init(x: Int = 0, y: Int = 0) { (self.x, self.y) = (x, y) }
}
