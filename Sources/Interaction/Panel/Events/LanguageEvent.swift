public import Gesture
internal import Layout

/// A change of the language of the texts.
public struct LanguageEvent: Hashable, Sendable {
  /// When it happened.
  public var time: Timestamp
  /// What caused it.
  public var source: EventSource
  /// Index of the language in the layout.
  public var language: Int
}

extension LanguageEvent: EventContent {
  private static let shown = "shown"

  static var declaration: EventDeclaration {
    EventDeclaration([.language], events: [(shown, "all texts are shown in it")])
  }

  var name: String { Self.shown }

  func item(of layout: LayoutDocument) -> (key: EventKey, id: String?) {
    (.language, layout.languages[language].name)
  }
}
