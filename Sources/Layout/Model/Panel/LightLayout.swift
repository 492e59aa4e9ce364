internal import Glibc

/// The `light:` section of a layout: the sensor that sets the screen's brightness.
public struct LightLayout: Hashable, Sendable {
  /// The sensor, whose level is a hundredth of the illuminance in lux.
  public var sensor: ControlLayout
  /// The brightness at each illuminance.
  public var curve: LightCurve

  /// Creates a sensor with its curve.
  public init(sensor: ControlLayout, curve: LightCurve = .standard) {
    (self.sensor, self.curve) = (sensor, curve)
  }
}

/// The brightness of the screen at each illuminance.
public struct LightCurve: Hashable, Sendable {
  /// A point of the curve.
  public struct Point: Hashable, Sendable {
    /// The illuminance in lux, not negative.
    public var lux: Double
    /// The brightness, 0…1.
    public var brightness: Double

    /// Creates a point.
    public init(lux: Double, brightness: Double) {
      (self.lux, self.brightness) = (lux, brightness)
    }
  }

  /// The highest illuminance that a sensor can report, in lux: sunlight is 120,000.
  public static let maximumLux = 200_000.0

  /// A tenth in the dark, full brightness in a bright office.
  public static let standard = LightCurve([
    Point(lux: 1, brightness: 0.1), Point(lux: 50, brightness: 0.4),
    Point(lux: 500, brightness: 1),
  ])

  /// The points; the illuminances ascend, and no brightness is less than the one before.
  public let points: [Point]

  /// Creates a curve of at least one point.
  public init(_ points: [Point]) { self.points = points }

  /// Returns the brightness, 0…1, at an illuminance of 0 lux or more.
  ///
  /// Between two points it is interpolated in the logarithm of the illuminance, as eyes see it; outside
  /// the points it is that of the nearest one.
  public func brightness(atLux lux: Double) -> Double {
    guard let above = points.firstIndex(where: { $0.lux > lux }) else {
      return points.last?.brightness ?? 1
    }
    guard above > 0 else { return points[0].brightness }
    let (low, high) = (points[above - 1], points[above])
    // One more than the illuminance: 0 lux has no logarithm.
    let part = (log1p(lux) - log1p(low.lux)) / (log1p(high.lux) - log1p(low.lux))
    return low.brightness + part * (high.brightness - low.brightness)
  }
}
