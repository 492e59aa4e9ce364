/// A disc or ring whose edge fades: a shadow, a glow.
///
/// Coverage falls from 1 to 0 over `blur` pixels on either side of the edge along the quintic
/// 6t⁵ − 15t⁴ + 10t³, which is within 0.01 of a Gaussian blur of standard deviation 0.47 `blur`.
public struct SoftDisc: Sendable {
  public let center: PixelPoint
  /// Where coverage is a half, in pixels.
  public let radius: Float
  /// From the half to nothing, in pixels.
  public let blur: Float
  /// Fades inward in the same way from here; 0 for a disc.
  public let hole: Float

  public init(center: PixelPoint, radius: Float, blur: Float, hole: Float = 0) {
    self.center = center
    self.radius = radius
    self.blur = max(blur, 0.5)
    self.hole = hole
  }
}

extension SoftDisc: Shape {
  static var isSoft: Bool { true }

  public var bounds: PixelRect { boundsOfDisc(center: center, radius: radius + blur) }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let distance = Offset(x, y, from: center).distance
    let scale = 0.5 / blur
    let outer = SoftDisc.fade((radius + blur - distance) * scale)
    guard hole > 0 else { return outer }
    return max(outer - SoftDisc.fade((hole + blur - distance) * scale), 0)
  }

  @inline(__always) private static func fade(_ value: Float) -> Float {
    let t = min(max(value, 0), 1)
    return t * t * t * (t * (t * 6 - 15) + 10)
  }

  @inline(__always) func runs(_ y: Float, _ columns: Range<Int>) -> RowRuns {
    let height = y - center.y
    let outer = Chord(center: center.x, radius: radius + blur, height: height)
    let empty = Chord(center: center.x, radius: hole - blur, height: height)
    var runs = RowRuns()
    if empty.isEmpty {
      runs.add(outer.start, outer.end, isFull: false)
    } else {
      runs.add(outer.start, empty.start, isFull: false)
      runs.add(empty.end, outer.end, isFull: false)
    }
    return runs
  }
}
