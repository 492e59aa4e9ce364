/// A panel as described by its layout file: all lengths resolved to design pixels, all defaults
/// filled in, every value within its limits.
public struct LayoutDocument: Sendable {
  /// The tabs; nil if the layout has fewer than two pages, or no tabs.
  public var tabs: Paging.Tabs? { pages.count > 1 ? panel.paging.tabs : nil }

  /// The `panel:` section.
  public var panel: PanelLayout
  /// The knobs in file order; ids are unique.
  public var knobs: [KnobLayout]
  /// The labels in file order.
  public var labels: [LabelLayout]
  /// The images, in drawing order within each layer.
  public var images: [ImageLayout]
  /// The buttons in file order.
  public var buttons: [ButtonLayout]
  /// The pages; the first is shown at startup; empty if the layout does not use pages.
  public var pages: [PageLayout] = []
  /// The connections in file order, including those that no control uses.
  public var connections: [ConnectionLayout] = []

  /// The languages in which the panel can be read, the layout's own first; empty for no choice.
  public var languages: [PanelLanguage] = []
  /// The control whose text chooses the language; nil for none.
  public var languageControl: ControlLayout?
  /// The sensor that reports whether somebody is there; nil for none.
  public var presence: PresenceLayout?
  /// The sensor that sets the screen's brightness; nil for none.
  public var light: LightLayout?
  /// The controls whose values are conditions, each once.
  public var conditionControls: [ControlLayout] = []
  /// The control whose text is a message for the panel; nil for none.
  public var messageControl: ControlLayout?

  /// Returns the name of the first item that has a condition on a control: its id, a label's text or an
  /// image's file; nil if there is none.
  public func user(ofConditionControl index: Int) -> String? {
    func isUser(_ cases: [ItemCase]) -> Bool {
      cases.contains {
        $0.conditions.contains { if case .control(index, _) = $0 { true } else { false } }
      }
    }
    return knobs.first { isUser($0.cases) }?.id ?? buttons.first { isUser($0.cases) }?.id
      ?? labels.first { isUser($0.cases) }?.text ?? images.first { isUser($0.cases) }?.file
      ?? pages.first { isUser($0.cases) }?.id
  }

  /// Creates a layout without pages.
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
