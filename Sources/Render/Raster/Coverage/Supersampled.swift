/// A shape that can be drawn at another scale.
protocol Refinable: Shape where Tip: Refinable {
  /// The radius of its tightest bend, in pixels.
  var smallestRadius: Float { get }
  func scaled(by factor: Float) -> Self
  /// The body, valid even where both edges pass through one pixel.
  associatedtype ThinBody: Shape = Body
  var thinBody: ThinBody { get }
}

extension Refinable where ThinBody == Body {
  @inline(__always) var thinBody: Body { body }
}

/// A shape with bends too tight for the coverage of whole pixels: each pixel is averaged from
/// parts, which are whole pixels of the enlarged shape.
struct Supersampled<Base: Refinable>: Shape {
  private let base: Base
  private let enlarged: Base
  let parts: Int32

  /// The radius from which a shape needs no refinement, in pixels.
  static var sufficientRadius: Float { 2.25 }

  /// `base` must have a positive smallest radius.
  ///
  /// Each pixel has at least `minParts` parts per side.
  init(_ base: Base, minParts: Int32 = 1) {
    self.base = base
    // Six parts are enough for a radius of a third of a pixel; smaller dots are barely visible.
    let needed = (Supersampled.sufficientRadius / max(base.smallestRadius, 0.3)).rounded(.up)
    parts = max(Int32(min(max(needed, 1), 6)), minParts)
    enlarged = base.scaled(by: Float(parts))
  }

  static var isSoft: Bool { Base.isSoft }
  static var isCut: Bool { true }
  var bounds: PixelRect { base.bounds }
  /// The body, which has no tight bends.
  @inline(__always) var body: Base.ThinBody { base.thinBody }
  @inline(__always) var tips: (Supersampled<Base.Tip>, Supersampled<Base.Tip>) {
    let tips = base.tips
    return (Supersampled<Base.Tip>(tips.0), Supersampled<Base.Tip>(tips.1))
  }
  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    base.addRuns(y, columns, to: &runs)
  }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    var sum: Float = 0
    for row in 0..<parts {
      for column in 0..<parts { sum += coverage(x, y, row: row, column: column) }
    }
    return sum / Float(parts * parts)
  }

  @inline(__always) func coverage(_ x: Float, _ y: Float, row: Int32, column: Int32) -> Float {
    let factor = Float(parts)
    return enlarged.coverage(
      (x - 0.5) * factor + 0.5 + Float(column), (y - 0.5) * factor + 0.5 + Float(row))
  }
}

/// A shape with every pixel averaged from many parts, not only those at ends and corners, because
/// its sides bend as tightly.
struct RefinedThroughout<Base: Refinable>: Shape {
  private let refined: Supersampled<Base>

  /// `base` must have a positive smallest radius.
  init(_ base: Base) {
    refined = Supersampled(base, minParts: 8)
  }

  static var isSoft: Bool { Base.isSoft }
  var bounds: PixelRect { refined.bounds }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float { refined.coverage(x, y) }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    runs.add(Columns(of: bounds), .end)
  }
}
