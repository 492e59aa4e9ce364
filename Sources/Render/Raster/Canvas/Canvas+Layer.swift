extension Canvas {
  /// Draws several parts as a group with one opacity.
  ///
  /// Draws the parts into `layer`, over a copy of the background, and mixes the result with the
  /// background: `layer · opacity + ground · (1 − opacity)`, rounded to nearest. Allocates nothing.
  ///
  /// - Parameters:
  ///   - layer: A picture to draw into. Its contents are overwritten, and drawing is clipped to it.
  ///   - x: The layer's left edge, in drawing coordinates.
  ///   - y: The layer's top edge.
  ///   - opacity: 0…1; NaN is 0.
  ///   - body: Draws the parts, in this canvas's coordinates.
  public func draw(
    through layer: PixelBuffer, x: Int, y: Int, opacity: Float, _ body: (Canvas) -> Void
  ) {
    let canvas = Canvas(layer, x: x, y: y, clip: clip)
    let area = canvas.clip
    guard !area.isEmpty, let ground = base, let drawn = canvas.base else { return }
    if drawInParts(of: area, { $0.draw(through: layer, x: x, y: y, opacity: opacity, body) }) {
      return
    }
    for row in area.y..<area.maxY {
      (drawn + row * layer.stride + area.x)
        .update(from: ground + row * picture.stride + area.x, count: area.width)
    }
    body(canvas)
    let share = FourChannels.share(opacity)
    for row in area.y..<area.maxY {
      Canvas.mix(
        drawn + row * layer.stride + area.x, into: ground + row * picture.stride + area.x,
        area.width, share)
    }
  }

  private static func mix(
    _ source: UnsafePointer<UInt32>, into target: UnsafeMutablePointer<UInt32>, _ count: Int,
    _ share: UInt64
  ) {
    for index in 0..<count {
      let sum =
        FourChannels(source[index]).bits &* share
        &+ FourChannels(target[index]).bits &* (256 &- share) &+ FourChannels.half
      target[index] = FourChannels(bits: sum >> 8 & FourChannels.mask).pixel
    }
  }
}
