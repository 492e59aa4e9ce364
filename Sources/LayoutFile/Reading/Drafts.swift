internal import Gesture
internal import Knobs
internal import Layout

/// A layout as it is written: everything optional, with places, nothing checked across keys.
struct LayoutDraft: Sendable {
  var version = Setting<Double>.absent
  var panel = Setting<PanelDraft>.absent
  var pages = Setting<[Named<PageDraft>]>.absent
  var connections = Setting<Connections>.absent
  var section = SectionDraft()
}

/// What stands on the panel, or on one of its pages.
struct SectionDraft: Sendable {
  var knobs = Setting<[Named<KnobDraft>]>.absent
  var labels = Setting<[LabelDraft]>.absent
  var grid = Setting<GridDraft>.absent
  var images = Setting<[ImageDraft]>.absent
  var buttons = Setting<[Named<ButtonDraft>]>.absent
}

struct PanelDraft: Sendable {
  var size = Setting<Pair<Double>>.absent
  var fit = Setting<PanelLayout.Fit>.absent
  var rotate = Setting<Double>.absent
  var theme = Setting<String>.absent
  var shape = Setting<PanelLayout.Shape>.absent
  var background = Setting<BackgroundDraft>.absent
  var font = Setting<FileName>.absent
  var pages = Setting<PagingDraft.Way>.absent
  var tabs = Setting<PagingDraft>.absent
  var home = Setting<Double>.absent
  var colors = Setting<PaletteDraft>.absent
  var look = Setting<LookDraft>.absent
}

struct KnobDraft: Sendable, CellHolder {
  var center = Setting<Pair<Length>>.absent
  var place = CellDraft()
  var diameter = Setting<Length>.absent
  var name = Setting<String>.absent
  var range = Setting<Pair<Double>>.absent
  var value = Setting<Node>.absent
  var defaultValue = Setting<Node>.absent
  var unit = Setting<String>.absent
  var turn = Setting<TurnMode>.absent
  var sweep = Setting<Pair<Double>>.absent
  var turns = Setting<Double>.absent
  var endless = Setting<Bool>.absent
  var sectors = Setting<[String]>.absent
  var step = Setting<Double>.absent
  var taper = Setting<Taper>.absent
  var control = Setting<Node>.absent
  var sensitivity = Setting<Double>.absent
  var dragTravel = Setting<Length>.absent
  var fine = Setting<Double>.absent
  var ring = Setting<RingDraft>.absent
  var leave = Setting<Feel.Leave>.absent
  var hold = Setting<Double>.absent
  var cancel = Setting<Guards.Cancel>.absent
  var overTravel = Setting<Knob.OverTravel>.absent
  var snap = Setting<Knob.Snap>.absent
  var magnets = Setting<[MagnetDraft]>.absent
  var inertia = Setting<Bool>.absent
  var guards = Setting<GuardsDraft>.absent
  var taps = Setting<TapsDraft>.absent
  var report = Setting<ReportDraft>.absent
  var decimals = Setting<Double>.absent
  var names = Setting<[NamedValueDraft]>.absent
  var arc = Setting<ArcOrigin>.absent
  var skin = Setting<SkinDraft>.absent
  var look = Setting<LookDraft>.absent
  var enabled = Setting<Bool>.absent
}

struct LabelDraft: Sendable, CellHolder {
  var text = Setting<String>.absent
  var at = Setting<Pair<Length>>.absent
  var place = CellDraft()
  var size = Setting<Length>.absent
  var align = Setting<LabelLayout.Alignment>.absent
  var width = Setting<Length>.absent
  var fit = Setting<LabelLayout.Fit>.absent
}
