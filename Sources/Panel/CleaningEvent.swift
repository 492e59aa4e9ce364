public import Gesture

/// Touches are ignored so that the screen can be wiped, or count again.
public struct CleaningEvent: Hashable, Sendable {
  /// When it was.
  public var time: Timestamp
  /// For how many seconds they are ignored; nil if they count again.
  public var seconds: Int?

  func json(origin: Timestamp) -> String {
    let event = seconds.map { "\"began\",\"seconds\":\($0)" } ?? "\"ended\""
    return
      "{\"t\":\(PanelEvent.seconds(from: origin, to: time)),\"cleaning\":true,\"event\":\(event)}"
  }
}
