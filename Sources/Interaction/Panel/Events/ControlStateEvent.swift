public import Gesture
internal import JSON
public import Layout

/// The loss or return of an external target, or of its value.
public struct ControlStateEvent: Hashable, Sendable {
  /// The state of a target; the raw values are those of `event` in the JSON.
  enum State: String, CaseIterable {
    case offline, unknown, online
    case followerLost = "follower-lost"
    case followerBack = "follower-back"

    /// What it means, for documents.
    var meaning: String {
      switch self {
      case .offline: "its target cannot be reached"
      case .unknown: "its target can be reached, but its value is not known"
      case .online: "its target is back, and its value is known"
      case .followerLost: "another target of the knob cannot be set; the knob works"
      case .followerBack: "that target can be set again, and is at the next change"
      }
    }
  }

  /// When it was detected.
  public var time: Timestamp
  /// The item's control; set when the event is reported to the panel.
  public internal(set) var source = EventSource.control("")
  /// The item that the control belongs to.
  public var item: ControlItem
  /// Why the target is offline or its value unknown; nil if it is available again.
  public var reason: String?
  /// Whether the target is available and only its value is unknown.
  public var isReachable: Bool
  /// The name of a follower of the item's control; nil for the control itself.
  public var follower: String?

  /// Creates an event; a target with a reason is offline unless `isReachable` is true.
  public init(
    time: Timestamp, item: ControlItem, reason: String?, isReachable: Bool = false,
    follower: String? = nil
  ) {
    (self.time, self.item, self.reason) = (time, item, reason)
    (self.isReachable, self.follower) = (isReachable, follower)
  }

  private var state: State {
    guard follower == nil else { return reason == nil ? .followerBack : .followerLost }
    return reason == nil ? .online : isReachable ? .unknown : .offline
  }
}

extension ControlStateEvent: EventContent {
  static var declaration: EventDeclaration {
    EventDeclaration(
      [
        .knob, .sensor, .button, .label, .language, .presence, .light, .message, .condition,
      ],
      optionalKeys: [.follower, .reason],
      events: State.allCases.map { ($0.rawValue, $0.meaning) })
  }

  var name: String { state.rawValue }

  func item(of layout: LayoutDocument) -> (key: EventKey, id: String?) {
    switch item {
    case .knob(let index): (.knob, layout.knobs[index].id)
    case .reading(let index): (.sensor, layout.knobs[index].id)
    case .button(let index, _): (.button, layout.buttons[index].id)
    case .label(let index): (.label, layout.labels[index].text)
    case .language: (.language, nil)
    case .presence: (.presence, nil)
    case .messages: (.message, nil)
    case .light: (.light, nil)
    case .condition(let index): (.condition, layout.user(ofConditionControl: index))
    }
  }

  func add(to fields: inout EventFields, of layout: LayoutDocument) {
    if let follower { fields.add(.follower, json: JSONText.quoted(follower)) }
    if let reason { fields.add(.reason, json: JSONText.quoted(reason)) }
  }
}
