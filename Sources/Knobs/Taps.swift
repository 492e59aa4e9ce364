/// What taps on a knob do.
public struct Taps: Hashable, Sendable {
  /// What a single tap does.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case none
    /// Sets the lowest value; the next tap restores the former one.
    case mute
    /// One step up; from the highest value to the lowest.
    case next
    /// So much up on the knob's right half, so much down on its left half.
    case nudge(Double)
  }

  /// What a single tap does.
  public var action = Action.none
  /// Whether a nudge repeats while the finger stays.
  public var repeats = false
  /// Whether a double tap sets the default value.
  public var doubleTapResets = true

  /// No action; a double tap resets.
  public init() {}

  /// How long a finger stays before its nudge repeats.
  public static let repeatDelayMicroseconds: Int64 = 500_000
  /// The time between repeats.
  public static let repeatMicroseconds: Int64 = 150_000
}
