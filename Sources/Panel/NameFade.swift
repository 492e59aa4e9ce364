internal import Gesture

/// A name's coming back in the place where the value stood: 0.3 s in which the one gives way to the
/// other.
struct NameFade {
  static let microseconds: Int64 = 300_000

  private let start: Timestamp

  init(start: Timestamp) {
    self.start = start
  }

  /// How much of the name is seen, 0…1; nil once the value is gone.
  func share(at time: Timestamp) -> Double? {
    let elapsed = time.microseconds(since: start)
    guard elapsed < Self.microseconds else { return nil }
    let t = Double(max(elapsed, 0)) / Double(Self.microseconds)
    return t * t * (3 - 2 * t)
  }
}
