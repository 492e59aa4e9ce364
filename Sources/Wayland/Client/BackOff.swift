/// How long to wait before trying again: longer each time, up to a limit.
struct BackOff {
  private static let firstMicroseconds: Int64 = 100_000
  private static let lastMicroseconds: Int64 = 5_000_000

  private var microseconds = firstMicroseconds

  /// The time to wait now.
  mutating func next() -> Int64 {
    defer { microseconds = min(microseconds * 2, Self.lastMicroseconds) }
    return microseconds
  }

  /// It worked.
  mutating func reset() {
    microseconds = Self.firstMicroseconds
  }
}
