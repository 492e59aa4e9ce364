/// Decides when a series of file changes is over: after a pause, but not too late.
public struct SettlingTime: Sendable {
  /// Longer than any editor pauses during a save.
  public static let pauseMicroseconds: Int64 = 100_000
  /// The interval for reading a file that is constantly written.
  public static let patienceMicroseconds: Int64 = 500_000

  private var first: Int64?

  /// Starts without a change.
  public init() {}

  /// Records a change.
  ///
  /// - Parameter microseconds: The time, on any clock.
  /// - Returns: The time when the changes are over, unless there is another one.
  public mutating func change(at microseconds: Int64) -> Int64 {
    let first = first ?? microseconds
    self.first = first
    return min(microseconds + Self.pauseMicroseconds, first + Self.patienceMicroseconds)
  }

  /// Ends the series; the next change starts a new one.
  public mutating func end() {
    first = nil
  }
}
