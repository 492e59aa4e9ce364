internal import Glibc

/// The times of sunrise and sunset at a location, to a minute or two.
///
/// They follow the approximation of the Astronomical Almanac, section C ("Low precision formulas
/// for the Sun"): the Sun's position to 0.01° between 1950 and 2050. The horizon is 0.833° below
/// the true one, for refraction and the Sun's radius.
struct SunTimes: Equatable {
  /// Whether the sun is up now.
  var isUp: Bool
  /// When that changes next, in seconds of UTC (Unix time); nil if not within a year.
  var nextChange: Int64?

  /// - Parameters:
  ///   - time: Seconds of UTC (Unix time).
  ///   - latitude: Degrees, north positive.
  ///   - longitude: Degrees, east positive.
  init(at time: Int64, latitude: Double, longitude: Double) {
    func height(_ time: Int64) -> Double {
      Self.height(at: time, latitude: latitude, longitude: longitude)
    }
    isUp = height(time) > Self.horizon
    // Polar day and night last for months. Steps of 20 minutes may miss a day or night of a few
    // minutes, which does not matter for a screen.
    let step: Int64 = 1200
    var before = time
    while before < time + 366 * 86_400 {
      var after = before + step
      if (height(after) > Self.horizon) != isUp {
        while after - before > 1 {
          let middle = (before + after) / 2
          if (height(middle) > Self.horizon) == isUp { before = middle } else { after = middle }
        }
        nextChange = after
        return
      }
      before = after
    }
  }

  private static let horizon = sin(-0.833 * .pi / 180)

  /// Returns the sine of the Sun's height above the horizon.
  private static func height(at time: Int64, latitude: Double, longitude: Double) -> Double {
    let radian = Double.pi / 180
    // Days since 2000-01-01 12:00.
    let days = Double(time - 946_728_000) / 86_400
    let meanLongitude = 280.460 + 0.985_647_4 * days
    let anomaly = (357.528 + 0.985_600_3 * days) * radian
    let ecliptic = (meanLongitude + 1.915 * sin(anomaly) + 0.020 * sin(2 * anomaly)) * radian
    let obliquity = (23.439 - 0.000_000_4 * days) * radian
    let declination = asin(sin(obliquity) * sin(ecliptic))
    let ascension = atan2(cos(obliquity) * sin(ecliptic), cos(ecliptic))
    // Greenwich mean sidereal time.
    let sidereal = (280.460_62 + 360.985_647_37 * days + longitude) * radian
    let hourAngle = sidereal - ascension
    return sin(latitude * radian) * sin(declination)
      + cos(latitude * radian) * cos(declination) * cos(hourAngle)
  }
}
