import Layout
import Raster

/// The light and shadow of a theme: the colours that a layout cannot change.
struct Material: Sendable {
  /// The light along the upper edge of a cap, with its opacity.
  var rim = Color(0xFFFFFF, opacity: 0.22)
  /// The colours of a cap's hollow; nil for the cap's own colours upside down.
  var hollow: Palette.Shade?
  /// The colours along the upper and lower edge of the hollow.
  var hollowEdge = Palette.Shade(
    Color(0x000000, opacity: 0.22), Color(0xFFFFFF, opacity: 0.05))
  /// The colours of a cap's skirt.
  var skirt = Palette.Shade(Color(0x1B1D20), Color(0x101113))
  /// How much lighter metal becomes where it reflects light, in 255ths.
  var shimmer: Float = 46
  /// The same for the ribs of a skirt.
  var ribs: Float = 17
  var shadow = Color(0x000000, opacity: 0.55)
  /// The colour of the halo around a held knob; nil for its accent.
  var glow: Color?
  var glowOpacity: Float = 0.34
  /// The colour mixed into the lit parts of a held knob; its opacity is the amount.
  var emphasis = Color(0xFFFFFF, opacity: 0.18)
  /// How far the caps of inactive knobs fade towards the background, 0…1.
  var inactiveSurfaceFade: Float = 0.5
  /// How far track, ticks and pointer of inactive knobs fade, 0…1.
  var inactiveFade: Float = 0.45
  /// Whether inactive knobs keep the contrast of their texts.
  var keepsTextColors = false
}
