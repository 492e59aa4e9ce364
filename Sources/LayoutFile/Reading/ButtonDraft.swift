internal import Diagnostics
internal import Layout

/// A button as it is written.
struct ButtonDraft: Sendable, CellHolder {
  var center = Setting<Pair<Length>>.absent
  var place = CellDraft()
  var size = Setting<Pair<Length>>.absent
  var text = Setting<String>.absent
  var icon = Setting<ButtonLayout.Icon>.absent
  var mute = Setting<KnobChoice>.absent
  var reset = Setting<KnobChoice>.absent
  var preset = Setting<[Named<Node>]>.absent
  var page = Setting<String>.absent
  var kind = Setting<ButtonLayout.Kind>.absent
}

/// Knobs that a button names.
enum KnobChoice: Sendable {
  case all(SourceSpan)
  case named([(name: String, span: SourceSpan)])
}
