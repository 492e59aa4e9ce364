internal import Layout

/// Whether it is night for a screen, and until when.
struct Daytime: Equatable {
  var isNight: Bool
  /// When that changes next, in seconds of UTC (Unix time); nil for never.
  var nextChange: Int64?

  init(_ hours: ScreenLayout.Hours, at clock: WallClock) {
    switch hours {
    case .sun(let latitude, let longitude):
      let sun = SunTimes(at: clock.utcSeconds, latitude: latitude, longitude: longitude)
      self.init(isNight: !sun.isUp, nextChange: sun.nextChange)
    case .clock(let from, let to):
      self.init(from: Int64(from) * 60, to: Int64(to) * 60, at: clock)
    }
  }

  private init(isNight: Bool, nextChange: Int64?) {
    (self.isNight, self.nextChange) = (isNight, nextChange)
  }

  /// Creates a daytime from two clock times, in seconds since midnight.
  private init(from: Int64, to: Int64, at clock: WallClock) {
    let day: Int64 = 86_400
    let offset = clock.offsetSeconds(clock.utcSeconds)
    let local = clock.utcSeconds + offset
    let second = local - Self.floor(local, day)
    let sinceFrom = (second - from + day) % day
    let length = (to - from + day) % day
    isNight = sinceFrom < length
    let rest = isNight ? length - sinceFrom : day - sinceFrom
    let next = clock.utcSeconds + rest
    // Daylight saving time may begin or end before that.
    nextChange = max(next + offset - clock.offsetSeconds(next), clock.utcSeconds + 1)
  }

  private static func floor(_ value: Int64, _ unit: Int64) -> Int64 {
    value - ((value % unit) + unit) % unit
  }
}
