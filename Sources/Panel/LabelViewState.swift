/// The changing part of the look of a label that shows a value from outside.
public struct LabelViewState: Hashable, Sendable {
  /// The whole text, with its value.
  public var text: String
  /// False while no value is known.
  public var isKnown: Bool
  /// True if what tells the value cannot be reached.
  public var isOffline: Bool

  /// Creates a view state, of a known value by default.
  public init(text: String, isKnown: Bool = true, isOffline: Bool = false) {
    self.text = text
    self.isKnown = isKnown
    self.isOffline = isOffline
  }
}
