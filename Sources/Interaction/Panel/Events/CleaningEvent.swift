public import Gesture
internal import Layout

/// The beginning or the end of cleaning, during which touches are ignored.
public struct CleaningEvent: Hashable, Sendable {
  /// What happened; the raw values are those of `event` in the JSON.
  enum Kind: String, CaseIterable {
    case began, ended

    /// What it means, for documents.
    var meaning: String {
      switch self {
      case .began: "touches are ignored for `seconds`"
      case .ended: "touches take effect again"
      }
    }
  }

  /// When it happened.
  public var time: Timestamp
  /// What caused it.
  public var source: EventSource
  /// The duration in seconds; nil for the end.
  public var seconds: Int?
}

extension CleaningEvent: EventContent {
  static var declaration: EventDeclaration {
    EventDeclaration(
      [.cleaning], optionalKeys: [.seconds],
      events: Kind.allCases.map { ($0.rawValue, $0.meaning) })
  }

  var name: String { (seconds == nil ? Kind.ended : .began).rawValue }

  func item(of layout: LayoutDocument) -> (key: EventKey, id: String?) {
    (.cleaning, nil)
  }

  func add(to fields: inout EventFields, of layout: LayoutDocument) {
    if let seconds { fields.add(.seconds, json: "\(seconds)") }
  }
}
