public import Layout
public import Panel
public import Raster

/// The picture of a panel, which redraws only the pixels that each change affects.
///
/// Parts that do not change while knobs turn are drawn once into a static layer. A change copies a
/// few rectangles of that layer and draws the changing parts over them, in time that does not
/// depend on the number of knobs, and without allocating.
public final class PanelPicture {
  let staticLayer: StaticLayer?
  /// The items in each language of the layout.
  private let languages: [PanelContents]
  /// The items in the language that is shown.
  private(set) var contents: PanelContents
  private var language = 0
  /// Whether the next page slides in from the left.
  private let isMirrored: Bool
  /// The indices of the dirty items on the visible page, each once.
  private var dirtyItems: [Int] = []
  var isAllDirty = true
  /// The index of the visible page, or a fraction between two pages while they slide.
  var position = 0.0
  private var badge: FaultBadge?
  private let badgeRoom: FaultBadge.Room
  private let lockBadge: LockBadge
  private var isLocked = false
  /// Above everything; nil while it is closed.
  private var pinPad: PINPadFace?
  /// Above everything, with the PIN pad closed; nil while touches have an effect.
  private var countdown: CountdownFace?
  /// Above the items and the badges; nil for none.
  private var message: MessageFace?
  /// The pixels where a badge, a message, the PIN pad or the countdown has changed.
  private var overlayDamage = Damage()
  /// The pixels where images of the static layer have changed.
  var staticDamage = Damage()
  /// The frame that shows the static layer wherever there is no item or badge; nil if there is
  /// none.
  private var frameWithStaticLayer: PixelBuffer?
  private let theme: Theme

  /// Lays out the panel for a viewport; drawing starts with `prepare` or `draw`, with all states
  /// set.
  ///
  /// A picture larger than 32768 pixels per side draws nothing, and images missing from `pictures`
  /// are left out.
  ///
  /// - Parameters:
  ///   - layout: The layout of the panel.
  ///   - viewport: The position of the design in the picture.
  ///   - typesetter: The source of text masks.
  ///   - pictures: The images that the layout names; nil for none.
  public init(
    layout: LayoutDocument, viewport: Viewport, typesetter: any Typesetter,
    pictures: (any PictureSource)? = nil
  ) {
    let theme = Theme(layout.panel)
    self.theme = theme
    let images = ImageCache(pictures)
    // Before the first text: fonts may still be loading on another thread.
    staticLayer = StaticLayer(
      size: viewport.pictureSize, theme,
      background: layout.panel.background.flatMap { images.background($0, viewport) },
      images: images.all(of: layout, on: .back, viewport))
    isMirrored = layout.panel.isMirrored
    let rings = RingRowsCache()
    languages = (0..<max(layout.languages.count, 1)).map { index in
      let translated = layout.translated(to: index)
      let known = layout.languages.indices.contains(index) ? layout.languages[index].texts : [:]
      let texts = FaceTexts(typesetter, translated.panel, translations: known)
      return PanelContents(translated, texts, viewport, theme, images, rings)
    }
    contents = languages[0]
    let pageIndicator = contents.pageIndicator
    badgeRoom = FaultBadge.Room(
      viewport.pictureSize, layout.panel, viewport, above: pageIndicator?.bounds)
    lockBadge = LockBadge(
      viewport.pictureSize, layout.panel, viewport, below: pageIndicator?.bounds, theme)
    dirtyItems.reserveCapacity(contents.items.count)
    staticLayer?.labels = contents.labels
  }

  var knobs: [[any DrawnKnob]] { contents.knobs }
  var buttons: [[DrawnButton]] { contents.buttons }
  var readOuts: [(label: Int, looks: [DrawnReadOut])] { contents.readOuts }
  var pageIndicator: DrawnPageIndicator? { contents.pageIndicator }
  var items: [PageContent<any DrawnItem>] { contents.items }
  private var itemBounds: [PageContent<PixelRect>] { contents.itemBounds }
  private var overlaps: [[Int]] { contents.overlaps }

  /// Shows the texts in a language (by its index in the layout); all states have to be set again.
  public func set(language: Int) {
    guard languages.indices.contains(language), language != self.language else { return }
    self.language = language
    contents = languages[language]
    staticLayer?.labels = contents.labels
    staticLayer?.invalidate()
    dirtyItems.removeAll(keepingCapacity: true)
    pageIndicator?.position = position
    (pinPad, countdown) = (nil, nil)
    isAllDirty = true
    frameWithStaticLayer = nil
  }

