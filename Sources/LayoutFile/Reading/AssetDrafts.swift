internal import Diagnostics
internal import Layout

/// The name of a file, or of a font, as it is written.
typealias FileName = Located<String>

/// One of `images:`.
struct ImageDraft: Sendable, CellHolder {
  var file = Setting<FileName>.absent
  var at = Setting<Pair<Length>>.absent
  var center = Setting<Pair<Length>>.absent
  var size = Setting<ImageSizeDraft>.absent
  var opacity = Setting<Double>.absent
  var place = CellDraft()
}

/// `size:` of an image.
enum ImageSizeDraft: Sendable {
  case longest(Length)
  case exact(Pair<Length>)
}

/// `background:` of the panel.
struct BackgroundDraft: Sendable {
  var file = Setting<FileName>.absent
  var fit = Setting<BackgroundLayout.Fit>.absent
}

/// `skin:`: what a knob is drawn with.
struct SkinDraft: Sendable {
  var background = Setting<PicturesDraft>.absent
  var rotating = Setting<PicturesDraft>.absent
  var foreground = Setting<PicturesDraft>.absent
  var filmstrip = Setting<FilmstripDraft>.absent
  var value = Setting<SkinLayout.TextPlace>.absent
  var name = Setting<SkinLayout.TextPlace>.absent
}

/// One file, or one for each of some states.
struct PicturesDraft: Sendable {
  var normal = Setting<FileName>.absent
  var held = Setting<FileName>.absent
  var locked = Setting<FileName>.absent
  var disabled = Setting<FileName>.absent
  var unknown = Setting<FileName>.absent
  var offline = Setting<FileName>.absent

  var others: [(state: SkinLayout.State, file: FileName)] {
    [
      (.held, held), (.locked, locked), (.disabled, disabled), (.unknown, unknown),
      (.offline, offline),
    ].compactMap { state, setting in setting.value.map { (state, $0) } }
  }
}

/// `filmstrip:` of a skin.
struct FilmstripDraft: Sendable {
  var file = Setting<PicturesDraft>.absent
  var frames = Setting<Int>.absent
  var direction = Setting<SkinLayout.Filmstrip.Direction>.absent
}
