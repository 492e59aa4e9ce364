/// What taps on a knob do.
public struct Taps: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case none
    /// To the lowest value, and back with the next tap.
    case mute
    /// One step on; from the highest value to the lowest.
    case next
    /// So much up on the knob's right half, down on its left.
    case nudge(Double)
  }

  public var action = Action.none
  /// Whether a nudge goes on while the finger stays.
  public var repeats = false
  /// Whether a double tap goes to the default.
  public var doubleTapResets = true

  public init() {}

  /// How long a finger stays before its nudge repeats, and how often it does then.
  public static let repeatDelayMicroseconds: Int64 = 500_000
  public static let repeatMicroseconds: Int64 = 150_000
}
