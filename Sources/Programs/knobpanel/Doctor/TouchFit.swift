internal import Gesture
internal import Touch

/// The correction that maps a touchscreen's positions to the picture.
struct TouchFit: Equatable {
  /// A target, and the position that the touchscreen currently reports for it.
  struct Pair: Equatable {
    var target: DisplayFraction
    var touched: DisplayFraction
  }

  /// Why there is no correction.
  enum Failure: Error, Equatable {
    /// All touches are at one position, or on one line.
    case degenerate
    /// No matrix maps all touches to their targets; `deviation` is the largest distance left, as a
    /// fraction of the display.
    case contradiction(deviation: Double)
  }

  /// One of the eight orientations of a touchscreen relative to the picture.
  struct Orientation: Equatable {
    /// The matrix that corrects it.
    var matrix: CalibrationMatrix
    /// The correction in words.
    var words: String

    /// All orientations, the identity first.
    static let all = [
      Orientation(matrix: .identity, words: "matches the picture"),
      Orientation(
        matrix: CalibrationMatrix(0, -1, 1, 1, 0, 0), words: "must be turned by 90° clockwise"),
      Orientation(
        matrix: CalibrationMatrix(-1, 0, 1, 0, -1, 1), words: "must be turned by 180°"),
      Orientation(
        matrix: CalibrationMatrix(0, 1, 0, -1, 0, 1), words: "must be turned by 270° clockwise"),
      Orientation(
        matrix: CalibrationMatrix(-1, 0, 1, 0, 1, 0), words: "must be mirrored left to right"),
      Orientation(
        matrix: CalibrationMatrix(1, 0, 0, 0, -1, 1), words: "must be mirrored top to bottom"),
      Orientation(
        matrix: CalibrationMatrix(0, 1, 0, 1, 0, 0), words: "must have its axes swapped"),
      Orientation(
        matrix: CalibrationMatrix(0, -1, 1, -1, 0, 1),
        words: "must have its axes swapped and both mirrored"),
    ]
  }

  /// The nearest orientation.
  let orientation: Orientation
  /// The correction: the orientation's matrix if the difference is within a finger's accuracy.
  let matrix: CalibrationMatrix

  /// Whether nothing has to be corrected.
  var isIdentity: Bool { matrix == .identity }
  /// Whether the correction is more than turning or mirroring.
  var hasOffset: Bool { matrix != orientation.matrix }

  /// The maximum distance at which a matrix is taken for that of an orientation: a finger hits a
  /// target on a seven inch display to within 3 mm.
  private static let sameness = 0.03
  /// The maximum remaining distance of a touch from its target; a finger errs by half of that.
  private static let tolerance = 0.025
  /// The minimum product of the spreads on both axes; five targets in a tenth of a display have it.
  private static let leastSpread = 1e-4

  /// Finds the matrix that maps the touches to their targets with least squares.
  ///
  /// - Throws: `Failure` if no matrix fits.
  init(_ pairs: [Pair]) throws(Failure) {
    guard pairs.count >= 3 else { throw .degenerate }
    let count = Double(pairs.count)
    // Relative to the mean, the offsets drop out and two unknowns remain for each axis.
    func mean(_ value: (Pair) -> Double) -> Double { pairs.map(value).reduce(0, +) / count }
    let (meanX, meanY) = (mean { $0.touched.x }, mean { $0.touched.y })
    let (targetX, targetY) = (mean { $0.target.x }, mean { $0.target.y })
    func sum(_ value: (_ x: Double, _ y: Double, _ pair: Pair) -> Double) -> Double {
      pairs.map { value($0.touched.x - meanX, $0.touched.y - meanY, $0) }.reduce(0, +)
    }
    let (xx, xy, yy) = (
      sum { x, _, _ in x * x }, sum { x, y, _ in x * y }, sum { _, y, _ in y * y }
    )
    let determinant = xx * yy - xy * xy
    guard determinant > Self.leastSpread else { throw .degenerate }
    func row(_ target: (Pair) -> Double, mean: Double) -> (Double, Double, Double) {
      let (x, y) = (sum { x, _, pair in x * target(pair) }, sum { _, y, pair in y * target(pair) })
      let (first, second) = ((x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant)
      return (first, second, mean - first * meanX - second * meanY)
    }
    let (a, b, c) = row({ $0.target.x }, mean: targetX)
    let (d, e, f) = row({ $0.target.y }, mean: targetY)
    let found = CalibrationMatrix(a, b, c, d, e, f)
    let deviation = pairs.map { pair in
      let mapped = found.apply(to: pair.touched)
      let (x, y) = (mapped.x - pair.target.x, mapped.y - pair.target.y)
      return (x * x + y * y).squareRoot()
    }.max()
    if let deviation, !(deviation <= Self.tolerance) { throw .contradiction(deviation: deviation) }
    let nearest = Orientation.all.min {
      $0.matrix.distance(from: found) < $1.matrix.distance(from: found)
    }
    orientation = nearest ?? Orientation.all[0]
    let isSame = orientation.matrix.distance(from: found) <= Self.sameness
    matrix = isSame ? orientation.matrix : found
  }
}

extension TouchFit.Failure: CustomStringConvertible {
  /// What happened and what to do.
  var description: String {
    switch self {
    case .degenerate:
      "all touches are at one point or on one line: the touchscreen does not cover the display, or "
        + "something else touched it; wipe it and run this again"
    case .contradiction(let deviation):
      "the touches contradict each other by \(Int((deviation * 100).rounded())) % of the display: "
        + "a target was missed; run this again"
    }
  }
}
