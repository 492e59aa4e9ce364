public import Layout
public import Panel
public import Raster

/// Draws a panel: knows which pixels each change makes out of date, and redraws only those.
///
/// What does not change while knobs turn is drawn once into a static layer. A change copies a few
/// rectangles of that layer and draws over them what does change, in time that does not depend on
/// how many knobs there are, and without allocating.
public final class PanelPicture {
  private let staticLayer: StaticLayer?
  private let knobs: [any KnobItem]
  private let buttons: [DrawnButton]
  /// Of the labels, those that show a value, by their index in the layout.
  private let readOuts: [(label: Int, item: DrawnReadOut)]
  /// Tabs or dots; nil where there are no pages to choose from.
  private let pageIndicator: DrawnPages?
  /// Knobs, buttons, labels that show a value, images in front of them and the page indicator, in the order they are drawn.
  private let items: [PageContent<any DrawnItem>]
  /// The bounds of each item, which are found here without an item being counted.
  private let places: [PageContent<PixelRect>]
  /// For each item the indices of those whose pixels it shares, itself included, in the order they
  /// are drawn.
  private let overlaps: [[Int]]
  /// Indices of the items on the shown page that are dirty, each once.
  private var dirtyItems: [Int] = []
  private var isAllDirty = true
  /// The index of the page that is seen, or a fraction between two while they slide.
  private var position = 0.0
  private var badge: FaultBadge?
  private let badgeRoom: FaultBadge.Room
  private let lockBadge: LockBadge
  private var isLocked = false
  /// Above everything; nil while it is closed.
  private var pinPad: PINPadFace?
  private let makePINPad: (PINPadViewState) -> PINPadFace
  /// Above everything but the PIN pad, which is closed then; nil while touches count.
  private var countdown: CountdownFace?
  private let makeCountdown: (CleaningViewState) -> CountdownFace
  /// Where a badge, the PIN pad or the countdown looks different.
  private var overlayDamage = Damage()
  /// The frame that shows the static layer wherever there is neither an item nor a badge; nil if none
  /// does.
  private var groundedFrame: PixelBuffer?
  private let theme: Theme

  /// Lays the panel out for a viewport; nothing is drawn before `prepare` or `draw`, when it is known how
  /// each item looks.
  ///
  /// A picture larger than 32768 pixels a side draws nothing, and images that `pictures` does not
  /// have are left out.
  ///
  /// - Parameters:
  ///   - layout: What the panel consists of.
  ///   - viewport: Where the design lies in the picture.
  ///   - typesetter: Makes the masks of texts.
  ///   - pictures: The images that the layout names; nil for none.
  public init(
    layout: LayoutDocument, viewport: Viewport, typesetter: any Typesetter,
    pictures: (any PictureSource)? = nil
  ) {
    let theme = Theme(layout.panel)
    self.theme = theme
    let images = ImageCache(pictures)
    // Before the first text: fonts may still be loading in another thread.
    staticLayer = StaticLayer(
      size: viewport.pictureSize, theme,
      images: [layout.panel.background.flatMap { images.background($0, viewport) }]
        .compactMap { $0 }.map { PageContent($0, on: nil) }
        + images.all(of: layout, on: .back, viewport))
    let texts = FaceTexts(typesetter, layout.panel.font, layout.panel.words)
    makePINPad = { PINPadFace(layout.panel, viewport, theme, texts, $0) }
    makeCountdown = { CountdownFace(viewport, theme, texts, $0) }
    let (lines, rings) = (TextLines(layout.knobs), RingRowsCache())
    knobs = layout.knobs.map { knob in
      let item = makeKnobItem(knob, lines, viewport, theme, texts, images, rings)
      guard knob.opacity < 1 else { return item }
      return TranslucentKnob(item, opacity: knob.opacity, in: viewport.pictureSize) ?? item
    }
    buttons = layout.buttons.map { DrawnButton(ButtonFace($0, viewport, theme, texts, images)) }
    readOuts = layout.labels.enumerated().compactMap { index, label in
      DrawnReadOut(label, viewport, theme, texts).map { (label: index, item: $0) }
    }
    pageIndicator = DrawnPages(layout, viewport, theme, texts)
    items =
      zip(knobs, layout.knobs).map { PageContent($0, on: $1.page) }
      + zip(buttons, layout.buttons).map { PageContent($0, on: $1.page) }
      + readOuts.map { PageContent($0.item, on: layout.labels[$0.label].page) }
      + images.all(of: layout, on: .front, viewport).map {
        PageContent(FrontImage($0.item), on: $0.page)
      }
      + [pageIndicator].compactMap { $0 }.map { PageContent($0, on: nil) }
    badgeRoom = FaultBadge.Room(
      viewport.pictureSize, layout.panel, viewport, above: pageIndicator?.bounds)
    lockBadge = LockBadge(
      viewport.pictureSize, layout.panel, viewport, below: pageIndicator?.bounds, theme)
    places = items.map { PageContent($0.item.bounds, on: $0.page) }
    overlaps = Overlaps.indices(of: places.map(\.item), pages: places.map(\.page))
    dirtyItems.reserveCapacity(items.count)
    staticLayer?.labels = layout.labels.filter { $0.value == nil }.flatMap { label in
      texts.label(label, viewport, scale: theme.textScale).map {
        PageContent(DrawnLabel(text: $0, color: label.color), on: label.page)
      }
    }
  }

