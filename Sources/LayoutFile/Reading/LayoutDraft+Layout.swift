internal import Diagnostics
internal import Gesture
internal import Layout

extension LayoutDraft {
  /// The layout with everything resolved; to be used only if no error was appended.
  func layout(environment: LayoutEnvironment, _ context: ReadingContext) -> LayoutDocument {
    var panel = panel.value?.layout ?? PanelLayout()
    let shelf = AssetResolver(assets: environment.assets)
    self.panel.value?.fillAssets(of: &panel, shelf, context)
    var ruler = Ruler(panel: panel, environment: environment)
    panel.paging = self.panel.value?.paging(ruler: ruler, context) ?? Paging()
    let pages = pages.value ?? []
    if pages.count > 1 { ruler.reserve(panel.paging.tabs) }
    let look = self.panel.value?.checkedLook(in: panel, context) ?? LookDraft()
    context.connections =
      connections.isUnreadable ? .unreadable : connections.value ?? Connections()
    let sections = sections(pages, ruler: ruler, context)
    checkNames(pages, context)

    var layout = LayoutDocument(panel: panel)
    layout.pages = pages.map { PageLayout(id: $0.name, name: $0.value.name.value) }
    var placed: [PlacedKnob] = []
    for section in sections {
      placed += section.knobs(
        ruler: ruler, shelf: shelf, look: look, context)
      layout.labels += section.labels(ruler: ruler, context)
      layout.images += section.images(ruler: ruler, shelf, context)
    }
    GroupCheck.check(placed, areAllThere: !context.hasErrors, context)
    let names = sections.flatMap { ($0.draft.knobs.value ?? []).map(\.name) }
    let knobs = KnownKnobs(placed: placed, names: names)
    let known = KnownPages(names: pages.map(\.name))
    let buttons = sections.flatMap { $0.buttons(among: knobs, known, ruler: ruler, context) }
    // Where knobs stand is worth a word only once everything else is right.
    if !context.hasErrors {
      context.connections.warnOfUnused(context)
      let areas = TouchAreas(panel: panel, ruler: ruler)
      areas.check(placed, context)
      areas.check(buttons, among: placed, context)
      if pages.count > 1 { areas.checkTabs(placed, buttons, context) }
    }
    layout.knobs = placed.map(\.knob)
    layout.buttons = buttons.map(\.button)
    return layout
  }

  /// What stands on every page, then the pages.
  private func sections(
    _ pages: [Named<PageDraft>], ruler: Ruler, _ context: ReadingContext
  ) -> [Section] {
    let room = section.grid.cells(ruler: ruler, context)
    return [Section(draft: section, page: nil, room: room)]
      + pages.enumerated().map { index, page in
        let section = page.value.section
        let room = section.grid.cells(ruler: ruler, orElse: room, context)
        return Section(draft: section, page: index, room: room)
      }
  }

  private func checkNames(_ pages: [Named<PageDraft>], _ context: ReadingContext) {
    var names = UniqueNames()
    let sections = [section] + pages.map(\.value.section)
    for (index, section) in sections.enumerated() {
      for knob in section.knobs.value ?? [] { names.add(knob, "knob", in: index, context) }
    }
    for (index, section) in sections.enumerated() {
      for button in section.buttons.value ?? [] {
        names.add(button, "button", in: index, context)
      }
    }
    for page in pages { names.add(page, "page", context) }
  }
}

extension PanelDraft {
  fileprivate var layout: PanelLayout {
    var layout = PanelLayout()
    if let size = size.value { (layout.width, layout.height) = (size.first, size.second) }
    layout.fit = fit.value ?? layout.fit
    layout.rotate = rotate.value.flatMap { Int(exactly: $0) } ?? layout.rotate
    layout.theme = theme.value ?? layout.theme
    layout.palette = .named(layout.theme)
    if let colors = colors.value { layout.palette = colors.palette(over: layout.palette) }
    layout.shape = shape.value ?? layout.shape
    return layout
  }
}

extension LabelDraft {
  func label(
    ruler: Ruler, in room: GridContext, _ context: ReadingContext
  ) -> LabelLayout? {
    let spot = place.spot(
      in: room, thing: "this label", free: self.at.keySpan.map { ("at", $0) }, context)
    let size = size.value.map { ruler.pixels($0, along: .both, context) }
    var label = LabelLayout(text: text.value ?? "", at: DesignPoint(x: 0, y: 0))
    if let size, let size { label.size = size }
    label.align = align.value ?? label.align
    label.width = width.value.flatMap { ruler.pixels($0, along: .horizontal, context) }
    label.fit = fit.value ?? label.fit
    if let span = fit.keySpan, !width.isWritten {
      context.error(
        "a label without `width` has nothing to `fit` in", at: span,
        hint: "add `width: 120`, or remove `fit`")
    }
    let at =
      self.at.value.flatMap { ruler.point($0, context) }
      ?? spot.map { label.baseline(in: $0.box) }
    guard text.value != nil, let at else { return nil }
    label.at = at
    if !(0...ruler.width).contains(at.x) || !(0...ruler.height).contains(at.y),
      let span = self.at.span ?? place.cell.span
    {
      context.warning(
        "this label stands outside of the panel, which is \(ruler.sizeText)", at: span)
    }
    return label
  }
}

extension LabelLayout {
  /// Where its text stands in a cell: on the side it is aligned to, half as high as the cell.
  fileprivate func baseline(in box: Box) -> DesignPoint {
    let x =
      switch align {
      case .left: box.left
      case .center: (box.left + box.right) / 2
      case .right: box.right
      }
    // Capitals are about seven tenths of the em high.
    return DesignPoint(x: x, y: (box.top + box.bottom) / 2 + 0.35 * size)
  }
}

extension Ruler {
  /// Nil after the reason was appended.
  func point(_ pair: Pair<Length>, _ context: ReadingContext) -> DesignPoint? {
    let x = pixels(pair.first, along: .horizontal, context)
    let y = pixels(pair.second, along: .vertical, context)
    guard let x, let y else { return nil }
    return DesignPoint(x: x, y: y)
  }

  var sizeText: String { "\(NumberText.shown(width)) x \(NumberText.shown(height)) px" }
}
