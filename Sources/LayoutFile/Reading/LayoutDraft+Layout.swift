internal import Gesture

extension LayoutDraft {
  /// The layout with everything resolved; to be used only if no error was appended.
  func layout(environment: LayoutEnvironment, _ diagnostics: inout DiagnosticList) -> Layout {
    var panel = panel.value?.layout ?? PanelLayout()
    let shelf = AssetShelf(assets: environment.assets)
    self.panel.value?.fillAssets(of: &panel, shelf, &diagnostics)
    let ruler = Ruler(panel: panel, environment: environment)
    let look = self.panel.value?.checkedLook(in: panel, &diagnostics) ?? LookDraft()
    let room = section.grid.cells(ruler: ruler, &diagnostics)
    var connections = Connections(self.connections, &diagnostics)
    let placed = diagnostics.eachThing(section.knobs.value ?? []) { draft, diagnostics in
      let user = "knob \(VisibleText.quoted(draft.name))"
      return diagnostics.noting(user, uses: draft.span, from: draft.nameSpan) {
        draft.value.knob(
          draft, ruler: ruler, in: room, shelf: shelf, connections: &connections,
          look: look, &$0)
      }
    }.compactMap { $0 }
    GroupCheck.check(placed, areAllThere: !diagnostics.hasErrors, &diagnostics)
    let buttons = buttons(among: placed, ruler: ruler, in: room, &diagnostics)
    let labels = diagnostics.eachThing(section.labels.value ?? []) { label, diagnostics in
      label.label(ruler: ruler, in: room, &diagnostics)
    }.compactMap { $0 }
    let images = diagnostics.eachThing(section.images.value ?? []) { image, diagnostics in
      image.image(ruler: ruler, in: room, shelf, &diagnostics)
    }.compactMap { $0 }
    // Where knobs stand is worth a word only once everything else is right.
    if !diagnostics.hasErrors {
      connections.warnOfUnused(&diagnostics)
      let areas = TouchAreas(panel: panel, ruler: ruler)
      areas.check(placed, &diagnostics)
      areas.check(buttons, among: placed, &diagnostics)
    }
    return Layout(
      panel: panel, knobs: placed.map(\.knob), labels: labels, images: images,
      buttons: buttons.map(\.button))
  }

  private func buttons(
    among placed: [PlacedKnob], ruler: Ruler, in room: CellRoom,
    _ diagnostics: inout DiagnosticList
  ) -> [PlacedButton] {
    let drafts = section.knobs.value ?? []
    let knobs = KnownKnobs(placed: placed, names: drafts.map(\.name))
    return diagnostics.eachThing(section.buttons.value ?? []) { draft, diagnostics in
      if let knob = drafts.first(where: { $0.name == draft.name }) {
        diagnostics.error(
          "a button and a knob are both called \(VisibleText.quoted(draft.name))",
          at: draft.nameSpan, hint: "give one of them another name",
          related: [.init(span: knob.nameSpan, message: "the knob is here")])
      }
      return draft.value.button(draft, among: knobs, ruler: ruler, in: room, &diagnostics)
    }.compactMap { $0 }
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
  fileprivate func label(
    ruler: Ruler, in room: CellRoom, _ diagnostics: inout DiagnosticList
  ) -> LabelLayout? {
    let spot = place.spot(
      in: room, thing: "this label", free: self.at.keySpan.map { ("at", $0) }, &diagnostics)
    let size = size.value.map { ruler.pixels($0, along: .both, &diagnostics) }
    var label = LabelLayout(text: text.value ?? "", at: Point(x: 0, y: 0))
    if let size, let size { label.size = size }
    label.align = align.value ?? label.align
    label.width = width.value.flatMap { ruler.pixels($0, along: .horizontal, &diagnostics) }
    label.fit = fit.value ?? label.fit
    if let span = fit.keySpan, !width.isWritten {
      diagnostics.error(
        "a label without `width` has nothing to `fit` in", at: span,
        hint: "add `width: 120`, or remove `fit`")
    }
    let at =
      self.at.value.flatMap { ruler.point($0, &diagnostics) }
      ?? spot.map { label.baseline(in: $0.box) }
    guard text.value != nil, let at else { return nil }
    label.at = at
    if !(0...ruler.width).contains(at.x) || !(0...ruler.height).contains(at.y),
      let span = self.at.span ?? place.cell.span
    {
      diagnostics.warning(
        "this label stands outside of the panel, which is \(ruler.sizeText)", at: span)
    }
    return label
  }
}

extension LabelLayout {
  /// Where its text stands in a cell: on the side it is aligned to, half as high as the cell.
  fileprivate func baseline(in box: Box) -> Point {
    let x =
      switch align {
      case .left: box.left
      case .center: (box.left + box.right) / 2
      case .right: box.right
      }
    // Capitals are about seven tenths of the em high.
    return Point(x: x, y: (box.top + box.bottom) / 2 + 0.35 * size)
  }
}

extension Ruler {
  /// Nil after the reason was appended.
  func point(_ pair: Pair<Length>, _ diagnostics: inout DiagnosticList) -> Point? {
    let x = pixels(pair.first, along: .horizontal, &diagnostics)
    let y = pixels(pair.second, along: .vertical, &diagnostics)
    guard let x, let y else { return nil }
    return Point(x: x, y: y)
  }

  var sizeText: String { "\(NumberText.shown(width)) x \(NumberText.shown(height)) px" }
}
