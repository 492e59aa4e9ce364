/// The coverage of a shape at its position, computed once for a shape that is drawn repeatedly.
public struct CoverageMask: Sendable {
  /// All pixels that the shape may cover.
  public let bounds: PixelRect
  let mask: Mask

  /// Creates the coverage that `Canvas` gives the capsule, in steps of 1/255.
  public init(_ capsule: Capsule) {
    self.init(capsule.bounds) { canvas, x, y, white in
      let moved = Capsule(
        from: capsule.start.moved(x, y), to: capsule.end.moved(x, y), width: capsule.width)
      canvas.fill(moved, with: white)
    }
  }

  /// Creates the coverage that `Canvas` gives the ring, in steps of 1/255.
  init(_ ring: Ring) {
    self.init(ring.bounds) { canvas, x, y, white in
      let moved = Ring(center: ring.center.moved(x, y), radius: ring.radius, width: ring.width)
      canvas.fill(moved, with: white)
    }
  }

  /// Creates the coverage that `draw` draws near the origin; a move by whole pixels does not change
  /// it.
  private init(_ bounds: PixelRect, _ draw: (Canvas, Int, Int, Paint) -> Void) {
    self.bounds = bounds
    guard let picture = PixelBuffer(size: bounds.size)
    else {
      mask = Mask([], PixelSize(width: 0, height: 0))
      return
    }
    draw(Canvas(picture), -bounds.x, -bounds.y, .solid(Color(0xFFFFFF)))
    let coverage = [UInt8](unsafeUninitializedCapacity: bounds.area) { levels, count in
      for y in 0..<bounds.height {
        for x in 0..<bounds.width {
          levels[count] = UInt8(truncatingIfNeeded: picture.pixels[y * picture.stride + x])
          count += 1
        }
      }
    }
    mask = Mask(coverage, picture.size)
  }
}

extension PixelPoint {
  fileprivate func moved(_ columns: Int, _ rows: Int) -> PixelPoint {
    PixelPoint(x: x + Float(columns), y: y + Float(rows))
  }
}
