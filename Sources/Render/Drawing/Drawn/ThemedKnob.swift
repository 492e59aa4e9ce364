import Layout
import Panel
import Raster

/// A knob of the panel, as a drawn item.
protocol DrawnKnob: DrawnItem {
  /// Sets the state to show after the next update; returns whether it differs from the last one
  /// set.
  func setWanted(_ viewState: KnobViewState) -> Bool

  /// Returns the pixels of the knob's texts, including its value in each of the given view states.
  func textBounds(_ views: [KnobViewState]) -> [(TextArea.Part, PixelRect)]
}

/// Returns the knob with its skin, or with the theme's shapes if it has none.
func makeDrawnKnob(
  _ knob: KnobLayout, _ neighbours: Neighbours, _ viewport: Viewport, _ theme: Theme,
  _ texts: FaceTexts, _ images: ImageCache, _ rings: RingRowsCache
) -> any DrawnKnob {
  guard let skin = knob.skin else {
    return ThemedKnob(
      KnobFace(knob, viewport, theme, texts, rings, among: neighbours))
  }
  return SkinnedKnob(SkinFace(knob, skin, viewport, theme, texts, images))
}

/// A knob drawn with the theme's shapes.
final class ThemedKnob: DrawnKnob {
  let face: KnobFace
  /// The state that the frame shows.
  private(set) var shown: KnobElements
  private var wanted: KnobViewState
  var isDirty = false

  init(_ face: KnobFace) {
    self.face = face
    wanted = KnobViewState(position: 0, text: "", state: .unknown)
    shown = KnobElements(wanted, face)
  }

  var bounds: PixelRect { face.bounds }

  func setWanted(_ viewState: KnobViewState) -> Bool {
    guard wanted != viewState else { return false }
    wanted = viewState
    return true
  }

  func update() -> Changes {
    isDirty = false
    let next = KnobElements(wanted, face)
    // A change of state affects all of it.
    let changes =
      next.state == shown.state
      ? Changes(
        damage: next.damage(from: shown, face),
        ring: next.ribStep == shown.ribStep ? nil : face.ribsRegion,
        staticLayer: next.lighting.staticChange(from: shown.lighting, face))
      : Changes(damage: Damage(bounds), staticLayer: .all)
    shown = next
    return changes
  }

  func drawStatic(on canvas: Canvas) {
    face.drawStatic(on: canvas, shown.state)
    drawStaticOverlay(on: canvas)
  }

  func drawStaticOverlay(on canvas: Canvas) {
    shown.lighting.drawStaticOverlay(on: canvas, face, shown.state)
  }

  func drawDynamic(on canvas: Canvas) {
    if let step = shown.ribStep { face.drawRibs(step: step, on: canvas, shown.state) }
    shown.draw(on: canvas, face)
  }

  func draw(on canvas: Canvas, over staticLayer: StaticLayer) {
    if let step = shown.ribStep {
      face.drawRibs(step: step, on: canvas, shown.state, over: staticLayer)
    } else {
      canvas.copy(from: staticLayer.picture)
    }
    shown.draw(on: canvas, face)
  }

  func textBounds(_ views: [KnobViewState]) -> [(TextArea.Part, PixelRect)] {
    face.labels.map { (.scale, $0.bounds) } + face.name.map { (.name, $0.bounds) }
      + [face.swappedName].compactMap { $0 }.map { (.value, $0.bounds) }
      + views.map { (.value, face.valueText($0, lift: 0).bounds) }
      + views.compactMap(\.reading).compactMap { reading in
        face.reading.map { (.value, $0.bounds(of: reading)) }
      }
  }
}
