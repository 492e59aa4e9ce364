public import Diagnostics
public import Gesture
public import Knobs
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

  /// What stands in the text in place of the value that it shows.
  public static let placeholder = "{value}"

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

  /// Where the value comes from that stands at each placeholder in the text; nil for a text that
  /// never changes.
  public var value: ControlLayout?
  /// Digits after the point of the value; nil for as many as it needs, two at most.
  public var decimals: Int?
  /// The mark before the value's decimals.
  public var decimalMark = ValueFormat.DecimalMark.point
  /// Where the file has the value, for messages about it.
  public var location = SourceLocation(line: 1, column: 1)

  /// Creates a label on all pages, without a maximum width.
  public init(text: String, at: DesignPoint, size: Double = 18, align: Alignment = .left) {
    self.text = text
    self.at = at
    self.size = size
    self.align = align
  }
}
