public import Gesture
internal import Layout

/// Somebody came, or the last one left, as a sensor reports it.
public struct PresenceEvent: Hashable, Sendable {
  /// When it was reported.
  public var time: Timestamp
  /// The sensor.
  public var source: EventSource
  /// Whether somebody is there.
  public var isPresent: Bool

  /// Creates an event.
  public init(time: Timestamp, source: EventSource, isPresent: Bool) {
    (self.time, self.source, self.isPresent) = (time, source, isPresent)
  }
}

extension PresenceEvent: EventContent {
  static var declaration: EventDeclaration {
    EventDeclaration(
      [.presence],
      events: [
        ("present", "somebody is there"),
        ("absent", "nobody is there any more, or the sensor is lost"),
      ])
  }

  var name: String { isPresent ? "present" : "absent" }

  func item(of layout: LayoutDocument) -> (key: EventKey, id: String?) { (.presence, nil) }
}