  /// Draws what does not change while knobs turn, so that the first `draw` takes less time.
  public func prepare() {
    guard let staticLayer, !isBetweenPages else { return }
    let page = Int(position)
    for content in items where content.isOn(page) && content.item.isDirty {
      _ = content.item.update()
    }
    dirtyItems.removeAll(keepingCapacity: true)
    isAllDirty = true
    staticLayer.redraw(staticLayer.picture.size.bounds, page: page, items, items.indices)
  }

  /// Sets how a knob (by its index in the layout) looks from now on; an equal state costs nothing.
  public func set(_ viewState: KnobViewState, ofKnob index: Int) {
    if knobs.indices.contains(index), knobs[index].set(viewState) { markDirty(index) }
  }

  /// Sets how a button (by its index in the layout) looks from now on; an equal state costs
  /// nothing.
  public func set(_ viewState: ButtonViewState, ofButton index: Int) {
    guard buttons.indices.contains(index), buttons[index].wanted != viewState else { return }
    buttons[index].wanted = viewState
    markDirty(knobs.count + index)
  }

  /// Sets how a label (by its index in the layout) looks from now on; does nothing for one that never
  /// changes.
  public func set(_ viewState: LabelViewState, ofLabel index: Int) {
    guard let place = readOuts.firstIndex(where: { $0.label == index }),
      readOuts[place].item.wanted != viewState
    else { return }
    readOuts[place].item.wanted = viewState
    markDirty(knobs.count + buttons.count + place)
  }

  /// Sets whether a finger is on a tab (by the index of its page).
  public func set(isPressed: Bool, ofTab index: Int) {
    if let pageIndicator, pageIndicator.set(isPressed: isPressed, ofTab: index) {
      markDirty(items.count - 1)
    }
  }

  /// Sets which page is seen: its index, or a fraction between two while they slide.
  public func set(pagePosition: Double) {
    guard pagePosition.isFinite, pagePosition != position else { return }
    position = pagePosition
    isAllDirty = true
    if let pageIndicator {
      pageIndicator.position = pagePosition
      markDirty(items.count - 1)
    }
  }

  private func markDirty(_ index: Int) {
    guard !items[index].item.isDirty else { return }
    items[index].item.isDirty = true
    // Items of other pages are updated when their page is shown.
    if isSeen(items[index].page) { dirtyItems.append(index) }
  }

  private func isSeen(_ page: Int?) -> Bool {
    guard let page else { return true }
    return abs(position - Double(page)) < 1
  }

  /// Shows a badge in a corner that says what is wrong with the layout file.
  ///
  /// - Parameters:
  ///   - text: The message; nil removes the badge.
  ///   - typesetter: Makes the mask of the text.
  public func show(badge text: String?, typesetter: any Typesetter) {
    guard let size = staticLayer?.picture.size else { return }
    if let badge { overlayDamage.add(badge.bounds) }
    badge = text.map { FaultBadge($0, on: size, in: badgeRoom, theme, typesetter) }
    if let badge { overlayDamage.add(badge.bounds) }
  }

