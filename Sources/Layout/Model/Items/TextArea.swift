/// The area of a drawn text, in design pixels.
///
/// The layout does not contain the sizes of texts: they depend on fonts and themes.
public struct TextArea: Hashable, Sendable {
  /// The item a text belongs to; knobs, labels and buttons by their index in the layout.
  public enum Owner: Hashable, Sendable {
    case knob(Int)
    case label(Int)
    case button(Int)
    /// The row of tabs.
    case tabs
    /// The dots of the pages.
    case pageDots
    /// The padlock of a panel that is locked as a whole.
    case padlock
    /// The clock of the idle panel, which has no area beside the others.
    case clock
  }

  /// The kind of text within its owner.
  public enum Part: Hashable, Sendable {
    /// The name of a knob.
    case name
    /// The value of a knob, in any of its positions and at its greatest width.
    case value
    /// A text at a tick.
    case scale
    /// A line of a label, or all of any other item.
    case whole
    /// The shape of a knob or a button, which texts of others keep clear of.
    case shape
  }

  /// The item the text belongs to.
  public var owner: Owner
  /// The kind of text within its owner.
  public var part: Part
  /// Column of the left edge.
  public var left: Double
  /// Row of the upper edge.
  public var top: Double
  /// Column of the right edge.
  public var right: Double
  /// Row of the lower edge.
  public var bottom: Double
  /// Index of the text's page; nil for all pages.
  public var page: Int?
  /// Characters of the text that are missing from all fonts.
  public var missing = ""
  /// How the owner's texts differ from what the layout asks for; in the first area of the owner.
  public var compromises: [Compromise] = []

  /// A difference between a text and what the layout asks for, because there is too little room.
  public enum Compromise: Hashable, Sendable {
    /// Only the beginning of the text is shown.
    case cut(String, shown: String)
    /// The texts of a value are smaller than the layout's `size`, because of the widest one; sizes
    /// are in design pixels.
    case smaller(String, size: Double, than: Double)
    /// The text has too little room for the size that is legible from the panel's viewing distance;
    /// sizes are in design pixels.
    case tooSmall(String, size: Double, than: Double)
    /// The value is shown without its unit.
    case withoutUnit(String, unit: String)
  }

  /// Creates an area on all pages.
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
