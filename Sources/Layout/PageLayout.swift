/// One entry of `pages:`; what stands on it has its index.
public struct PageLayout: Hashable, Sendable {
  public var id: String
  /// What its tab says.
  public var name: String

  public init(id: String, name: String? = nil) {
    self.id = id
    self.name = name ?? id
  }
}

/// How people go from page to page, beside buttons.
public struct Paging: Hashable, Sendable {
  public enum Side: String, CaseIterable, Sendable {
    case top, bottom
  }

  /// A row of tabs along an edge, above whatever stands there.
  public struct Tabs: Hashable, Sendable {
    public var side = Side.bottom
    /// Design pixels, positive.
    public var height = 56.0

    public init() {}
  }

  /// nil for no tabs.
  public var tabs: Tabs? = Tabs()
  /// Whether a finger can push pages aside.
  public var isSwiped = true
  /// How long nobody touches the panel until it shows its first page again; nil for ever.
  public var homeMicroseconds: Int64?

  public init() {}
}
