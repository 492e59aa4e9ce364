extension PixelBuffer {
  /// Returns the opaque picture at half its width and height, rounded down; nil if one of them is 1
  /// pixel.
  public func halved() -> PixelBuffer? {
    let half = PixelSize(width: size.width / 2, height: size.height / 2)
    guard let result = PixelBuffer(size: half) else { return nil }
    var resampler = Resampler(part: size.bounds, size: half)
    resampler.isOpaque = true
    resampler.fill(result, from: self)
    return result
  }
}
