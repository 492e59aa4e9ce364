import Knobs
import Layout
import Raster

extension ColorRamp {
  /// The colours that a layout gives to the lit part; nil if it leaves them to the theme.
  init?(_ look: KnobStyle.Progress, on scale: Scale) {
    if let first = look.zones.first {
      self.init(first.color)
      for zone in look.zones.dropFirst() {
        let place = Float(scale.position(ofValue: zone.from))
        add(zone.color, from: place, to: place)
      }
    } else if let first = look.colors.first {
      self.init(first)
      let parts = Float(max(look.colors.count - 1, 1))
      for (index, color) in look.colors.dropFirst().enumerated() {
        add(color, from: Float(index) / parts, to: Float(index + 1) / parts)
      }
    } else {
      return nil
    }
  }

  /// True where the colours change more often than from one to another.
  var hasMany: Bool { changes > 1 }
}
