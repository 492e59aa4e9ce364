public import Gesture

/// The six numbers of libinput's calibration matrix, as in `LIBINPUT_CALIBRATION_MATRIX`.
///
///     x′ = a·x + b·y + c
///     y′ = d·x + e·y + f
///
/// x and y are fractions 0…1 of the touchscreen, x′ and y′ of the display. Source: libinput's
/// documentation, "Static device configuration via udev".
public struct CalibrationMatrix: Hashable, Sendable {
  /// The factor of x in x′.
  public var a: Double
  /// The factor of y in x′.
  public var b: Double
  /// The offset of x′.
  public var c: Double
  /// The factor of x in y′.
  public var d: Double
  /// The factor of y in y′.
  public var e: Double
  /// The offset of y′.
  public var f: Double

  /// Creates a matrix from its numbers in libinput's order.
  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// The identity matrix.
  public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

  /// The six numbers, row by row.
  public var numbers: [Double] { [a, b, c, d, e, f] }

  /// Returns the largest difference between corresponding numbers.
  public func distance(from other: CalibrationMatrix) -> Double {
    zip(numbers, other.numbers).map { abs($0 - $1) }.max() ?? 0
  }

  /// Returns the transformed position of a touch.
  public func apply(to point: DisplayFraction) -> DisplayFraction {
    DisplayFraction(x: a * point.x + b * point.y + c, y: d * point.x + e * point.y + f)
  }

  /// Returns the matrix that applies `first` and then this one.
  public func after(_ first: CalibrationMatrix) -> CalibrationMatrix {
    CalibrationMatrix(
      a * first.a + b * first.d, a * first.b + b * first.e, a * first.c + b * first.f + c,
      d * first.a + e * first.d, d * first.b + e * first.e, d * first.c + e * first.f + f)
  }
}
