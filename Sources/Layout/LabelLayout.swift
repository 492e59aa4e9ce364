public import Gesture

/// One entry of `labels:`.
public struct LabelLayout: Sendable {
  public enum Alignment: String, CaseIterable, Sendable {
    case left, center, right
  }

  /// What becomes of a text wider than its place.
  public enum Fit: String, CaseIterable, Sendable {
    /// Its end gives way to an ellipsis.
    case ellipsis
    /// It is set smaller, as long as it can be read; then as above.
    case shrink
  }

  public var text: String
  /// Where the text's left end, middle or right end stands on its baseline, in design pixels.
  public var at: DesignPoint
  /// The em, in design pixels.
  public var size: Double
  public var align: Alignment
  /// Index of the page it stands on; nil if it is on every one.
  public var page: Int?
  /// Design pixels that it may be wide; nil for as wide as it is.
  public var width: Double?
  public var fit = Fit.ellipsis

  public init(text: String, at: DesignPoint, size: Double = 18, align: Alignment = .left) {
    self.text = text
    self.at = at
    self.size = size
    self.align = align
  }
}
