internal import Gesture

extension LayoutDraft {
  /// The layout with everything resolved; to be used only if no error was appended.
  func layout(environment: LayoutEnvironment, _ diagnostics: inout DiagnosticList) -> Layout {
    let panel = panel.value?.layout ?? PanelLayout()
    let ruler = Ruler(panel: panel, environment: environment)
    var connections = Connections(self.connections, &diagnostics)
    var placed: [PlacedKnob] = []
    for draft in section.knobs.value ?? [] {
      let knob = draft.value.knob(
        draft, ruler: ruler, connections: &connections, &diagnostics)
      if let knob { placed.append(knob) }
    }
    let labels = (section.labels.value ?? []).compactMap { $0.label(ruler: ruler, &diagnostics) }
    // Where knobs stand is worth a word only once everything else is right.
    if !diagnostics.hasErrors {
      connections.warnOfUnused(&diagnostics)
      TouchAreas(panel: panel, ruler: ruler).check(placed, &diagnostics)
    }
    return Layout(panel: panel, knobs: placed.map(\.knob), labels: labels)
  }
}

extension PanelDraft {
  fileprivate var layout: PanelLayout {
    var layout = PanelLayout()
    if let size = size.value { (layout.width, layout.height) = (size.first, size.second) }
    layout.fit = fit.value ?? layout.fit
    layout.rotate = rotate.value.flatMap { Int(exactly: $0) } ?? layout.rotate
    layout.theme = theme.value ?? layout.theme
    return layout
  }
}

extension LabelDraft {
  fileprivate func label(ruler: Ruler, _ diagnostics: inout DiagnosticList) -> LabelLayout? {
    let at = at.value.flatMap { ruler.point($0, &diagnostics) }
    let size = size.value.map { ruler.pixels($0, along: .both, &diagnostics) }
    guard let text = text.value, let at else { return nil }
    var label = LabelLayout(text: text, at: at)
    if let size, let size { label.size = size }
    label.align = align.value ?? label.align
    if !(0...ruler.width).contains(at.x) || !(0...ruler.height).contains(at.y),
      let span = self.at.span
    {
      diagnostics.warning(
        "this label stands outside of the panel, which is \(ruler.sizeText)", at: span)
    }
    return label
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
