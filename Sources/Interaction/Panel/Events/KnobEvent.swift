public import Gesture
internal import JSON
internal import Layout

/// Something that happened to a knob.
public struct KnobEvent: Hashable, Sendable {
  /// The kind of event; the raw values are those of `event` in the JSON.
  public enum Kind: String, CaseIterable, Sendable {
    case began
    case changed
    case ended
    case cancelled
    case remote
    case reset
    case tapped
    case unlocked
    case muted
    case preset
    case adjusted
    case returned
    case limited
    case restored
    case reading

    /// What it means, for documents.
    public var meaning: String {
      switch self {
      case .began: "a finger began to hold the knob"
      case .changed: "the value changed under the finger"
      case .ended: "the finger lifted; carries the final value"
      case .cancelled: "the contact was lost, or its changes were undone"
      case .remote: "something other than a finger on this knob changed the value"
      case .reset: "a double tap or a button set the default value"
      case .tapped: "a tap performed the action that the layout defines, or unlocked the knob"
      case .unlocked: "the finger rested long enough to unlock the knob"
      case .muted: "a button or the mute key set the lowest value, or muted the target"
      case .preset: "a button set its preset value"
      case .adjusted: "a button changed the value by a fixed amount"
      case .returned:
        "the knob or the panel was unused for the time set in the layout, and the value returned"
      case .limited: "the knob that is its limit was lowered, and the value with it"
      case .restored: "a button or the mute key undid a mute, preset or change"
      case .reading: "the actual value, beside the wanted one, changed or became known"
      }
    }
  }

  /// When it happened.
  public var time: Timestamp
  /// Index of the knob in the layout.
  public var knob: Int
  /// What caused it.
  public var source: EventSource
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
  /// The actual value, in the knob's unit, if that has changed.
  public var reading: Double?
}

extension KnobEvent: EventContent {
  static var declaration: EventDeclaration {
    EventDeclaration(
      [.knob], keys: [.value, .angle, .turned], optionalKeys: [.name, .wrapped, .muted, .reading],
      events: Kind.allCases.map { ($0.rawValue, $0.meaning) })
  }

  var name: String { kind.rawValue }

  func item(of layout: LayoutDocument) -> (key: EventKey, id: String?) {
    (.knob, layout.knobs[knob].id)
  }

  func add(to fields: inout EventFields, of layout: LayoutDocument) {
    let item = layout.knobs[knob]
    fields.add(.value, json: JSONText.number(value))
    if let name = item.sector(value) { fields.add(.name, json: JSONText.quoted(name)) }
    fields.add(.angle, json: JSONText.number(angle, decimals: 4))
    fields.add(.turned, json: JSONText.number(turned, decimals: 4))
    if wrapped != 0 { fields.add(.wrapped, json: "\(wrapped)") }
    if isMuted { fields.add(.muted, json: "true") }
    if let reading { fields.add(.reading, json: JSONText.number(reading)) }
  }
}
