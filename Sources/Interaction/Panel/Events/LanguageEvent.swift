internal import JSON
public import Gesture
internal import Layout

/// A change of the language of the texts.
public struct LanguageEvent: Hashable, Sendable {
  /// When it happened.
  public var time: Timestamp
  /// Index of the language in the layout.
  public var language: Int

  func fields(of layout: LayoutDocument) -> String {
    "\"language\":\(JSONText.quoted(layout.languages[language].name)),\"event\":\"shown\""
  }
}
