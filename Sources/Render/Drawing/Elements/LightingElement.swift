import Layout
import Panel
import Raster

/// The states that determine the colours of a knob's lit parts.
struct Lighting: Hashable {
  /// Whether a finger holds the knob.
  var isHeld: Bool
  /// Whether the knob is locked or muted: its value has no effect, so lit parts are nearly
  /// colourless.
  var isQuiet: Bool
}

/// The glow around a held knob.
///
/// It belongs to the static layer, because it does not change while the knob turns, and computing a
/// soft edge takes longer than drawing everything that does.
///
/// The lit parts of the ring and the ticks change colour with it. The band that this element adds
/// to the damage includes them, because one wide band takes fewer rectangles than several.
struct LightingElement: FaceElement {
  let lighting: Lighting

  /// Draws the glow, over the face's part of the static layer.
  func drawStaticOverlay(on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State) {
    guard lighting.isHeld, face.style.metrics.halo.isShown else { return }
    let style = face.style(state)
    let glow = style.material.glow ?? style.palette.accent.last
    canvas.fill(face.geometry.halo, with: .solid(glow.opacity(style.material.glowOpacity)))
  }

  func draw(on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State) {}

  func addChanges(
    from old: LightingElement, _ face: KnobFace, _ state: KnobViewState.State,
    to damage: inout Damage
  ) {
    guard lighting != old.lighting else { return }
    let band = face.geometry.lightingBand
    face.geometry.addRing(
      inner: band.lowerBound, outer: band.upperBound, from: 0, to: 360, to: &damage)
  }

  /// Returns how `old` and this element differ in the static layer.
  func staticChange(from old: LightingElement, _ face: KnobFace) -> StaticChange {
    guard lighting.isHeld != old.lighting.isHeld, face.style.metrics.halo.isShown else {
      return .none
    }
    return lighting.isHeld ? .overlay : .all
  }
}
