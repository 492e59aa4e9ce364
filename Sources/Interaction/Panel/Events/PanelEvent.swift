internal import JSON
public import Layout
public import Gesture

/// Something that happened on the panel, as `--events` and the socket report it.
public enum PanelEvent: Hashable, Sendable {
  case knob(KnobEvent)
  case button(ButtonEvent)
  case page(PageEvent)
  case language(LanguageEvent)
  case pin(PINEvent)
  case control(ControlStateEvent)
  case screen(ScreenEvent)
  case cleaning(CleaningEvent)

  /// The event of a knob; nil for any other.
  public var knob: KnobEvent? {
    if case .knob(let event) = self { event } else { nil }
  }

  /// Formats the event as `--events` and the socket report it.
  ///
  /// - Parameters:
  ///   - layout: The panel's layout, which provides the ids.
  ///   - origin: The time from which seconds are counted.
  /// - Returns: One line of JSON without a line break.
  public func json(of layout: LayoutDocument, origin: Timestamp) -> String {
    let (time, fields) =
      switch self {
      case .knob(let event): (event.time, event.fields(of: layout))
      case .button(let event): (event.time, event.fields(of: layout))
      case .page(let event): (event.time, event.fields(of: layout))
      case .language(let event): (event.time, event.fields(of: layout))
      case .pin(let event): (event.time, event.fields)
      case .control(let event): (event.time, event.fields(of: layout))
      case .screen(let event): (event.time, event.fields)
      case .cleaning(let event): (event.time, event.fields)
      }
    return "{\"t\":\(Self.seconds(from: origin, to: time)),\(fields)}"
  }

  /// Formats the seconds between two times, with six decimals.
  private static func seconds(from origin: Timestamp, to time: Timestamp) -> String {
    let microseconds = time.microseconds(since: origin)
    let (seconds, fraction) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(fraction)
    let padding = String(repeating: "0", count: 6 - digits.utf8.count)
    return "\(microseconds < 0 ? "-" : "")\(seconds).\(padding)\(digits)"
  }
}

/// Something that happened to a knob.
public struct KnobEvent: Hashable, Sendable {
  /// The kind of event; the raw values are those of `event` in the JSON.
  public enum Kind: String, Sendable {
    /// A finger began to hold the knob.
    case began
    /// The value changed under the finger.
    case changed
    /// The finger lifted; carries the final value.
    case ended
    /// The contact was lost, or its changes were undone.
    case cancelled
    /// Something other than a finger on this knob changed the value.
    case remote
    /// A double tap or a button set the default value.
    case reset
    /// A tap performed the action that the layout defines, or unlocked the knob.
    case tapped
    /// The finger rested long enough to unlock the knob.
    case unlocked
    /// A button or the mute key set the lowest value, or muted the target.
    case muted
    /// A button set its preset value.
    case preset
    /// A button changed the value by a fixed amount.
    case adjusted
    /// The knob or the panel was unused for the time set in the layout, and the value returned.
    case returned
    /// The knob that is its limit was lowered, and the value with it.
    case limited
    /// A button or the mute key undid a mute, preset or change.
    case restored
  }

  /// When it happened.
  public var time: Timestamp
  /// Index of the knob in the layout.
  public var knob: Int
  /// The kind of event.
  public var kind: Kind
  /// The value afterwards, in the knob's unit.
  public var value: Double
  /// The angle of the pointer, in degrees.
  public var angle: Double
  /// Degrees that the contact has turned so far, clockwise positive.
  public var turned: Double
  /// How often an endless knob wrapped since the last event; backward wraps are negative.
  public var wrapped = 0
  /// Whether its target is muted independently of its value.
  public var isMuted = false

  fileprivate func fields(of layout: LayoutDocument) -> String {
    let item = layout.knobs[knob]
    let lap = wrapped == 0 ? "" : ",\"wrapped\":\(wrapped)"
    let named = item.sector(value).map { ",\"name\":\(JSONText.quoted($0))" } ?? ""
    let mute = isMuted ? ",\"muted\":true" : ""
    return "\"knob\":\(JSONText.quoted(item.id)),"
      + "\"event\":\"\(kind.rawValue)\",\"value\":\(JSONText.number(value))\(named),"
      + "\"angle\":\(JSONText.number(angle, decimals: 4)),"
      + "\"turned\":\(JSONText.number(turned, decimals: 4))\(lap)\(mute)"
  }
}

