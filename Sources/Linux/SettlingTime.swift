/// When changes of files that come one after the other are over: after a pause, but not too late.
public struct SettlingTime: Sendable {
  /// No editor pauses for so long in the middle of a save.
  public static let pauseMicroseconds: Int64 = 100_000
  /// A file that is written all the time is read as often as this.
  public static let patienceMicroseconds: Int64 = 500_000

  private var first: Int64?

  /// Without a change yet.
  public init() {}

  /// Notes a change.
  ///
  /// - Parameter microseconds: When, on any clock.
  /// - Returns: When the changes are over, unless there is another one.
  public mutating func change(at microseconds: Int64) -> Int64 {
    let first = first ?? microseconds
    self.first = first
    return min(microseconds + Self.pauseMicroseconds, first + Self.patienceMicroseconds)
  }

  /// The changes are over; the next one begins anew.
  public mutating func end() {
    first = nil
  }
}
