internal import Layout

/// The changing part of the look of a label that shows an external value.
public struct LabelViewState: Hashable, Sendable {
  /// The complete text as the layout has it, including the value.
  public var text: String
  /// The value alone: a text, or a number with a decimal point; nil for a text without a value.
  public var value: String?
  /// Whether the value is a number.
  public var isNumber: Bool
  /// Whether the value is known.
  public var isKnown: Bool
  /// Whether the source of the value is offline.
  public var isOffline: Bool

  /// Creates a view state of a text without a value.
  public init(text: String, isKnown: Bool = true, isOffline: Bool = false) {
    self.text = text
    isNumber = false
    self.isKnown = isKnown
    self.isOffline = isOffline
  }

  /// Creates a view state of a label with a value; by default, a known text.
  init(
    _ label: LabelLayout, _ value: String, isNumber: Bool = false, isKnown: Bool = true,
    isOffline: Bool = false
  ) {
    text = label.filled(with: value)
    self.value = value
    self.isNumber = isNumber
    self.isKnown = isKnown
    self.isOffline = isOffline
  }
}
