public import Gesture
internal import JSON
internal import Layout

/// Something that happened to a message.
public struct MessageEvent: Hashable, Sendable {
  /// The kind of event; the raw values are those of `event` in the JSON.
  enum Kind: String, CaseIterable {
    case shown, acknowledged, expired, withdrawn, dropped

    /// What it means, for documents.
    var meaning: String {
      switch self {
      case .shown: "the message is shown for the first time"
      case .acknowledged: "a finger tapped the message"
      case .expired: "the message was shown for its time"
      case .withdrawn: "its sender withdrew the message"
      case .dropped: "more than eight messages waited, and this was the least severe one"
      }
    }
  }

  /// When it happened.
  public var time: Timestamp
  /// What caused it.
  public var source: EventSource
  var kind: Kind
  /// The message.
  public var message: PanelMessage
}

extension MessageEvent: EventContent {
  static var declaration: EventDeclaration {
    EventDeclaration(
      [.message], keys: [.text, .severity],
      events: Kind.allCases.map { ($0.rawValue, $0.meaning) })
  }

  var name: String { kind.rawValue }

  func item(of layout: LayoutDocument) -> (key: EventKey, id: String?) {
    (.message, message.id)
  }

  func add(to fields: inout EventFields, of layout: LayoutDocument) {
    fields.add(.text, json: JSONText.quoted(message.text))
    fields.add(.severity, json: JSONText.quoted(message.severity.rawValue))
  }
}