  /// Draws the static layer, so that the first `draw` takes less time.
  public func prepare() {
    guard let staticLayer, !isBetweenPages else { return }
    updateDirtyItems { _ in }
    isAllDirty = true
    staticLayer.redraw(
      staticLayer.picture.size.bounds, page: Int(position), items, items.indices)
  }

  func markDirty(_ index: Int) {
    guard !items[index].item.isDirty else { return }
    items[index].item.isDirty = true
    // Items of other pages are updated when their page is shown.
    if isPageVisible(items[index].page) { dirtyItems.append(index) }
  }

  private func isPageVisible(_ page: Int?) -> Bool {
    guard let page else { return true }
    return abs(position - Double(page)) < 1
  }

  /// Shows a badge in a corner with the error in the layout file.
  ///
  /// - Parameters:
  ///   - text: The message; nil removes the badge.
  ///   - typesetter: The source of the text's mask.
  public func show(badge text: String?, typesetter: any Typesetter) {
    guard let size = staticLayer?.picture.size else { return }
    if let badge { overlayDamage.add(badge.bounds) }
    badge = text.map { FaultBadge($0, on: size, in: badgeRoom, theme, typesetter) }
    if let badge { overlayDamage.add(badge.bounds) }
  }

  /// Shows whether the panel is locked as a whole.
  public func set(isLocked: Bool) {
    guard isLocked != self.isLocked else { return }
    self.isLocked = isLocked
    overlayDamage.add(lockBadge.bounds)
  }

  /// Shows the PIN pad above everything; nil closes it.
  public func set(pinPad state: PINPadViewState?) {
    if let pinPad, let state {
      overlayDamage.formUnion(pinPad.update(to: state))
    } else if (pinPad == nil) != (state == nil) {
      pinPad = state.map(contents.makePINPad)
      isAllDirty = true
      frameWithStaticLayer = nil
    }
  }

  /// Shows the cleaning countdown above everything; nil ends it.
  public func set(countdown state: CleaningViewState?) {
    if let countdown, let state {
      overlayDamage.formUnion(countdown.update(to: state))
    } else if (countdown == nil) != (state == nil) {
      countdown = state.map(contents.makeCountdown)
      isAllDirty = true
      frameWithStaticLayer = nil
    }
  }

  /// Shows a message above the items; nil for none.
  public func set(message new: PanelMessage?) {
    if let message { overlayDamage.add(message.bounds) }
    message = new.map(contents.makeMessage)
    if let message { overlayDamage.add(message.bounds) }
  }

  /// Makes the next call to `draw` draw everything that moves, and return all pixels.
  ///
  /// - Parameter isFrameLost: Whether the frame no longer holds what was drawn into it.
  public func invalidate(isFrameLost: Bool = false) {
    isAllDirty = true
    if isFrameLost { frameWithStaticLayer = nil }
  }

  /// Whether the next `draw` draws anything.
  public var needsDrawing: Bool {
    isAllDirty || !dirtyItems.isEmpty || !overlayDamage.isEmpty || !staticDamage.isEmpty
  }

  /// Redraws the pixels that have changed since the last call.
  ///
  /// - Parameter frame: If it was also passed to the last call, it must still hold what was drawn
  ///   then. A frame whose size differs from the viewport's picture is not changed.
  /// - Returns: The pixels that were redrawn.
  public func draw(into frame: PixelBuffer) -> Damage {
    guard let staticLayer, frame.size == staticLayer.picture.size else { return Damage() }
    // Between two pages, items are not at the positions that `overlaps` assumes.
    if isAllDirty || isBetweenPages && needsDrawing {
      isAllDirty = false
      drawAll(staticLayer, frame)
      overlayDamage.removeAll()
      return Damage(frame.size.bounds)
    }
    for part in 0..<staticDamage.count {
      staticLayer.redraw(staticDamage[part], page: Int(position), items, items.indices)
    }
    overlayDamage.formUnion(staticDamage)
    staticDamage.removeAll()
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
    if !staticDamage.isEmpty { staticLayer.invalidate() }
    staticDamage.removeAll()
    if isBetweenPages { return drawSlide(staticLayer, frame) }
    let page = Int(position)
    let isOtherPage = staticLayer.page != page
    var staticDamage = Damage()
    updateDirtyItems { if $0.staticLayer != .none { staticDamage.formUnion($0.damage) } }
    if isOtherPage { staticDamage = Damage(frame.size.bounds) }
    for part in 0..<staticDamage.count {
      staticLayer.redraw(staticDamage[part], page: page, items, items.indices)
      frameWithStaticLayer = nil
    }
    if frame === frameWithStaticLayer, itemsArea(on: page) < frame.size.bounds.area / 2 {
      drawAllItems(staticLayer, frame)
    } else {
      redraw(Canvas(frame), staticLayer, items.indices)
      frameWithStaticLayer = pinPad == nil && countdown == nil ? frame : nil
    }
  }

