internal import JSON
public import Layout
public import Gesture

/// Something that happened on the panel, as `--events` and the socket report it.
public enum PanelEvent: Hashable, Sendable {
  case knob(KnobEvent)
  case button(ButtonEvent)
  case page(PageEvent)
  case pin(PINEvent)
  case control(ControlStateEvent)
  case screen(ScreenEvent)
  case cleaning(CleaningEvent)

  /// The event of a knob; nil for any other.
  public var knob: KnobEvent? {
    if case .knob(let event) = self { event } else { nil }
  }

  /// The event as `--events` and the socket write it.
  ///
  /// - Parameters:
  ///   - layout: The panel's layout, for the ids.
  ///   - origin: The moment from which times are counted, in seconds.
  /// - Returns: One line of JSON without a line end.
  public func json(of layout: LayoutDocument, origin: Timestamp) -> String {
    switch self {
    case .knob(let event):
      event.json(
        knobID: layout.knobs[event.knob].id, name: layout.knobs[event.knob].sector(event.value),
        origin: origin)
    case .button(let event): event.json(buttonID: layout.buttons[event.button].id, origin: origin)
    case .page(let event): event.json(pageID: layout.pages[event.page].id, origin: origin)
    case .pin(let event): event.json(origin: origin)
    case .control(let event): event.json(of: layout, origin: origin)
    case .screen(let event): event.json(origin: origin)
    case .cleaning(let event): event.json(origin: origin)
    }
  }

  /// The seconds between two moments, with six decimals.
  static func seconds(from origin: Timestamp, to time: Timestamp) -> String {
    let microseconds = time.microseconds(since: origin)
    let (seconds, fraction) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(fraction)
    let padding = String(repeating: "0", count: 6 - digits.utf8.count)
    return "\(microseconds < 0 ? "-" : "")\(seconds).\(padding)\(digits)"
  }
}

/// Something that happened to a knob.
public struct KnobEvent: Hashable, Sendable {
  /// What happened; the raw values are those of `event` in the JSON.
  public enum Kind: String, Sendable {
    /// A finger began to hold the knob.
    case began
    /// The value changed under the finger.
    case changed
    /// The finger left; carries the final value.
    case ended
    /// The contact was lost, or its changes were undone.
    case cancelled
    /// Something other than a finger on this knob changed the value.
    case remote
    /// A double tap or a button set the default.
    case reset
    /// A tap performed the action that the layout defines, or unlocked the knob.
    case tapped
    /// The finger rested for long enough to unlock the knob.
    case unlocked
    /// A button set the lowest value.
    case muted
    /// A button set its preset value.
    case preset
    /// A button changed the value by so much.
    case adjusted
    /// Nobody used the knob, or the panel, for the time that the layout says.
    case returned
    /// A button restored the value before its mute or preset, or took its change off again.
    case restored
  }

  /// When it happened.
  public var time: Timestamp
  /// Index of the knob in the layout.
  public var knob: Int
  /// What happened.
  public var kind: Kind
  /// The value afterwards, in the knob's unit.
  public var value: Double
  /// The angle of the pointer, in degrees.
  public var angle: Double
  /// Degrees the contact has turned so far, clockwise positive.
  public var turned: Double
  /// How often an endless knob went past its last position since the last event; backwards counts
  /// as negative.
  public var wrapped = 0
  /// True while its target is muted apart from its value.
  public var isMuted = false

  func json(knobID: String, name: String?, origin: Timestamp) -> String {
    let lap = wrapped == 0 ? "" : ",\"wrapped\":\(wrapped)"
    let named = name.map { ",\"name\":\(JSONText.quoted($0))" } ?? ""
    let mute = isMuted ? ",\"muted\":true" : ""
    return "{\"t\":\(PanelEvent.seconds(from: origin, to: time)),"
      + "\"knob\":\(JSONText.quoted(knobID)),"
      + "\"event\":\"\(kind.rawValue)\",\"value\":\(JSONText.number(value))\(named),"
      + "\"angle\":\(JSONText.number(angle, decimals: 4)),"
      + "\"turned\":\(JSONText.number(turned, decimals: 4))\(lap)\(mute)}"
  }
}

