internal import Layout
internal import Raster

/// `look:` of a knob, a style or the panel, as it is written.
struct LookDraft: Sendable {
  var track = Setting<TrackDraft>.absent
  var progress = Setting<ProgressDraft>.absent
  var pointer = Setting<PointerDraft>.absent
  var cap = Setting<CapDraft>.absent
  var ticks = Setting<TicksDraft>.absent
  var glow = Setting<GlowDraft>.absent
  var detents = Setting<Bool>.absent
  var name = Setting<KnobStyle.Place>.absent
  var value = Setting<KnobStyle.Place>.absent
  var swap = Setting<SwapDraft>.absent
}

struct TrackDraft: Sendable {
  /// False for `none`.
  var isShown = true
  var width = Setting<Length>.absent
  var color = Setting<Color>.absent
}

struct ProgressDraft: Sendable {
  var isShown = true
  var color = Setting<Color>.absent
  var gradient = Setting<[Color]>.absent
  var zones = Setting<[KnobStyle.Zone]>.absent
}

struct PointerDraft: Sendable {
  var shape = Setting<KnobStyle.Pointer.Shape>.absent
  var color = Setting<Color>.absent
}

struct CapDraft: Sendable {
  var shape = Setting<KnobStyle.Cap.Shape>.absent
  var color = Setting<Color>.absent
  var shadow = Setting<Bool>.absent
}

struct TicksDraft: Sendable {
  var isShown = true
  var count = Setting<Int>.absent
  var every = Setting<Double>.absent
  var listed = Setting<[KnobStyle.Ticks.Label]>.absent
  var between = Setting<Int>.absent
  var labels = Setting<Bool>.absent
  var color = Setting<Color>.absent
}

struct GlowDraft: Sendable {
  var isShown = true
  var color = Setting<Color>.absent
}

/// Seconds for which a value is still seen; nil if it keeps a place of its own.
struct SwapDraft: Sendable {
  var seconds: Double?
}

/// `colors:` of the panel.
struct PaletteDraft: Sendable {
  var background = Setting<Palette.Shade>.absent
  var ink = Setting<Color>.absent
  var dim = Setting<Color>.absent
  var accent = Setting<Palette.Shade>.absent
  var track = Setting<Color>.absent
  var tick = Setting<Color>.absent
  var cap = Setting<Palette.Shade>.absent
  var capInk = Setting<Color>.absent
  var capDim = Setting<Color>.absent
  var pointer = Setting<Color>.absent
}
