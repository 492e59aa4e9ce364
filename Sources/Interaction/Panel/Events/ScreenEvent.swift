public import Gesture
public import Layout

/// A change of the screen: dimmed, switched off or lit.
public struct ScreenEvent: Hashable, Sendable {
  /// When it happened.
  public var time: Timestamp
  /// The new state.
  public var state: ScreenState

  /// Creates an event.
  public init(time: Timestamp, state: ScreenState) {
    (self.time, self.state) = (time, state)
  }

  var fields: String { "\"screen\":true,\"event\":\"\(state.rawValue)\"" }
}
