extension PixelBuffer {
  /// The opaque picture at half its width and height, rounded down; nil if one of them is 1 pixel.
  public func halved() -> PixelBuffer? {
    let half = PixelSize(width: size.width / 2, height: size.height / 2)
    guard let result = PixelBuffer(size: half) else { return nil }
    var rows: [UInt32] = []
    rows.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      rows += pixels[y * stride..<y * stride + size.width].lazy.map { $0 | 0xFF00_0000 }
    }
    let image = Image(size: size, trusted: rows).scaled(to: half)
    for y in 0..<half.height {
      for x in 0..<half.width {
        result.pixels[y * result.stride + x] = image.pixels[y * half.width + x]
      }
    }
    return result
  }
}
