package import Layout
internal import LayoutFile

/// How a layout is shown instead of as it says; nil for as it says.
package struct LayoutPreferences: Hashable, Sendable {
  /// The name of a theme.
  package var theme: String?
  /// Degrees clockwise: 0, 90, 180 or 270.
  package var rotate: Int?
  /// The shape of the display.
  package var shape: PanelLayout.Shape?

  /// All as the layout says.
  package init() {}

  /// The panel with what can be changed after it was read; the theme is part of reading it.
  func applied(to panel: PanelLayout) -> PanelLayout {
    var panel = panel
    if let rotate { panel.rotate = rotate }
    if let shape { panel.shape = shape }
    return panel
  }

  /// What was read, with these in place of what the layout says.
  func applied(to outcome: LayoutReader.Outcome) -> LayoutReader.Outcome {
    var outcome = outcome
    outcome.panel = outcome.panel.map(applied)
    if let panel = outcome.layout?.panel { outcome.layout?.panel = applied(to: panel) }
    return outcome
  }
}