  /// Shows that the panel is locked as a whole, or that it is not.
  public func set(isLocked: Bool) {
    guard isLocked != self.isLocked else { return }
    self.isLocked = isLocked
    overlayDamage.add(lockBadge.bounds)
  }

  /// Shows the PIN pad above everything; nil closes it.
  public func set(pinPad state: PINPadViewState?) {
    if let pinPad, let state {
      let damage = pinPad.show(state)
      damage.forEach { overlayDamage.add($0) }
    } else if (pinPad == nil) != (state == nil) {
      pinPad = state.map(makePINPad)
      isAllDirty = true
      groundedFrame = nil
    }
  }

  /// Shows the countdown of cleaning above everything; nil ends it.
  public func set(countdown state: CleaningViewState?) {
    if let countdown, let state {
      let damage = countdown.show(state)
      damage.forEach { overlayDamage.add($0) }
    } else if (countdown == nil) != (state == nil) {
      countdown = state.map(makeCountdown)
      isAllDirty = true
      groundedFrame = nil
    }
  }

  /// Makes the next call of `draw` draw everything that moves, and return all pixels.
  ///
  /// - Parameter isFrameLost: Whether the frame no longer holds what was drawn into it.
  public func invalidate(isFrameLost: Bool = false) {
    isAllDirty = true
    if isFrameLost { groundedFrame = nil }
  }

  /// Whether `draw` has something to do.
  public var needsDrawing: Bool { isAllDirty || !dirtyItems.isEmpty || !overlayDamage.isEmpty }

  /// Redraws what has changed since the last call.
  ///
  /// - Parameter frame: If it is that of the last call, it holds what was drawn then. A frame of
  ///   another size than the viewport's picture is left as it is.
  /// - Returns: The pixels that were redrawn.
  public func draw(into frame: PixelBuffer) -> Damage {
    guard let staticLayer, frame.size == staticLayer.picture.size else { return Damage() }
    // Between two pages items are not where `overlaps` has them.
    if isAllDirty || isBetweenPages && needsDrawing {
      isAllDirty = false
      drawAll(staticLayer, frame)
      overlayDamage.removeAll()
      return Damage(frame.size.bounds)
    }
    var damage = Damage()
    for index in dirtyItems { update(index, staticLayer, frame, &damage) }
    dirtyItems.removeAll(keepingCapacity: true)
    for part in 0..<overlayDamage.count {
      redraw(Canvas(frame, clip: overlayDamage[part]), staticLayer, items.indices)
      damage.add(overlayDamage[part])
    }
    overlayDamage.removeAll()
    return damage
  }

  private var isBetweenPages: Bool { position != position.rounded() }

  private func drawAll(_ staticLayer: StaticLayer, _ frame: PixelBuffer) {
    if isBetweenPages { return drawSlide(staticLayer, frame) }
    let page = Int(position)
    let isOtherPage = staticLayer.page != page
    var staticDamage = Damage()
    for content in items where content.isOn(page) && content.item.isDirty {
      let changes = content.item.update()
      if changes.staticLayer != .none { staticDamage.formUnion(changes.damage) }
    }
    dirtyItems.removeAll(keepingCapacity: true)
    if isOtherPage { staticDamage = Damage(frame.size.bounds) }
    for part in 0..<staticDamage.count {
      staticLayer.redraw(staticDamage[part], page: page, items, items.indices)
      groundedFrame = nil
    }
    if frame === groundedFrame, itemsArea(on: page) < frame.size.bounds.area / 2 {
      drawAllItems(staticLayer, frame)
    } else {
      redraw(Canvas(frame), staticLayer, items.indices)
      groundedFrame = pinPad == nil && countdown == nil ? frame : nil
    }
  }

  /// The pixels of all items of a page together, those that several share as often.
  private func itemsArea(on page: Int) -> Int {
    places.reduce(0) { $1.isOn(page) ? $0 + $1.item.area : $0 }
  }

