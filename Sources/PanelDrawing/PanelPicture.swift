public import Layout
public import Panel
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
  /// Tabs or dots; nil where there are no pages to choose from.
  private let pageSign: DrawnPages?
  /// Knobs, buttons and the page sign in the order they are drawn.
  private let things: [Paged<any DrawnItem>]
  /// For each thing those whose pixels it shares, itself included, in the order they are drawn.
  private let neighbours: [[Int]]
  /// Things on the shown page that do not look as they should, each once.
  private var old: [Int] = []
  private var isAllOld = true
  /// The page that is seen: its index, or a place between two.
  private var position = 0.0
  private var badge: FaultBadge?
  /// Where a badge came or went.
  private var badgeDamage = Damage()
  private let theme: Theme

  /// Lays the panel out for a viewport and draws its static parts once.
  ///
  /// A picture too large to be had (beyond 32768 pixels a side) draws nothing.
  /// Nor is a picture drawn that is not in `pictures`.
  public init(
    layout: LayoutDocument, viewport: Viewport, typesetter: any Typesetter,
    pictures: (any PictureSource)? = nil
  ) {
    let theme = Theme.named(layout.panel.theme, layout.panel.palette)
    self.theme = theme
    let texts = FaceTexts(typesetter, layout.panel.font)
    let shelf = ImageCache(pictures)
    knobs = layout.knobs.map { knob in
      guard let skin = knob.skin else { return DrawnKnob(KnobFace(knob, viewport, theme, texts)) }
      return SkinnedKnob(SkinFace(knob, skin, viewport, theme, texts, shelf))
    }
    buttons = layout.buttons.map { [theme] in DrawnButton(ButtonFace($0, viewport, theme, texts)) }
    pageSign = DrawnPages(layout, viewport, theme, texts)
    things =
      zip(knobs, layout.knobs).map { Paged($0, on: $1.page) }
      + zip(buttons, layout.buttons).map { Paged($0, on: $1.page) }
      + [pageSign].compactMap { $0 }.map { Paged($0, on: nil) }
    neighbours = Neighbours.of(things.map(\.thing.bounds), pages: things.map(\.page))
    old.reserveCapacity(things.count)
    backdrop = Backdrop(
      size: viewport.pictureSize, theme,
      images: shelf.background(layout.panel, viewport).map { Paged($0, on: nil) }
        + layout.images.compactMap { image in
          shelf.image(image, viewport).map { Paged($0, on: image.page) }
        },
      labels: layout.labels.map { Paged(texts.label($0, viewport), on: $0.page) })
    backdrop?.redraw(viewport.pictureSize.bounds, page: 0, things, things.indices)
  }

  /// Says how a knob (by its index in the layout) looks from now on; equal looks cost nothing.
  public func set(_ appearance: KnobViewState, ofKnob index: Int) {
    guard knobs.indices.contains(index), knobs[index].wanted != appearance else { return }
    knobs[index].wanted = appearance
    age(index)
  }

  /// Says how a button (by its index in the layout) looks from now on; equal looks cost nothing.
  public func set(_ appearance: ButtonViewState, ofButton index: Int) {
    guard buttons.indices.contains(index), buttons[index].wanted != appearance else { return }
    buttons[index].wanted = appearance
    age(knobs.count + index)
  }

  /// Says whether a finger is on a tab.
  public func set(isPressed: Bool, ofTab index: Int) {
    if let pageSign, pageSign.set(isPressed: isPressed, ofTab: index) { age(things.count - 1) }
  }

  /// Says which page is seen: its index, or a place between two while they slide.
  public func set(pagePosition: Double) {
    guard pagePosition.isFinite, pagePosition != position else { return }
    position = pagePosition
    isAllOld = true
    if let pageSign {
      pageSign.position = pagePosition
      age(things.count - 1)
    }
  }

  private func age(_ index: Int) {
    guard !things[index].thing.isDirty else { return }
    things[index].thing.isDirty = true
    // What is not seen is brought up to date when its page comes.
    if isSeen(things[index].page) { old.append(index) }
  }

  private func isSeen(_ page: Int?) -> Bool {
    guard let page else { return true }
    return abs(position - Double(page)) < 1
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
    // Between two pages nothing stands where its neighbours are looked for.
    if isAllOld || isBetweenPages && needsDrawing {
      isAllOld = false
      badgeDamage.removeAll()
      drawAll(backdrop, frame)
      return Damage(frame.size.bounds)
    }
    var damage = Damage()
    for index in old { damage.formUnion(update(index, backdrop, frame)) }
    old.removeAll(keepingCapacity: true)
    for part in 0..<badgeDamage.count {
      redraw(Canvas(frame, clip: badgeDamage[part]), backdrop, things.indices)
      damage.add(badgeDamage[part])
    }
    badgeDamage.removeAll()
    return damage
  }

  private var isBetweenPages: Bool { position != position.rounded() }

  private func drawAll(_ backdrop: Backdrop, _ frame: PixelBuffer) {
    if isBetweenPages { return drawSlide(backdrop, frame) }
    let page = Int(position)
    var isBackdropDirty = backdrop.page != page
    for thing in things where thing.isOn(page) && thing.thing.isDirty {
      if thing.thing.update().isBackdropDirty { isBackdropDirty = true }
    }
    old.removeAll(keepingCapacity: true)
    if isBackdropDirty { backdrop.redraw(frame.size.bounds, page: page, things, things.indices) }
    redraw(Canvas(frame), backdrop, things.indices)
  }

  private func drawSlide(_ backdrop: Backdrop, _ frame: PixelBuffer) {
    let slide = PageSlide(frame, position: position)
    for thing in things where slide.shows(thing.page) && thing.thing.isDirty {
      // The backdrop of a page that stands has to be drawn anew then.
      if thing.thing.update().isBackdropDirty { backdrop.forget() }
    }
    old.removeAll(keepingCapacity: true)
    backdrop.draw(slide, things)
    slide.each(things) { if $0.thing.isVisible(on: $1) { $0.thing.drawMoving(on: $1) } }
    badge?.draw(on: slide.canvas)
  }

  /// Draws what the canvas leaves open of the page that stands; `near` are the things that may
  /// reach into it.
  private func redraw(_ canvas: Canvas, _ backdrop: Backdrop, _ near: some Sequence<Int>) {
    let page = Int(position)
    canvas.copy(from: backdrop.picture)
    for index in near where things[index].isOn(page) && things[index].thing.isVisible(on: canvas) {
      things[index].thing.drawMoving(on: canvas)
    }
    badge?.draw(on: canvas)
  }

  /// Brings one thing on the shown page up to date, and draws where it differs.
  private func update(_ index: Int, _ backdrop: Backdrop, _ frame: PixelBuffer) -> Damage {
    let thing = things[index].thing
    let changes = thing.update()
    if changes.isBackdropDirty {
      backdrop.redraw(thing.bounds, page: Int(position), things, neighbours[index])
    }
    var visible = Damage()
    for part in 0..<changes.damage.count {
      let canvas = Canvas(frame, clip: changes.damage[part])
      redraw(canvas, backdrop, neighbours[index])
      visible.add(canvas.clip)
    }
    return visible
  }
}
