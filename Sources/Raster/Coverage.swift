/// How much of a pixel lies inside an edge, exactly for a straight one.
///
/// A pixel is a box, and a box seen along the edge is a trapezoid of height 1/a, where a ≥ b are
/// the sizes of the components of the edge's unit normal:
/// ```
///        ______
///       /      \        base a + b, top a − b: its integral up to the edge is the coverage.
///    __/        \__     (clamp(½ − distance), often used, is off by 11/255 on diagonals.)
/// ```
/// A round edge deviates from its tangent by t²·curvature/2 at t pixels along it; the integral of
/// that over the chord that the pixel cuts off is the second term. What remains is below 3/255 for
/// radii from 2.25 pixels up; `Refined` does the smaller ones.
struct EdgeNormal {
  /// The larger and the smaller component of the normal.
  private let a: Float
  private let b: Float
  private let inverseA: Float
  private let inverseAB: Float

  /// At a place x, y from the centre of a round edge, with its distance from there, which is not below
  /// `Offset.leastDistance`, and that squared.
  @inline(__always) init(_ x: Float, _ y: Float, distance: Float, squared: Float) {
    let (width, height) = (abs(x), abs(y))
    // The bounds keep the division finite; an edge that is off the axis by less than 0.005 is off
    // by less than 1/255 when it is taken for straight.
    let larger = greater(greater(width, height), Offset.leastDistance * 0.5)
    let smaller = greater(lesser(width, height), larger * 0.005)
    let product = larger * smaller
    // One division for all, which does not wait for the square root: the two are the slowest steps.
    let inverse = 1 / (product * squared)
    let inverseProduct = inverse * squared
    let inverseDistance = inverse * product * distance
    a = larger * inverseDistance
    b = smaller * inverseDistance
    inverseA = inverseProduct * smaller * distance
    inverseAB = inverseProduct * squared
  }

  /// Coverage 0…1 of a pixel whose centre is `inside` pixels inside the edge; exactly 0 or 1
  /// where the edge does not touch it.
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
    return share(value)
  }

  /// The same where the edge is straight.
  @inline(__always) func coverage(inside: Float) -> Float {
    let distance = abs(inside)
    let corner = greater(0, (a + b) * 0.5 - distance)
    let straight = choose(
      distance <= (a - b) * 0.5, distance * inverseA, 0.5 - corner * corner * 0.5 * inverseAB)
    return share(0.5 + choose(inside < 0, -straight, straight))
  }

  /// No edge farther than this from a pixel's centre touches the pixel: half its diagonal, and
  /// something for rounding.
  static var reach: Float { 0.72 }
}
