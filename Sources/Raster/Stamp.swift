/// The coverage of a shape at its place, computed once for a shape that is drawn repeatedly.
public struct Stamp: Sendable {
  /// All pixels that it covers.
  public let bounds: PixelRect
  let mask: Mask

  /// The coverage that `Canvas` gives the capsule, in steps of 1/255.
  public init(_ capsule: Capsule) {
    let bounds = capsule.bounds
    self.bounds = bounds
    // Drawn white on black near the origin; whole pixels away nothing changes.
    let moved = Capsule(
      from: capsule.start.moved(-bounds.x, -bounds.y), to: capsule.end.moved(-bounds.x, -bounds.y),
      width: capsule.width)
    guard let picture = PixelBuffer(size: PixelSize(width: bounds.width, height: bounds.height))
    else {
      mask = Mask([], PixelSize(width: 0, height: 0))
      return
    }
    Canvas(picture).fill(moved, with: .solid(Color(0xFFFFFF)))
    let coverage = (0..<bounds.height).flatMap { y in
      (0..<bounds.width).map { UInt8(picture.pixels[y * picture.stride + $0] & 0xFF) }
    }
    mask = Mask(coverage, picture.size)
  }
}

extension PixelPoint {
  fileprivate func moved(_ columns: Int, _ rows: Int) -> PixelPoint {
    PixelPoint(x: x + Float(columns), y: y + Float(rows))
  }
}
