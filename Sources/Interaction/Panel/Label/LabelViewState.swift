/// The changing part of the look of a label that shows an external value.
public struct LabelViewState: Hashable, Sendable {
  /// The complete text, including the value.
  public var text: String
  /// Whether the value is known.
  public var isKnown: Bool
  /// Whether the source of the value is offline.
  public var isOffline: Bool

  /// Creates a view state; by default, of a known value.
  public init(text: String, isKnown: Bool = true, isOffline: Bool = false) {
    self.text = text
    self.isKnown = isKnown
    self.isOffline = isOffline
  }
}
