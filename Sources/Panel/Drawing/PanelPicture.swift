public import LayoutFile
public import Raster

/// Draws a panel: knows what each change makes old, and redraws only that.
///
/// What never moves is drawn once into a backdrop. A change copies a few rectangles of it and draws
/// what moves over them, in time that does not depend on how many knobs there are and without
/// allocating.
public final class PanelPicture {
  private let backdrop: Backdrop?
  private let knobs: [any KnobPicture]
  private let buttons: [DrawnButton]
  /// Knobs and buttons in the order they are drawn.
  private let things: [any DrawnThing]
  /// For each thing those whose pixels it shares, itself included, in the order they are drawn.
  private let neighbours: [[Int]]
  /// Things that do not look as they should, each once.
  private var old: [Int] = []
  private var isAllOld = true
  private var badge: FaultBadge?
  /// Where a badge came or went.
  private var badgeDamage = Damage()
  private let theme: Theme

  /// Lays the panel out for a viewport and draws its static parts once.
  ///
  /// A picture too large to be had (beyond 32768 pixels a side) draws nothing.
  /// Nor is a picture drawn that is not in `pictures`.
  public init(
    layout: Layout, viewport: Viewport, typesetter: any Typesetter,
    pictures: (any PictureSource)? = nil
  ) {
    let theme = Theme.named(layout.panel.theme, layout.panel.palette)
    self.theme = theme
    let texts = FaceTexts(typesetter, layout.panel.font)
    let shelf = PictureShelf(pictures)
    knobs = layout.knobs.map { knob in
      guard let skin = knob.skin else { return DrawnKnob(KnobFace(knob, viewport, theme, texts)) }
      return SkinnedKnob(SkinFace(knob, skin, viewport, theme, texts, shelf))
    }
    buttons = layout.buttons.map { [theme] in DrawnButton(ButtonFace($0, viewport, theme, texts)) }
    things = knobs + buttons
    neighbours = Neighbours.of(things.map(\.bounds))
    old.reserveCapacity(things.count)
    backdrop = Backdrop(
      size: viewport.pictureSize, theme,
      images: shelf.background(layout.panel, viewport)
        + layout.images.compactMap { shelf.image($0, viewport) },
      labels: layout.labels.map { texts.label($0, viewport) })
    backdrop?.redraw(viewport.pictureSize.bounds, things, things.indices)
  }

  /// Says how a knob (by its index in the layout) looks from now on; equal looks cost nothing.
  public func set(_ appearance: KnobAppearance, ofKnob index: Int) {
    guard knobs.indices.contains(index), knobs[index].wanted != appearance else { return }
    knobs[index].wanted = appearance
    age(index)
  }

  /// Says how a button (by its index in the layout) looks from now on; equal looks cost nothing.
  public func set(_ appearance: ButtonAppearance, ofButton index: Int) {
    guard buttons.indices.contains(index), buttons[index].wanted != appearance else { return }
    buttons[index].wanted = appearance
    age(knobs.count + index)
  }

  private func age(_ index: Int) {
    guard !things[index].isOld else { return }
    things[index].isOld = true
    old.append(index)
  }

  /// Says in a corner what is wrong with the layout file; with nil nothing is.
  public func show(badge text: String?, typesetter: any Typesetter) {
    guard let size = backdrop?.picture.size else { return }
    if let badge { badgeDamage.add(badge.bounds) }
    badge = text.map { FaultBadge($0, on: size, theme, typesetter) }
    if let badge { badgeDamage.add(badge.bounds) }
  }

  /// Makes everything old, for a frame whose pixels are not known.
  public func invalidate() {
    isAllOld = true
  }

  /// True if `draw` has something to do.
  public var needsDrawing: Bool { isAllOld || !old.isEmpty || !badgeDamage.isEmpty }

  /// Redraws what is old in `frame`, which must hold what the last call drew there, and returns it.
  ///
  /// A frame of another size than the viewport's picture is left as it is.
  public func draw(into frame: PixelBuffer) -> Damage {
    guard let backdrop, frame.size == backdrop.picture.size else { return Damage() }
    var damage = Damage()
    for index in old {
      damage.formUnion(update(index, backdrop, frame))
    }
    old.removeAll(keepingCapacity: true)
    if isAllOld {
      isAllOld = false
      damage = Damage(frame.size.bounds)
      redraw(Canvas(frame), backdrop, things.indices)
    } else {
      for part in 0..<badgeDamage.count {
        redraw(Canvas(frame, clip: badgeDamage[part]), backdrop, things.indices)
        damage.add(badgeDamage[part])
      }
    }
    badgeDamage.removeAll()
    return damage
  }

  /// Draws what the canvas leaves open; `near` are the things that may reach into it.
  private func redraw(_ canvas: Canvas, _ backdrop: Backdrop, _ near: some Sequence<Int>) {
    canvas.copy(from: backdrop.picture)
    for index in near where things[index].isVisible(on: canvas) {
      things[index].drawMoving(on: canvas)
    }
    badge?.draw(on: canvas)
  }

  /// Brings one thing up to date; draws only if the rest of the frame is.
  private func update(_ index: Int, _ backdrop: Backdrop, _ frame: PixelBuffer) -> Damage {
    let changes = things[index].update()
    if changes.isStillOld { backdrop.redraw(things[index].bounds, things, neighbours[index]) }
    if isAllOld { return Damage() }
    var visible = Damage()
    for part in 0..<changes.damage.count {
      let canvas = Canvas(frame, clip: changes.damage[part])
      redraw(canvas, backdrop, neighbours[index])
      visible.add(canvas.clip)
    }
    return visible
  }
}
