import Layout
import Raster

/// Light and shadow of a theme: what of its colours a layout cannot name.
struct Material: Sendable {
  /// Light along the upper edge of a cap, with its opacity.
  var rim = Color(0xFFFFFF, opacity: 0.22)
  /// Of a cap's hollow; nil for the cap's own colours the other way round.
  var hollow: Palette.Shade?
  /// Along the upper and lower edge of the hollow.
  var hollowEdge = Palette.Shade(
    Color(0x000000, opacity: 0.22), Color(0xFFFFFF, opacity: 0.05))
  /// What a cap's skirt is made of.
  var skirt = Palette.Shade(Color(0x1B1D20), Color(0x101113))
  /// How strongly caps of metal and cones shimmer, in 255ths.
  var shimmer: Float = 46
  /// How strongly the ribs of a skirt do.
  var ribs: Float = 17
  var shadow = Color(0x000000, opacity: 0.55)
  /// Around a knob in somebody's hand; nil for its accent.
  var glow: Color?
  var glowOpacity: Float = 0.34
  /// What lit parts are mixed with while held, and by how much (opacity).
  var emphasis = Color(0xFFFFFF, opacity: 0.18)
  /// How far caps, and how far signs, go into the background when a knob cannot turn anything, 0…1.
  var withdrawal: Float = 0.5
  var fading: Float = 0.45
  /// Whether a knob that cannot turn anything keeps its texts as bold as they were.
  var keepsInk = false
}
