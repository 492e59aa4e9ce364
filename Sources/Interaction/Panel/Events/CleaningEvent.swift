public import Gesture

/// The beginning or the end of cleaning, during which touches are ignored.
public struct CleaningEvent: Hashable, Sendable {
  /// When it happened.
  public var time: Timestamp
  /// The duration in seconds; nil for the end.
  public var seconds: Int?

  var fields: String {
    let event = seconds.map { "\"began\",\"seconds\":\($0)" } ?? "\"ended\""
    return "\"cleaning\":true,\"event\":\(event)"
  }
}
