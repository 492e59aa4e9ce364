/// Where a text is drawn, in design pixels.
///
/// Most texts are wider than what the layout says of them; only what draws them knows their size.
public struct TextArea: Hashable, Sendable {
  /// What the text belongs to; knobs, labels and buttons by their index in the layout.
  public enum Owner: Hashable, Sendable {
    case knob(Int)
    case label(Int)
    case button(Int)
    /// The row of tabs.
    case tabs
  }

  /// Which of its owner's texts it is.
  public enum Part: Hashable, Sendable {
    /// The name of a knob.
    case name
    /// The value of a knob, in any of its places and as wide as it gets.
    case value
    /// A text at a tick.
    case scale
    /// A line of a label, all of a button, or all tabs.
    case whole
  }

  /// What the text belongs to.
  public var owner: Owner
  /// Which of its owner's texts it is.
  public var part: Part
  /// Column of the left edge.
  public var left: Double
  /// Row of the upper edge.
  public var top: Double
  /// Column of the right edge.
  public var right: Double
  /// Row of the lower edge.
  public var bottom: Double
  /// Index of the page it is on; nil if it is on all pages.
  public var page: Int?
  /// Characters of the text that no font has.
  public var missing = ""

  /// An area on all pages.
  public init(
    _ owner: Owner, _ part: Part, left: Double, top: Double, right: Double, bottom: Double
  ) {
    self.owner = owner
    self.part = part
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}
