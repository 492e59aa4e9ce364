/// A disc or ring whose edge fades: a shadow, a glow.
///
/// Coverage falls from 1 to 0 over `blur` pixels on either side of the edge along the quintic
/// 6t⁵ − 15t⁴ + 10t³, which is within 0.01 of a Gaussian blur of standard deviation 0.47 `blur`.
public struct SoftDisc: Sendable {
  /// In pixels of the picture.
  public let center: PixelPoint
  /// The radius at which coverage is a half, in pixels.
  public let radius: Float
  /// The distance over which coverage falls from a half to 0, in pixels.
  public let blur: Float
  /// The radius of a hole, at which coverage is a half again, in pixels; 0 for none.
  public let hole: Float
  /// The distance over which coverage falls from a half to 0 toward the centre, in pixels.
  public let holeBlur: Float

  /// Creates a disc or, with a hole, a ring; lengths are in pixels.
  public init(
    center: PixelPoint, radius: Float, blur: Float, hole: Float = 0, holeBlur: Float = 0.5
  ) {
    self.center = center
    self.radius = radius
    self.blur = max(blur, 0.5)
    self.hole = hole
    self.holeBlur = max(holeBlur, 0.5)
  }
}

extension SoftDisc: Shape {
  static var isSoft: Bool { true }

  /// All pixels that the disc may touch.
  public var bounds: PixelRect { boundsOfDisc(center: center, radius: radius + blur) }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let distance = Offset(x, y, from: center).distance
    let outer = SoftDisc.fade((radius + blur - distance) * (0.5 / blur))
    let inner = SoftDisc.fade((hole + holeBlur - distance) * (0.5 / holeBlur))
    return hole > 0 ? outer * (1 - inner) : outer
  }

  @inline(__always) static func fade(_ value: Float) -> Float {
    let t = saturate(value)
    return t * t * t * (t * (t * 6 - 15) + 10)
  }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    let height = y - center.y
    runs.add(
      Columns(center: center.x, radius: radius + blur, height: height),
      around: Columns(center: center.x, radius: hole - holeBlur, height: height))
  }
}
