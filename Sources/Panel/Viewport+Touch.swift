internal import Layout

extension Viewport {
  /// How many design pixels what fingers and touchscreens do by themselves is measured in.
  ///
  /// A pixel of the display, as noise comes in those; but on a display of very fine pixels at least
  /// half a 480th of the panel, as fingertips have the size of hands.
  func touchPixel(of panel: PanelLayout) -> Double {
    let scale = max(min(scaleX, scaleY), 1e-6)
    return max(1 / scale, min(panel.width, panel.height) / 960)
  }
}
