public import Gesture
internal import Layout

/// An event of the PIN lock; contains no digits.
public struct PINEvent: Hashable, Sendable {
  /// The kind of event; the raw values are those of `event` in the JSON.
  public enum Kind: String, CaseIterable, Sendable {
    case asked
    case unlocked
    case refused
    case blocked
    case cancelled
    case locked

    /// What it means, for documents.
    public var meaning: String {
      switch self {
      case .asked: "the PIN pad was opened"
      case .unlocked: "the PIN was right"
      case .refused: "the PIN was wrong"
      case .blocked: "the PIN was wrong too often, and entry is blocked for a while"
      case .cancelled: "the pad was closed without a correct PIN"
      case .locked: "the panel was unused for so long that the PIN is required again"
      }
    }
  }

  /// When it happened.
  public var time: Timestamp
  /// What caused it.
  public var source: EventSource
  /// The kind of event.
  public var kind: Kind
}

extension PINEvent: EventContent {
  static var declaration: EventDeclaration {
    EventDeclaration([.lock], events: Kind.allCases.map { ($0.rawValue, $0.meaning) })
  }

  var name: String { kind.rawValue }

  func item(of layout: LayoutDocument) -> (key: EventKey, id: String?) {
    (.lock, "pin")
  }
}
