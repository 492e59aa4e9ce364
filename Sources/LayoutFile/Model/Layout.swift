/// A panel as its layout file describes it: all lengths resolved to design pixels, all defaults
/// filled in, every value within its limits.
public struct Layout: Sendable {
  public var panel: PanelLayout
  /// In the order of the file; ids are unique.
  public var knobs: [KnobLayout]
  public var labels: [LabelLayout]
  /// In the order they are drawn, below the knobs.
  public var images: [ImageLayout]
  /// In the order of the file.
  public var buttons: [ButtonLayout]

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
