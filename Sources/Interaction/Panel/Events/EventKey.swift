internal import Gesture
internal import Layout

/// A key in the JSON of an event.
public enum EventKey: String, CaseIterable, Sendable {
  case t, time
  case knob, sensor, button, label, page, language, presence, light, message, condition
  case lock, screen, cleaning
  case event, source
  case value, name, angle, turned, wrapped, muted, reading, on, follower, reason, seconds,
    text, severity

  /// What its value is, for documents.
  public var meaning: String {
    switch self {
    case .t: "seconds since the panel's start; never goes back"
    case .time:
      "the date and time in UTC, such as `2026-11-28T09:30:00.250Z`; jumps if the clock is set"
    case .knob: "the knob's id"
    case .sensor: "the id of the knob whose `reading` it is"
    case .button: "the button's id"
    case .label: "the label's text, as in the layout"
    case .page: "the page's id"
    case .language: "the language, as in `texts`; `true` for the control that chooses it"
    case .lock: "`pin`"
    case .message: "the message's id; `true` without one, and for the source of messages"
    case .presence, .light, .screen, .cleaning: "`true`"
    case .condition: "the id, the text or the file of an item that has the condition"
    case .event: "what happened"
    case .source: "what caused it"
    case .value: "the knob's value afterwards, in its unit"
    case .name: "the name of the value, of a wheel of sectors"
    case .angle: "the pointer's angle in degrees, clockwise from the top"
    case .turned: "how far the finger has turned so far, in degrees, clockwise"
    case .wrapped:
      "how often an endless knob has passed its end since the last event; negative backwards"
    case .muted: "`true` while the target is muted by its own mute"
    case .reading: "the knob's actual value, in its unit"
    case .on: "whether the button is on"
    case .follower: "the target of the knob that is lost or back, if not the first"
    case .reason: "why the value is not known"
    case .seconds: "how long touches are ignored"
    case .text: "the text of the message"
    case .severity: "`info`, `warning` or `alarm`"
    }
  }
}

/// The pairs of an event's JSON object, without braces.
struct EventFields {
  private(set) var text = ""

  /// Adds a pair with a value that is JSON.
  mutating func add(_ key: EventKey, json value: String) {
    if !text.isEmpty { text += "," }
    text += "\""
    text += key.rawValue
    text += "\":"
    text += value
  }
}

/// The events of one kind of item.
public struct EventDeclaration: Sendable {
  /// The keys that name the item, of which an event has one.
  public let items: [EventKey]
  /// The keys that each event has, after the item and `event`.
  public var keys: [EventKey] = []
  /// The keys that only some events have.
  public var optionalKeys: [EventKey] = []
  /// The values of `event`, with their meanings for documents.
  public let events: [(name: String, meaning: String)]

  init(
    _ items: [EventKey], keys: [EventKey] = [], optionalKeys: [EventKey] = [],
    events: [(name: String, meaning: String)]
  ) {
    (self.items, self.keys, self.optionalKeys) = (items, keys, optionalKeys)
    self.events = events
  }
}

/// The content of an event of one kind of item.
protocol EventContent {
  static var declaration: EventDeclaration { get }
  /// When it happened.
  var time: Timestamp { get }
  /// What caused it.
  var source: EventSource { get }
  /// What happened: one of the `events` of the declaration.
  var name: String { get }

  /// Returns the key that names the item, and its id; nil for an item without one.
  func item(of layout: LayoutDocument) -> (key: EventKey, id: String?)
  /// Adds the keys of the declaration that follow `event`.
  func add(to fields: inout EventFields, of layout: LayoutDocument)
}

extension EventContent {
  /// Adds nothing: by default, there are no further keys.
  func add(to fields: inout EventFields, of layout: LayoutDocument) {}
}
