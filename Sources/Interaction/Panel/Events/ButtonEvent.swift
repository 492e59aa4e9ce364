public import Gesture
internal import Layout

/// Something that happened to a button.
public struct ButtonEvent: Hashable, Sendable {
  /// The kind of event; the raw values are those of `event` in the JSON.
  public enum Kind: String, CaseIterable, Sendable {
    case pressed
    case held
    case released
    case cancelled
    case chosen
    case unchosen
    case lit
    case unlit
    case asked
    case sent
    case unsent

    /// What it means, for documents.
    public var meaning: String {
      switch self {
      case .pressed: "a finger pressed it; a momentary button acts, unless it has to be held"
      case .held: "the finger stayed for the time that `lock: hold` requires: the button acts"
      case .released:
        "the finger lifted on the button: it acts if it has not yet; a momentary button restores"
      case .cancelled:
        "the finger slid off, was lost, or lifted before the button was held for long enough"
      case .chosen: "it became the chosen button of its choice, for any reason"
      case .unchosen: "it is no longer the chosen button of its choice"
      case .lit: "the target of a `send` changed to 1, for any reason"
      case .unlit: "the target of a `send` changed to 0"
      case .asked: "its keypad opened"
      case .sent: "the code that was typed on its keypad was sent; the digits are in no event"
      case .unsent: "its keypad closed without a code, or the target could not be reached"
      }
    }
  }

  /// When it happened.
  public var time: Timestamp
  /// Index of the button in the layout.
  public var button: Int
  /// What caused it.
  public var source: EventSource
  /// The kind of event.
  public var kind: Kind
  /// Whether the button is on.
  public var isOn: Bool
}

extension ButtonEvent: EventContent {
  static var declaration: EventDeclaration {
    EventDeclaration(
      [.button], keys: [.on], events: Kind.allCases.map { ($0.rawValue, $0.meaning) })
  }

  var name: String { kind.rawValue }

  func item(of layout: LayoutDocument) -> (key: EventKey, id: String?) {
    (.button, layout.buttons[button].id)
  }

  func add(to fields: inout EventFields, of layout: LayoutDocument) {
    fields.add(.on, json: "\(isOn)")
  }
}
