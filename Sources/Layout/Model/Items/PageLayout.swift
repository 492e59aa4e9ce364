/// One entry of `pages:`; its items refer to it by index.
public struct PageLayout: Hashable, Sendable {
  /// Unique among the ids of all knobs, buttons and pages.
  public var id: String
  /// The text of its tab.
  public var name: String
  /// Whether the page requires the PIN; never true for the first page.
  public var isLocked = false
  /// When the page is shown by itself: each time that all conditions of an entry begin to hold.
  public var cases: [ItemCase] = []

  /// Creates a page; without a name, the tab shows the id.
  public init(id: String, name: String? = nil) {
    self.id = id
    self.name = name ?? id
  }
}

/// The ways to switch between pages, apart from buttons.
public struct Paging: Hashable, Sendable {
  /// The edge of the panel with the tabs.
  public enum Side: String, CaseIterable, Sendable {
    case top, bottom
  }

  /// A row of tabs along an edge, drawn over the items there.
  public struct Tabs: Hashable, Sendable {
    /// The edge with the tabs.
    public var side = Side.bottom
    /// Height in design pixels; positive.
    public var height = 56.0
    /// The distances of the drawn tabs from the panel's sides, in design pixels: those of its grid.
    public var (leftMargin, rightMargin) = (16.0, 16.0)

    /// Creates tabs of the default height along the bottom edge.
    public init() {}
  }

  /// The row of tabs; nil for no tabs.
  public var tabs: Tabs? = Tabs()
  /// Whether a finger can swipe from page to page.
  public var isSwiped = true
  /// Time without a touch after which the home page is shown again, in microseconds; nil for
  /// never.
  public var homeMicroseconds: Int64?
  /// Index of the page shown then.
  public var homePage = 0

  /// Creates the default paging: tabs along the bottom edge, and swiping.
  public init() {}
}
