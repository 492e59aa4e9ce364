public import Diagnostics
public import Gesture
public import Raster

/// One entry of `labels:`.
public struct LabelLayout: Sendable {
  /// The part of the text at `at`.
  public enum Alignment: String, CaseIterable, Sendable {
    case left, center, right
  }

  /// How a text wider than the label is handled.
  public enum Fit: String, CaseIterable, Sendable {
    /// The end is replaced by an ellipsis.
    case ellipsis
    /// The text is set smaller, down to the limit of legibility, then as `ellipsis`.
    case shrink
    /// The text continues in another line.
    case wrap
  }

  /// The part of a text that is replaced by the value.
  public static let placeholder = "{value}"

  /// The text of the label; may have several lines.
  public var text: String
  /// Position of the text's left end, middle or right end on the first line's baseline, in design
  /// pixels; in a cell, the baseline of a single line, around which several lines are centred.
  public var at: DesignPoint
  /// Font size (the em) in design pixels; positive.
  public var size: Double
  /// Colour of the text; nil for the theme's.
  public var color: Color?
  /// Whether the lines are centred around `at` instead of below it.
  public var isInCell = false
  /// The part of the text at `at`.
  public var align: Alignment
  /// Index of the label's page; nil for all pages.
  public var page: Int?
  /// Maximum width in design pixels; nil for no limit.
  public var width: Double?
  /// How a text wider than `width` is handled.
  public var fit = Fit.ellipsis

  /// The source of the value shown at each placeholder in the text; nil for a text that never
  /// changes.
  public var value: ControlLayout?
  /// Digits after the point of the value; nil for as many as needed, at most two.
  public var decimals: Int?
  /// Whether it is visible unless a case of `when:` says otherwise.
  public var isVisible = true
  /// The cases of `when:`, of which the first one whose conditions hold applies.
  public var cases: [ItemCase] = []
  /// Location of the value in the file, for messages about it.
  public var location = SourceLocation(line: 1, column: 1)

  /// Creates a label on all pages, without a maximum width.
  public init(text: String, at: DesignPoint, size: Double = 18, align: Alignment = .left) {
    self.text = text
    self.at = at
    self.size = size
    self.align = align
  }
}

extension LabelLayout {
  /// Returns the text with a value in place of each placeholder.
  public func filled(with value: String) -> String {
    var result = ""
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      result += rest[..<brace]
      if rest[brace...].hasPrefix(Self.placeholder) {
        result += value
        rest = rest[brace...].dropFirst(Self.placeholder.count)
      } else {
        result += "{"
        rest = rest[brace...].dropFirst()
      }
    }
    return result + rest
  }
}