/// The loss or return of an external target, or of its value.
public struct ControlStateEvent: Hashable, Sendable {
  /// When it was detected.
  public var time: Timestamp
  /// The item that the control belongs to.
  public var item: ControlItem
  /// Why the target is offline or its value unknown; nil if it is available again.
  public var reason: String?
  /// Whether the target is available and only its value is unknown.
  public var isReachable: Bool

  /// Creates an event; a target with a reason is offline unless `isReachable` is true.
  public init(time: Timestamp, item: ControlItem, reason: String?, isReachable: Bool = false) {
    (self.time, self.item, self.reason) = (time, item, reason)
    self.isReachable = isReachable
  }

  fileprivate func fields(of layout: LayoutDocument) -> String {
    let item =
      switch item {
      case .knob(let index): "\"knob\":\(JSONText.quoted(layout.knobs[index].id))"
      case .button(let index, _): "\"button\":\(JSONText.quoted(layout.buttons[index].id))"
      case .label(let index): "\"label\":\(JSONText.quoted(layout.labels[index].text))"
      }
    let state = reason == nil ? "online" : isReachable ? "unknown" : "offline"
    let cause = reason.map { ",\"reason\":\(JSONText.quoted($0))" } ?? ""
    return "\(item),\"event\":\"\(state)\"\(cause)"
  }
}

/// Something that happened to a button.
public struct ButtonEvent: Hashable, Sendable {
  /// The kind of event; the raw values are those of `event` in the JSON.
  public enum Kind: String, Sendable {
    /// A finger pressed it; a momentary button acts, unless it has to be held.
    case pressed
    /// The finger stayed for the time that `lock: hold` requires: the button acts.
    case held
    /// The finger lifted on the button: it acts if it has not yet; a momentary button restores.
    case released
    /// The finger slid off, was lost, or lifted before the button was held for long enough.
    case cancelled
    /// It became the chosen button of its choice, for any reason.
    case chosen
    /// It is no longer the chosen button of its choice.
    case unchosen
    /// The target of a `send` changed to 1, for any reason.
    case lit
    /// The target of a `send` changed to 0.
    case unlit
  }

  /// When it happened.
  public var time: Timestamp
  /// Index of the button in the layout.
  public var button: Int
  /// The kind of event.
  public var kind: Kind
  /// Whether the button is on.
  public var isOn: Bool

  fileprivate func fields(of layout: LayoutDocument) -> String {
    "\"button\":\(JSONText.quoted(layout.buttons[button].id)),"
      + "\"event\":\"\(kind.rawValue)\",\"on\":\(isOn)"
  }
}

/// A change of the current page.
public struct PageEvent: Hashable, Sendable {
  /// When it happened.
  public var time: Timestamp
  /// Index of the page in the layout.
  public var page: Int

  fileprivate func fields(of layout: LayoutDocument) -> String {
    "\"page\":\(JSONText.quoted(layout.pages[page].id)),\"event\":\"shown\""
  }
}

/// An event of the PIN lock; contains no digits.
public struct PINEvent: Hashable, Sendable {
  /// The kind of event; the raw values are those of `event` in the JSON.
  public enum Kind: String, Sendable {
    /// The PIN pad was opened.
    case asked
    /// The PIN was right.
    case unlocked
    /// The PIN was wrong.
    case refused
    /// The PIN was wrong too often, and entry is blocked for a while.
    case blocked
    /// The pad was closed without a correct PIN.
    case cancelled
    /// The panel was unused for so long that the PIN is required again.
    case locked
  }

  /// When it happened.
  public var time: Timestamp
  /// The kind of event.
  public var kind: Kind

  fileprivate var fields: String { "\"lock\":\"pin\",\"event\":\"\(kind.rawValue)\"" }
}
