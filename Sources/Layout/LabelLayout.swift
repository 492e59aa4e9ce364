public import Gesture
public import Raster

/// One entry of `labels:`.
public struct LabelLayout: Sendable {
  /// Which part of the text is at `at`.
  public enum Alignment: String, CaseIterable, Sendable {
    case left, center, right
  }

  /// What happens to a text that is wider than its place.
  public enum Fit: String, CaseIterable, Sendable {
    /// The end is replaced by an ellipsis.
    case ellipsis
    /// The text is set smaller down to the limit of legibility, then as `ellipsis`.
    case shrink
    /// The text continues in another line.
    case wrap
  }

  /// The text of the label; may have several lines.
  public var text: String
  /// Position of the text's left end, middle or right end on the first line's baseline, in design
  /// pixels; in a cell, on the baseline of a single line, around which more lines are centred.
  public var at: DesignPoint
  /// Font size (the em) in design pixels; positive.
  public var size: Double
  /// Colour of the text; nil for the theme's.
  public var color: Color?
  /// Whether the lines stand around `at` instead of below it.
  public var isInCell = false
  /// Which part of the text is at `at`.
  public var align: Alignment
  /// Index of the page it is on; nil if it is on all pages.
  public var page: Int?
  /// Maximum width in design pixels; nil for no limit.
  public var width: Double?
  /// What happens to a text wider than `width`.
  public var fit = Fit.ellipsis

  /// Creates a label on all pages, without a maximum width.
  public init(text: String, at: DesignPoint, size: Double = 18, align: Alignment = .left) {
    self.text = text
    self.at = at
    self.size = size
    self.align = align
  }
}
