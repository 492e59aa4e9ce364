/// The actions of taps on a knob.
public struct Taps: Hashable, Sendable {
  /// The action of a single tap.
  public enum Action: Hashable, Sendable {
    /// Nothing.
    case none
    /// Sets the lowest value; the next tap restores the previous one.
    case mute
    /// Goes up one step, or from the highest value to the lowest.
    case next
    /// Goes up by this amount on the knob's right half, and down by it on the left half.
    case nudge(Double)
  }

  /// The action of a single tap.
  public var action = Action.none
  /// Whether a nudge repeats while the finger stays.
  public var repeats = false
  /// Whether a double tap sets the default value.
  public var doubleTapResets = true

  /// Creates taps without an action; a double tap resets.
  public init() {}

  /// How long a finger stays before its nudge repeats.
  public static let repeatDelayMicroseconds: Int64 = 500_000
  /// The time between repeats.
  public static let repeatMicroseconds: Int64 = 150_000
}
