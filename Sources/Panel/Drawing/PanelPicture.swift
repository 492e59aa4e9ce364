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
  /// For each knob those whose pixels it shares, itself included, in the order they are drawn.
  private let neighbours: [[Int]]
  /// Those that do not look as they should, each once.
  private var old: [Int] = []
  private var isAllOld = true

  /// Lays the panel out for a viewport and draws its static parts once.
  ///
  /// A picture too large to be had (beyond 32768 pixels a side) draws nothing.
  /// Nor is a picture drawn that is not in `pictures`.
  public init(
    layout: Layout, viewport: Viewport, typesetter: any Typesetter,
    pictures: (any PictureSource)? = nil
  ) {
    let theme = Theme.named(layout.panel.theme)
    let texts = FaceTexts(typesetter, layout.panel.font)
    let shelf = PictureShelf(pictures)
    knobs = layout.knobs.map { knob in
      guard let skin = knob.skin else { return DrawnKnob(KnobFace(knob, viewport, theme, texts)) }
      return SkinnedKnob(SkinFace(knob, skin, viewport, theme, texts, shelf))
    }
    neighbours = Neighbours.of(knobs.map(\.bounds))
    old.reserveCapacity(knobs.count)
    backdrop = Backdrop(
      size: viewport.pictureSize, theme,
      images: shelf.background(layout.panel, viewport)
        + layout.images.compactMap { shelf.image($0, viewport) },
      labels: layout.labels.map { texts.label($0, viewport) })
    backdrop?.redraw(viewport.pictureSize.bounds, knobs, knobs.indices)
  }

  /// Says how a knob (by its index in the layout) looks from now on; equal looks cost nothing.
  public func set(_ appearance: KnobAppearance, ofKnob index: Int) {
    guard knobs.indices.contains(index) else { return }
    let knob = knobs[index]
    guard knob.wanted != appearance else { return }
    knob.wanted = appearance
    guard !knob.isOld else { return }
    knob.isOld = true
    old.append(index)
  }

  /// Makes everything old, for a frame whose pixels are not known.
  public func invalidate() {
    isAllOld = true
  }

  /// True if `draw` has something to do.
  public var needsDrawing: Bool { isAllOld || !old.isEmpty }

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
    guard isAllOld else { return damage }
    isAllOld = false
    let canvas = Canvas(frame)
    canvas.copy(from: backdrop.picture)
    for knob in knobs { knob.drawMoving(on: canvas) }
    return Damage(frame.size.bounds)
  }

  /// Brings one knob up to date; draws only if the rest of the frame is.
  private func update(_ index: Int, _ backdrop: Backdrop, _ frame: PixelBuffer) -> Damage {
    let knob = knobs[index]
    let (damage, changesStill) = knob.update()
    if changesStill { backdrop.redraw(knob.bounds, knobs, neighbours[index]) }
    if isAllOld { return Damage() }
    var visible = Damage()
    for part in 0..<damage.count {
      let canvas = Canvas(frame, clip: damage[part])
      canvas.copy(from: backdrop.picture)
      for neighbour in neighbours[index] { knobs[neighbour].drawMoving(on: canvas) }
      visible.add(canvas.clip)
    }
    return visible
  }
}
