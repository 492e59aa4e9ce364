internal import Layout

extension Viewport {
  /// Returns the unit, in design pixels, for thresholds that depend on touch noise and finger size.
  ///
  /// One display pixel, because touch noise scales with display pixels; but at least half a 480th
  /// of the panel, because fingertips do not get smaller on displays with very fine pixels.
  func touchPixel(of panel: PanelLayout) -> Double {
    let scale = max(min(scaleX, scaleY), 1e-6)
    return max(1 / scale, min(panel.width, panel.height) / 960)
  }
}
