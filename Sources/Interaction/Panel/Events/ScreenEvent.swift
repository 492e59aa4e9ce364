public import Gesture
public import Layout

/// A change of the screen: dimmed, switched off or lit.
public struct ScreenEvent: Hashable, Sendable {
  /// When it happened.
  public var time: Timestamp
  /// What caused it.
  public var source: EventSource
  /// The new state.
  public var state: ScreenState

  /// Creates an event.
  public init(time: Timestamp, source: EventSource, state: ScreenState) {
    (self.time, self.source, self.state) = (time, source, state)
  }
}

extension ScreenEvent: EventContent {
  static var declaration: EventDeclaration {
    EventDeclaration([.screen], events: ScreenState.allCases.map { ($0.rawValue, meaning(of: $0)) })
  }

  /// What a state means, for documents.
  private static func meaning(of state: ScreenState) -> String {
    switch state {
    case .lit: "it is lit"
    case .dimmed: "it is dimmed"
    case .idle: "it shows the clock or picture of an idle panel"
    case .off: "it is off"
    }
  }

  var name: String { state.rawValue }

  func item(of layout: LayoutDocument) -> (key: EventKey, id: String?) {
    (.screen, nil)
  }
}