  /// Updates the dirty items of the visible pages, and calls `body` with the changes of each.
  private func updateDirtyItems(_ body: (Changes) -> Void) {
    for content in items where isPageVisible(content.page) && content.item.isDirty {
      body(content.item.update())
    }
    dirtyItems.removeAll(keepingCapacity: true)
  }

  /// Returns the number of pixels of all items of a page; shared pixels count once for each item.
  private func itemsArea(on page: Int) -> Int {
    itemBounds.reduce(0) { $1.isOn(page) ? $0 + $1.item.area : $0 }
  }

  /// Draws the visible page's items and the badge into a frame with the static layer around them.
  ///
  /// Draws each item while the part of the static layer that was copied for it is in the cache.
  private func drawAllItems(_ staticLayer: StaticLayer, _ frame: PixelBuffer) {
    let page = Int(position)
    func each(_ body: (any DrawnItem, Bool, Canvas) -> Void) {
      for (index, content) in items.enumerated() where content.isOn(page) {
        let canvas = Canvas(frame, clip: content.item.bounds)
        if !canvas.clip.isEmpty { body(content.item, overlaps[index].count == 1, canvas) }
      }
    }
    // The badge may have been at another position.
    if let badge { overlayDamage.add(badge.bounds) }
    if let message { overlayDamage.add(message.bounds) }
    if isLocked { overlayDamage.add(lockBadge.bounds) }
    for part in 0..<overlayDamage.count {
      Canvas(frame, clip: overlayDamage[part]).copy(from: staticLayer.picture)
    }
    // Overlapping items first need the static layer below all of them.
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
    let slide = PageSlide(frame, position: position, isMirrored: isMirrored)
    frameWithStaticLayer = nil
    // The static layer has to be redrawn when the slide ends.
    updateDirtyItems { if $0.staticLayer != .none { staticLayer.invalidate() } }
    staticLayer.draw(slide, items)
    slide.forEach(items) { if $0.isVisible(on: $1) { $0.drawDynamic(on: $1) } }
    drawOverlays(on: slide.canvas)
  }

  /// Draws the visible page within the clip of a canvas.
  ///
  /// - Parameters:
  ///   - canvas: The canvas to draw on; its clip limits the drawing.
  ///   - staticLayer: The background.
  ///   - indices: The indices of the items that may reach into the clip.
  private func redraw(
    _ canvas: Canvas, _ staticLayer: StaticLayer, _ indices: some Sequence<Int>
  ) {
    let page = Int(position)
    canvas.copy(from: staticLayer.picture)
    for index in indices
    where itemBounds[index].isOn(page) && itemBounds[index].item.overlaps(canvas.clip) {
      items[index].item.drawDynamic(on: canvas)
    }
    drawOverlays(on: canvas)
  }

  /// Draws everything above the items.
  private func drawOverlays(on canvas: Canvas) {
    drawBadges(on: canvas)
    pinPad?.draw(on: canvas)
    countdown?.draw(on: canvas)
  }

  private func drawBadges(on canvas: Canvas) {
    if isLocked { lockBadge.draw(on: canvas) }
    badge?.draw(on: canvas)
    message?.draw(on: canvas)
  }

  /// Returns whether another knob's static layer may cover a knob's in an area of its page.
  private func isBelowOthers(_ index: Int, in area: PixelRect) -> Bool {
    overlaps[index].contains {
      $0 > index && $0 < knobs.count && itemBounds[$0].item.overlaps(area)
    }
  }

  /// Updates one item on the visible page, redraws the pixels that differ, and adds them to
  /// `damage`.
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

  /// Redraws the static layer where an item has changed it.
  private func redrawStatic(_ index: Int, _ changes: Changes, _ staticLayer: StaticLayer) {
    changes.damage.forEach {
      if changes.staticLayer == .overlay, !isBelowOthers(index, in: $0) {
        // The response to a touch waits for this.
        staticLayer.drawOverlay(of: items[index].item, in: $0)
      } else {
        staticLayer.redraw($0, page: Int(position), items, overlaps[index])
      }
    }
  }
}
