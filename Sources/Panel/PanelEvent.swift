internal import JSON
public import Gesture

/// Something that happened to a knob, for those who listen.
public struct PanelEvent: Hashable, Sendable {
  public enum Kind: String, Sendable {
    /// A finger took the knob.
    case began
    /// The value changed under the finger.
    case changed
    /// The finger left; carries the final value.
    case ended
    /// The contact ended without the person's doing, or was taken back.
    case cancelled
    /// Someone else changed the value.
    case remote
    /// A double tap went to the default.
    case reset
    case tapped
  }

  public var time: Timestamp
  /// Index of the knob in the layout.
  public var knob: Int
  public var kind: Kind
  public var value: Double
  /// Degrees where the pointer stands.
  public var angle: Double
  /// Degrees the contact has turned so far, clockwise positive.
  public var turned: Double
  /// How often an endless knob went past its last position since the last event, less how often back.
  public var wrapped = 0

  /// One line of JSON without a line end; times count from `origin`, in seconds.
  public func json(knobID: String, origin: Timestamp) -> String {
    let microseconds = time.microseconds(since: origin)
    let (seconds, fraction) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(fraction)
    let padding = String(repeating: "0", count: 6 - digits.utf8.count)
    let sign = microseconds < 0 ? "-" : ""
    let lap = wrapped == 0 ? "" : ",\"wrapped\":\(wrapped)"
    return "{\"t\":\(sign)\(seconds).\(padding)\(digits),\"knob\":\(JSONText.quoted(knobID)),"
      + "\"event\":\"\(kind.rawValue)\",\"value\":\(JSONText.number(value)),"
      + "\"angle\":\(JSONText.number(angle, decimals: 4)),"
      + "\"turned\":\(JSONText.number(turned, decimals: 4))\(lap)}"
  }
}
