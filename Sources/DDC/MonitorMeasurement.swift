internal import Linux

/// What the backlight of a monitor can, and how long it takes.
public struct MonitorMeasurement: Sendable {
  /// Its model, as messages call it.
  public let name: String
  /// How bright it is.
  public let brightness: Int
  /// How bright it can be.
  public let maximum: Int
  /// How long it takes to read the brightness.
  public let readMicroseconds: Int64
  /// How long it takes to write it.
  public let writeMicroseconds: Int64

  /// Reads the brightness of a monitor, and writes the same one; blocks for seconds.
  ///
  /// - Throws: Why there is no monitor, or what it refuses.
  public init(at place: MonitorPlace) throws(DDCError) {
    let library = try DDCLibrary(for: place)
    let monitor = try Monitor(library, isAgain: false, at: place)
    let start = MonotonicClock.microseconds
    let (value, maximum) = try monitor.read()
    let middle = MonotonicClock.microseconds
    try monitor.write(value)
    (name, brightness, self.maximum) = (monitor.name, value, maximum)
    readMicroseconds = middle - start
    writeMicroseconds = MonotonicClock.microseconds - middle
  }
}