/// A target outside the panel was lost, or its value, or is there again.
public struct ControlStateEvent: Hashable, Sendable {
  /// When it was noticed.
  public var time: Timestamp
  /// The item that the control belongs to.
  public var item: ControlItem
  /// Why the target cannot be reached, or its value is not known; nil if it is there again.
  public var reason: String?
  /// Whether the target is there, and only its value is not known.
  public var isReachable: Bool

  /// Creates an event; a target with a reason cannot be reached, unless it says so.
  public init(time: Timestamp, item: ControlItem, reason: String?, isReachable: Bool = false) {
    (self.time, self.item, self.reason) = (time, item, reason)
    self.isReachable = isReachable
  }

  func json(of layout: LayoutDocument, origin: Timestamp) -> String {
    let item =
      switch item {
      case .knob(let index): "\"knob\":\(JSONText.quoted(layout.knobs[index].id))"
      case .button(let index): "\"button\":\(JSONText.quoted(layout.buttons[index].id))"
      case .label(let index): "\"label\":\(JSONText.quoted(layout.labels[index].text))"
      }
    let word = reason == nil ? "online" : isReachable ? "unknown" : "offline"
    let why = reason.map { ",\"reason\":\(JSONText.quoted($0))" } ?? ""
    return "{\"t\":\(PanelEvent.seconds(from: origin, to: time)),\(item),"
      + "\"event\":\"\(word)\"\(why)}"
  }
}

/// Something that happened to a button.
public struct ButtonEvent: Hashable, Sendable {
  /// What happened; the raw values are those of `event` in the JSON.
  public enum Kind: String, Sendable {
    /// A finger pressed it; a momentary button acts, unless it has to be held.
    case pressed
    /// The finger stayed for as long as `lock: hold` wants: it acts.
    case held
    /// The finger lifted on it: it acts unless it has already, or a momentary button restores.
    case released
    /// The finger slid off, was lost, or lifted before the button was held for long enough.
    case cancelled
    /// It is the one of its choice from now on, whatever caused that.
    case chosen
    /// It is the one of its choice no more.
    case unchosen
    /// What it sends to says 1 from now on, whatever caused that.
    case lit
    /// What it sends to says 0 from now on.
    case unlit
  }

  /// When it happened.
  public var time: Timestamp
  /// Index of the button in the layout.
  public var button: Int
  /// What happened.
  public var kind: Kind
  /// Whether the button is on.
  public var isOn: Bool

  func json(buttonID: String, origin: Timestamp) -> String {
    "{\"t\":\(PanelEvent.seconds(from: origin, to: time)),"
      + "\"button\":\(JSONText.quoted(buttonID)),"
      + "\"event\":\"\(kind.rawValue)\",\"on\":\(isOn)}"
  }
}

/// A change of the shown page.
public struct PageEvent: Hashable, Sendable {
  /// When it happened.
  public var time: Timestamp
  /// Index of the page in the layout.
  public var page: Int

  func json(pageID: String, origin: Timestamp) -> String {
    "{\"t\":\(PanelEvent.seconds(from: origin, to: time)),"
      + "\"page\":\(JSONText.quoted(pageID)),\"event\":\"shown\"}"
  }
}

/// Something that happened to what has `lock: pin`; no digits are part of it.
public struct PINEvent: Hashable, Sendable {
  /// What happened; the raw values are those of `event` in the JSON.
  public enum Kind: String, Sendable {
    /// The PIN pad was opened.
    case asked
    /// The PIN was right.
    case unlocked
    /// The PIN was wrong.
    case refused
    /// It was wrong too often, and none is taken for a while.
    case blocked
    /// The pad was closed without the PIN.
    case cancelled
    /// Nobody has used the panel for so long that the PIN is needed again.
    case locked
  }

  /// When it happened.
  public var time: Timestamp
  /// What happened.
  public var kind: Kind

  func json(origin: Timestamp) -> String {
    "{\"t\":\(PanelEvent.seconds(from: origin, to: time)),"
      + "\"lock\":\"pin\",\"event\":\"\(kind.rawValue)\"}"
  }
}
