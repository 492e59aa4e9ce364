import Layout
import Raster

/// The frame of a filmstrip.
struct FilmstripElement: FaceElement {
  let frame: Int

  func draw(on canvas: Canvas, _ face: SkinFace, _ state: SkinLayout.State) {
    let layers = face.layers(state)
    guard let strip = layers.strip else { return }
    face.draw(strip.frames[frame], opacity: layers.opacity, on: canvas)
  }

  func addChanges(
    from old: FilmstripElement, _ face: SkinFace, _ state: SkinLayout.State,
    to damage: inout Damage
  ) {
    guard frame != old.frame, let strip = face.layers(state).strip else { return }
    var change = strip.change(from: old.frame, to: frame)
    let rect = SkinFace.rect(of: strip.frames[0].size, face.centerX, face.centerY)
    change.x += rect.x
    change.y += rect.y
    damage.add(change)
  }
}

/// The image that turns.
struct RotatingImageElement: FaceElement {
  let angle: Direction

  func draw(on canvas: Canvas, _ face: SkinFace, _ state: SkinLayout.State) {
    let layers = face.layers(state)
    guard let image = layers.rotating else { return }
    canvas.draw(image, center: face.center, angle: angle, opacity: layers.opacity)
  }

  func addChanges(
    from old: RotatingImageElement, _ face: SkinFace, _ state: SkinLayout.State,
    to damage: inout Damage
  ) {
    guard angle != old.angle, let image = face.layers(state).rotating else { return }
    image.addBounds(center: face.center, angle: old.angle, to: &damage)
    image.addBounds(center: face.center, angle: angle, to: &damage)
  }
}

/// The foreground image, which never changes within a state but is drawn over the images that do.
struct ForegroundElement: FaceElement {
  func draw(on canvas: Canvas, _ face: SkinFace, _ state: SkinLayout.State) {
    let layers = face.layers(state)
    if let image = layers.foreground { face.draw(image, opacity: layers.opacity, on: canvas) }
  }

  func addChanges(
    from old: ForegroundElement, _ face: SkinFace, _ state: SkinLayout.State,
    to damage: inout Damage
  ) {}
}

/// The name of a knob with a skin, which may be on its images; it never changes.
struct SkinNameElement: FaceElement {
  func draw(on canvas: Canvas, _ face: SkinFace, _ state: SkinLayout.State) {
    face.texts.drawName(on: canvas)
  }

  func addChanges(
    from old: SkinNameElement, _ face: SkinFace, _ state: SkinLayout.State,
    to damage: inout Damage
  ) {}
}
