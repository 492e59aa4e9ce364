/// A panel as its layout file describes it: all lengths resolved to design pixels, all defaults
/// filled in, every value within its limits.
public struct Layout: Sendable {
  public var panel: PanelLayout
  /// In the order of the file; ids are unique.
  public var knobs: [KnobLayout]
  public var labels: [LabelLayout]
  /// In the order they are drawn, below the knobs.
  public var images: [ImageLayout]

  public init(
    panel: PanelLayout, knobs: [KnobLayout] = [], labels: [LabelLayout] = [],
    images: [ImageLayout] = []
  ) {
    self.panel = panel
    self.knobs = knobs
    self.labels = labels
    self.images = images
  }
}
