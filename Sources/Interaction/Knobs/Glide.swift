public import Gesture

/// A pointer animation to a value that did not come from a finger: 0.2 s, eased in and out.
///
/// The pointer moves along the travel and never across the gap; on a travel without ends it takes
/// the shorter way.
public struct Glide: Sendable {
  /// The duration.
  public static let microseconds: Int64 = 200_000

  private let from: Double
  private let distance: Double
  private let start: Timestamp
  private let wraps: Bool

  /// Creates a glide between two positions 0…1.
  public init(from: Double, to: Double, travel: Travel, start: Timestamp) {
    self.from = from
    self.start = start
    wraps = travel.wraps
    distance = wraps ? (to - from).remainder(dividingBy: 1) : to - from
  }

  /// Returns where the pointer is drawn, 0…1; nil after the end.
  public func position(at time: Timestamp) -> Double? {
    guard let t = time.progress(since: start, ofMicroseconds: Self.microseconds) else { return nil }
    let position = from + distance * t * t * (3 - 2 * t)
    return wraps ? position - position.rounded(.down) : position
  }
}
