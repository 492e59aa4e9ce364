import Knobs
import Layout
import Raster

extension ColorRamp {
  /// Creates the layout's colours of lit parts; returns nil if the theme's apply.
  init?(_ style: KnobStyle.Progress, on scale: Scale) {
    if let first = style.zones.first {
      self.init(first.color)
      for zone in style.zones.dropFirst() {
        let position = Float(scale.position(ofValue: zone.from))
        add(zone.color, from: position, to: position)
      }
    } else if let first = style.colors.first {
      self.init(first)
      let parts = Float(max(style.colors.count - 1, 1))
      for (index, color) in style.colors.dropFirst().enumerated() {
        add(color, from: Float(index) / parts, to: Float(index + 1) / parts)
      }
    } else {
      return nil
    }
  }

  /// Whether the colours change more than once.
  var hasMultipleChanges: Bool { changes > 1 }
}
