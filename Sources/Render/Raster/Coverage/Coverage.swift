/// An edge's normal, used to compute a pixel's coverage; the result is exact for straight edges.
///
/// A pixel is a box. Projected along the edge, it is a trapezoid of height 1/a, where a ≥ b are the
/// absolute components of the edge's unit normal:
/// ```
///        ______
///       /      \        base a + b, top a − b: its integral up to the edge is the coverage.
///    __/        \__     (The usual clamp(½ − distance) is off by 11/255 on diagonals.)
/// ```
/// A round edge deviates from its tangent by t²·curvature/2 at t pixels along it; the second term
/// is its integral over the chord inside the pixel. The remaining error is below 3/255 for radii of
/// at least 2.25 pixels; `Supersampled` handles smaller ones.
struct EdgeNormal {
  /// The larger and the smaller component of the normal.
  private let a: Float
  private let b: Float
  private let inverseA: Float
  private let inverseAB: Float

  /// Creates the normal at an offset x, y from the centre of a round edge, given its length, at
  /// least `Offset.minDistance`, and its squared length.
  @inline(__always) init(_ x: Float, _ y: Float, distance: Float, squared: Float) {
    let (width, height) = (abs(x), abs(y))
    // The bounds keep the division finite; the minimum slope of 0.005 causes an error below 1/255.
    let larger = greater(greater(width, height), Offset.minDistance * 0.5)
    let smaller = greater(lesser(width, height), larger * 0.005)
    let product = larger * smaller
    // A single division, independent of the square root: these two are the slowest steps.
    let inverse = 1 / (product * squared)
    let inverseProduct = inverse * squared
    let inverseDistance = inverse * product * distance
    a = larger * inverseDistance
    b = smaller * inverseDistance
    inverseA = inverseProduct * smaller * distance
    inverseAB = inverseProduct * squared
  }

  /// Returns the coverage 0…1 of a pixel whose centre is `inside` pixels inside the edge; exactly 0
  /// or 1 if the edge does not touch it.
  @inline(__always) func coverage(inside: Float, curvature: Float) -> Float {
    let distance = abs(inside)
    let corner = greater(0, (a + b) * 0.5 - distance)
    let cutsOppositeSides = distance <= (a - b) * 0.5
    let straight = choose(
      cutsOppositeSides, distance * inverseA, 0.5 - corner * corner * 0.5 * inverseAB)
    let chord = choose(cutsOppositeSides, inverseA, corner * inverseAB)
    let middle = choose(
      cutsOppositeSides, distance * b * inverseA,
      (a - b) * 0.5 + corner * (b * b - a * a) * 0.5 * inverseAB)
    let bulge = curvature * 0.5 * chord * (middle * middle + chord * chord * (1 / 12))
    let value = 0.5 + choose(inside < 0, -straight, straight) - bulge
    return saturate(value)
  }

  /// Returns the coverage for a straight edge.
  @inline(__always) func coverage(inside: Float) -> Float {
    let distance = abs(inside)
    let corner = greater(0, (a + b) * 0.5 - distance)
    let straight = choose(
      distance <= (a - b) * 0.5, distance * inverseA, 0.5 - corner * corner * 0.5 * inverseAB)
    return saturate(0.5 + choose(inside < 0, -straight, straight))
  }

  /// No edge farther than this from a pixel's centre touches the pixel: half its diagonal, plus a
  /// margin for rounding.
  static var reach: Float { 0.72 }
}
