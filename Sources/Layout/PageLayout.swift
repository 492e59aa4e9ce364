/// One entry of `pages:`; its items refer to it by index.
public struct PageLayout: Hashable, Sendable {
  /// Unique among the ids of all knobs, buttons and pages.
  public var id: String
  /// The text of its tab.
  public var name: String
  /// Whether the PIN has to be entered to see it; never on the first page.
  public var isLocked = false

  /// Creates a page; without a name, the tab shows the id.
  public init(id: String, name: String? = nil) {
    self.id = id
    self.name = name ?? id
  }
}

/// How people switch between pages, apart from buttons.
public struct Paging: Hashable, Sendable {
  /// The edge of the panel along which the tabs are.
  public enum Side: String, CaseIterable, Sendable {
    case top, bottom
  }

  /// A row of tabs along an edge, drawn over the items there.
  public struct Tabs: Hashable, Sendable {
    /// The edge along which the tabs are.
    public var side = Side.bottom
    /// Height in design pixels; positive.
    public var height = 56.0

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
  /// Index of the page that is shown again then.
  public var homePage = 0

  /// Creates the default paging: tabs along the bottom edge, and swiping.
  public init() {}
}
