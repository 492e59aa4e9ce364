import Layout
import Panel
import Raster

/// What of a knob with a skin moves, as it is drawn for one appearance.
struct SkinDrawState {
  let state: SkinLayout.State
  /// Where the rotating picture stands; at the start of its way while the value is not known.
  let angle: Direction
  /// The frame of a filmstrip.
  let frame: Int
  let value: DrawnValue
  /// How much of the name is seen in the value's place, 0…1.
  let nameShare: Float
  /// How fine it turns, while that is not as it is near the knob.
  let gear: DrawnValue
  let sign: KnobDrawState.Sign
  /// Degrees of the true value's mark, and of the place where the finger took the knob.
  let ghost: Double?
  let origin: Double?

  init(_ appearance: KnobViewState, _ face: SkinFace) {
    state = Self.state(appearance)
    let isKnown = appearance.state != .unknown
    let position =
      appearance.position.isFinite && isKnown ? min(max(appearance.position, 0), 1) : 0
    let beyond = appearance.overTravel
    let pull = appearance.state == .normal && beyond.isFinite ? min(max(beyond, -12), 12) : 0
    angle = Direction(degrees: face.travel.degrees(at: position) + pull)
    frame = face.layers(state).strip?.index(at: position) ?? 0
    let isNormal = appearance.state == .normal
    let isLocked = isNormal && appearance.isLocked
    sign =
      isLocked
      ? (face.showsLock ? .none : .padlock)
      : isNormal && appearance.mutedFrom != nil ? .muted : .none
    let share = appearance.nameShare
    nameShare =
      isNormal && sign != .muted && face.texts.plate != nil && share.isFinite
      ? Float(min(max(share, 0), 1)) : 0
    value =
      sign == .muted || nameShare == 1
      ? DrawnValue() : face.texts.value(appearance, lift: sign == .padlock ? face.signs.lift : 0)
    let isHeld = isNormal && appearance.isHeld && !isLocked
    gear = isHeld ? face.gear(appearance.gear) : DrawnValue()
    func degrees(_ position: Double?) -> Double? {
      guard let position, position.isFinite else { return nil }
      return face.travel.degrees(at: min(max(position, 0), 1))
    }
    ghost = isNormal ? degrees(appearance.ghost) : nil
    origin = isHeld ? degrees(appearance.origin) : nil
  }

  private static func state(_ appearance: KnobViewState) -> SkinLayout.State {
    switch appearance.state {
    case .unknown: .unknown
    case .offline: .offline
    case .disabled: .disabled
    case .normal: appearance.isLocked ? .locked : appearance.isHeld ? .held : .normal
    }
  }
}

/// A knob that is drawn with pictures.
final class SkinnedKnob: KnobPicture {
  private let face: SkinFace
  private var look: SkinDrawState
  var wanted: KnobViewState
  var isDirty = false
  var bounds: PixelRect { face.bounds }

  init(_ face: SkinFace) {
    self.face = face
    wanted = KnobViewState(position: 0, text: "", state: .unknown)
    look = SkinDrawState(wanted, face)
  }

  func update() -> Changes {
    isDirty = false
    let old = look
    look = SkinDrawState(wanted, face)
    guard old.state == look.state else {
      let (before, after) = (face.layers(old.state), face.layers(look.state))
      let isSame = before.background === after.background && before.opacity == after.opacity
      return Changes(damage: Damage(face.bounds), isBackdropDirty: !isSame)
    }
    var damage = Damage()
    let layers = face.layers(look.state)
    if let rotating = layers.rotating, old.angle != look.angle {
      damage.add(rotating.bounds(center: face.center, angle: old.angle))
      damage.add(rotating.bounds(center: face.center, angle: look.angle))
    }
    if let strip = layers.strip, old.frame != look.frame {
      var change = strip.change(from: old.frame, to: look.frame)
      let frame = SkinFace.rect(of: strip.frames[0].size, face.centerX, face.centerY)
      change.x += frame.x
      change.y += frame.y
      damage.add(change)
    }
    if old.nameShare != look.nameShare {
      // One shines through the other.
      damage.add(look.value.bounds.union(old.value.bounds))
      if let plate = face.texts.plate { damage.add(plate.bounds) }
    }
    look.value.addChanges(from: old.value, to: &damage)
    look.gear.addChanges(from: old.gear, to: &damage)
    if old.sign != look.sign {
      damage.add(face.signs.bounds(of: old.sign))
      damage.add(face.signs.bounds(of: look.sign))
    }
    face.signs.addMarkChanges(
      origins: (old.origin, look.origin), ghosts: (old.ghost, look.ghost), to: &damage)
    return Changes(damage: damage)
  }

  func drawStill(on canvas: Canvas) {
    let layers = face.layers(look.state)
    draw(layers.background, layers.opacity, on: canvas)
  }

  func drawMoving(on canvas: Canvas) {
    guard !canvas.clip.intersection(face.bounds).isEmpty else { return }
    let layers = face.layers(look.state)
    if let strip = layers.strip { draw(strip.frames[look.frame], layers.opacity, on: canvas) }
    if let rotating = layers.rotating {
      canvas.draw(rotating, center: face.center, angle: look.angle, opacity: layers.opacity)
    }
    draw(layers.foreground, layers.opacity, on: canvas)
    face.signs.drawMarks(
      origin: look.origin, ghost: look.ghost, on: canvas, face.onBackground)
    face.texts.draw(look.value, nameShare: look.nameShare, on: canvas)
    face.signs.draw(look.sign, on: canvas, face.texts.textColors)
    look.gear.draw(on: canvas, face.texts.signInks)
  }

  private func draw(_ image: Image?, _ opacity: Float, on canvas: Canvas) {
    guard let image else { return }
    let place = SkinFace.rect(of: image.size, face.centerX, face.centerY)
    canvas.draw(image, x: place.x, y: place.y, opacity: opacity)
  }
}
