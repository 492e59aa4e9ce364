/// A panel as its layout file describes it: all lengths resolved to design pixels, all defaults
/// filled in, every value within its limits.
public struct LayoutDocument: Sendable {
  /// The tabs, where there is more than one page to choose from.
  public var tabs: Paging.Tabs? { pages.count > 1 ? panel.paging.tabs : nil }

  public var panel: PanelLayout
  /// In the order of the file; ids are unique.
  public var knobs: [KnobLayout]
  public var labels: [LabelLayout]
  /// In the order they are drawn, below the knobs.
  public var images: [ImageLayout]
  /// In the order of the file.
  public var buttons: [ButtonLayout]
  /// The first is shown first; without any there is only what stands on every page.
  public var pages: [PageLayout] = []

  public init(
    panel: PanelLayout, knobs: [KnobLayout] = [], labels: [LabelLayout] = [],
    images: [ImageLayout] = [], buttons: [ButtonLayout] = []
  ) {
    self.panel = panel
    self.knobs = knobs
    self.labels = labels
    self.images = images
    self.buttons = buttons
  }
}
