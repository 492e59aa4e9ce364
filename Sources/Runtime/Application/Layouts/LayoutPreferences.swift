package import Layout
internal import LayoutFile

/// Overrides of a layout's settings; nil keeps the layout's own.
package struct LayoutPreferences: Hashable, Sendable {
  /// The name of a theme.
  package var theme: ThemeName?
  /// Degrees clockwise: 0, 90, 180 or 270.
  package var rotate: Int?
  /// The shape of the display.
  package var shape: PanelLayout.Shape?

  /// Creates preferences without overrides.
  package init() {}

  /// Returns the panel with the overrides, except the theme, which takes effect during reading.
  func applied(to panel: PanelLayout) -> PanelLayout {
    var panel = panel
    if let rotate { panel.rotate = rotate }
    if let shape { panel.shape = shape }
    return panel
  }

  /// Returns the outcome of reading with the overrides applied.
  func applied(to outcome: LayoutReader.Outcome) -> LayoutReader.Outcome {
    var outcome = outcome
    outcome.panel = outcome.panel.map(applied)
    if let panel = outcome.layout?.panel { outcome.layout?.panel = applied(to: panel) }
    return outcome
  }
}
