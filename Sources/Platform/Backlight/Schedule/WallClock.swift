/// The time of day at the panel's location.
public struct WallClock {
  /// Seconds of UTC (Unix time).
  public var utcSeconds: Int64
  /// How far local time is ahead of UTC, in seconds, at a time in seconds of UTC.
  public var offsetSeconds: (Int64) -> Int64

  /// Creates a time with the rule of its time zone.
  public init(utcSeconds: Int64, offsetSeconds: @escaping (Int64) -> Int64) {
    self.utcSeconds = utcSeconds
    self.offsetSeconds = offsetSeconds
  }
}
