import Layout
import Panel
import Raster

/// A knob drawn with images.
final class SkinnedKnob: DrawnKnob {
  private let face: SkinFace
  /// The state that the frame shows.
  private var shown: SkinElements
  private var wanted: KnobViewState
  var isDirty = false

  init(_ face: SkinFace) {
    self.face = face
    wanted = KnobViewState(position: 0, text: "", state: .unknown)
    shown = SkinElements(wanted, face)
  }

  var bounds: PixelRect { face.bounds }

  func setWanted(_ viewState: KnobViewState) -> Bool {
    guard wanted != viewState else { return false }
    wanted = viewState
    return true
  }

  func update() -> Changes {
    isDirty = false
    let next = SkinElements(wanted, face)
    let changes =
      next.state == shown.state
      ? Changes(damage: next.damage(from: shown, face)) : changes(from: shown.state, to: next.state)
    shown = next
    return changes
  }

  private func changes(from old: SkinLayout.State, to new: SkinLayout.State) -> Changes {
    let (before, after) = (face.layers(old), face.layers(new))
    let isSame = before.background === after.background && before.opacity == after.opacity
    return Changes(damage: Damage(bounds), staticLayer: isSame ? .none : .all)
  }

  func drawStatic(on canvas: Canvas) {
    let layers = face.layers(shown.state)
    if let image = layers.background { face.draw(image, opacity: layers.opacity, on: canvas) }
  }

  func drawDynamic(on canvas: Canvas) {
    guard isVisible(on: canvas) else { return }
    shown.draw(on: canvas, face)
  }

  func textBounds(_ views: [KnobViewState]) -> [(TextArea.Part, PixelRect)] {
    let texts = face.texts
    return texts.name.map { (.name, $0.bounds) }
      + [texts.swappedName].compactMap { $0 }.map { (.value, $0.bounds) }
      + views.map { (.value, face.valueText($0, lift: 0).bounds) }
      + views.compactMap(\.reading).compactMap { reading in
        face.reading.map { (.value, $0.bounds(of: reading)) }
      }
  }
}
