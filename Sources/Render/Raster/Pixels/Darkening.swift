/// Darkens pictures for screens that have no backlight to dim.
extension PixelBuffer {
  /// Copies parts of a picture of the same size, darkened.
  ///
  /// - Parameters:
  ///   - picture: The picture to copy from.
  ///   - damage: The parts to copy.
  ///   - factor: 0 (black) to 256 (unchanged); values are rounded down.
  public func copy(_ picture: PixelBuffer, _ damage: Damage, darkenedBy factor: UInt32) {
    let factor = min(factor, 256)
    let bounds = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    guard picture.size == size, let source = picture.pixels.baseAddress,
      let target = pixels.baseAddress
    else { return }
    for index in 0..<damage.count {
      let rect = damage[index].intersection(bounds)
      for y in rect.y..<rect.y + rect.height {
        let start = y * stride + rect.x
        Self.darken(
          from: source + start, to: target + start, count: rect.width, factor: factor)
      }
    }
  }

  static func darken(
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