  /// Draws all items of the shown page and the badge into a frame that has the static layer around
  /// them.
  ///
  /// One after the other, each while the part of the static layer that was copied for it is in the
  /// cache.
  private func drawAllItems(_ staticLayer: StaticLayer, _ frame: PixelBuffer) {
    let page = Int(position)
    func each(_ body: (any DrawnItem, Bool, Canvas) -> Void) {
      for (index, content) in items.enumerated() where content.isOn(page) {
        let canvas = Canvas(frame, clip: content.item.bounds)
        if !canvas.clip.isEmpty { body(content.item, overlaps[index].count == 1, canvas) }
      }
    }
    // The badge may have been elsewhere.
    if let badge { overlayDamage.add(badge.bounds) }
    if isLocked { overlayDamage.add(lockBadge.bounds) }
    for part in 0..<overlayDamage.count {
      Canvas(frame, clip: overlayDamage[part]).copy(from: staticLayer.picture)
    }
    // Below items that overlap, first the static layer of all.
    each { _, isAlone, canvas in if !isAlone { canvas.copy(from: staticLayer.picture) } }
    each { item, isAlone, canvas in
      if isAlone {
        item.draw(on: canvas, over: staticLayer)
      } else {
        item.drawDynamic(on: canvas)
      }
    }
    drawBadges(on: Canvas(frame))
  }

  private func drawSlide(_ staticLayer: StaticLayer, _ frame: PixelBuffer) {
    let slide = PageSlide(frame, position: position)
    groundedFrame = nil
    for content in items where slide.shows(content.page) && content.item.isDirty {
      // The static layer has to be redrawn when the slide ends.
      if content.item.update().staticLayer != .none { staticLayer.invalidate() }
    }
    dirtyItems.removeAll(keepingCapacity: true)
    staticLayer.draw(slide, items)
    slide.each(items) { if $0.isVisible(on: $1) { $0.drawDynamic(on: $1) } }
    drawOverlays(on: slide.canvas)
  }

  /// Draws the shown page within the clip of a canvas.
  ///
  /// - Parameters:
  ///   - canvas: What is drawn on; its clip limits the drawing.
  ///   - staticLayer: The background.
  ///   - indices: The indices of the items that may reach into the clip.
  private func redraw(
    _ canvas: Canvas, _ staticLayer: StaticLayer, _ indices: some Sequence<Int>
  ) {
    let page = Int(position)
    canvas.copy(from: staticLayer.picture)
    for index in indices
    where places[index].isOn(page) && places[index].item.overlaps(canvas.clip) {
      items[index].item.drawDynamic(on: canvas)
    }
    drawOverlays(on: canvas)
  }

  /// Draws what lies above the items.
  private func drawOverlays(on canvas: Canvas) {
    drawBadges(on: canvas)
    pinPad?.draw(on: canvas)
    countdown?.draw(on: canvas)
  }

  private func drawBadges(on canvas: Canvas) {
    if isLocked { lockBadge.draw(on: canvas) }
    badge?.draw(on: canvas)
  }

  /// Whether the static layer of another knob of its page may lie over a knob's in an area.
  private func isBelowOthers(_ index: Int, in area: PixelRect) -> Bool {
    overlaps[index].contains {
      $0 > index && $0 < knobs.count && places[$0].item.overlaps(area)
    }
  }

  /// Updates one item on the shown page, redraws where it differs, and adds those pixels.
  private func update(
    _ index: Int, _ staticLayer: StaticLayer, _ frame: PixelBuffer, _ damage: inout Damage
  ) {
    let item = items[index].item
    let changes = item.update()
    if changes.staticLayer != .none { redrawStatic(index, changes, staticLayer) }
    let isAlone = overlaps[index].count == 1
    func redraw(_ canvas: Canvas) {
      guard isAlone else { return self.redraw(canvas, staticLayer, overlaps[index]) }
      item.draw(on: canvas, over: staticLayer)
      drawOverlays(on: canvas)
    }
    if let ring = changes.ring {
      damage.add(ring, within: frame.size.bounds)
      redraw(Canvas(frame, ring: ring))
    }
    changes.damage.forEach {
      let canvas = Canvas(frame, clip: $0)
      redraw(canvas)
      damage.add(canvas.clip)
    }
  }

  /// Redraws the static layer where an item differs in it.
  private func redrawStatic(_ index: Int, _ changes: Changes, _ staticLayer: StaticLayer) {
    changes.damage.forEach {
      if changes.staticLayer == .overlay, !isBelowOthers(index, in: $0) {
        // A finger that comes down waits for this.
        staticLayer.drawOverlay(of: items[index].item, in: $0)
      } else {
        staticLayer.redraw($0, page: Int(position), items, overlaps[index])
      }
    }
  }
}
