internal import Linux

/// The capabilities of a monitor's backlight, and the duration of its calls.
public struct MonitorMeasurement: Sendable {
  /// Its model, as used in messages.
  public let name: String
  /// Its current brightness.
  public let brightness: Int
  /// Its maximum brightness.
  public let maximum: Int
  /// The time to read the brightness.
  public let readMicroseconds: Int64
  /// The time to write it.
  public let writeMicroseconds: Int64

  /// Reads a monitor's brightness, and writes the same value; blocks for seconds.
  ///
  /// - Throws: The reason why there is no monitor, or why it refused a call.
  public init(options: MonitorOptions) throws(DDCError) {
    let library = try DDCLibrary(for: options)
    let monitor = try Monitor(library, isAgain: false, options: options)
    let start = MonotonicClock.microseconds
    let (value, maximum) = try monitor.read()
    let middle = MonotonicClock.microseconds
    try monitor.write(value)
    (name, brightness, self.maximum) = (monitor.name, value, maximum)
    readMicroseconds = middle - start
    writeMicroseconds = MonotonicClock.microseconds - middle
  }
}
