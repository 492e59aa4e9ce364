public import Gesture

/// The six numbers of libinput's calibration matrix, as `LIBINPUT_CALIBRATION_MATRIX` has them.
///
///     x′ = a·x + b·y + c
///     y′ = d·x + e·y + f
///
/// x and y are fractions 0…1 of the touchscreen, x′ and y′ of the display. Source: libinput's
/// documentation, "Static device configuration via udev".
public struct CalibrationMatrix: Hashable, Sendable {
  /// Of x′: the factor of x.
  public var a: Double
  /// Of x′: the factor of y.
  public var b: Double
  /// Of x′: the offset.
  public var c: Double
  /// Of y′: the factor of x.
  public var d: Double
  /// Of y′: the factor of y.
  public var e: Double
  /// Of y′: the offset.
  public var f: Double

  /// A matrix by its numbers in libinput's order.
  public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// The matrix that changes nothing.
  public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

  /// The six numbers, row by row.
  public var numbers: [Double] { [a, b, c, d, e, f] }

  /// The largest difference between two numbers at the same place.
  public func distance(from other: CalibrationMatrix) -> Double {
    zip(numbers, other.numbers).map { abs($0 - $1) }.max() ?? 0
  }

  /// Where a touched place comes to lie.
  public func apply(to place: DisplayFraction) -> DisplayFraction {
    DisplayFraction(x: a * place.x + b * place.y + c, y: d * place.x + e * place.y + f)
  }

  /// The matrix that does what `first` does and then what this does.
  public func after(_ first: CalibrationMatrix) -> CalibrationMatrix {
    CalibrationMatrix(
      a * first.a + b * first.d, a * first.b + b * first.e, a * first.c + b * first.f + c,
      d * first.a + e * first.d, d * first.b + e * first.e, d * first.c + e * first.f + f)
  }
}
