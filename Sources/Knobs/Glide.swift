public import Gesture

/// The shown pointer's way to a value that did not come from a finger: 0.2 s, gently begun and ended.
///
/// It runs through the travel, never across the gap, so a pointer seen to move went where the value
/// went; a pointer without ends takes the shorter way round.
public struct Glide: Sendable {
  public static let microseconds: Int64 = 200_000

  private let from: Double
  private let distance: Double
  private let start: Timestamp
  private let wraps: Bool

  public init(from: Double, to: Double, travel: Travel, start: Timestamp) {
    self.from = from
    self.start = start
    wraps = travel.wraps
    distance = wraps ? (to - from).remainder(dividingBy: 1) : to - from
  }

  /// Where the pointer is shown, 0…1; nil once it has arrived.
  public func position(at time: Timestamp) -> Double? {
    let elapsed = time.microseconds(since: start)
    guard elapsed < Self.microseconds else { return nil }
    let t = Double(max(elapsed, 0)) / Double(Self.microseconds)
    let position = from + distance * t * t * (3 - 2 * t)
    return wraps ? position - position.rounded(.down) : position
  }
}
