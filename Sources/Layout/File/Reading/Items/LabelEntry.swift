internal import Diagnostics
internal import Gesture
internal import Layout

/// A label while its keys are read.
struct LabelEntry: Sendable, CellHolder, CaseHolder {
  var label = LabelLayout(text: "", at: DesignPoint(x: 0, y: 0))
  var cell = CellKeys()
  var cases: [CaseEntry] = []
  /// Locations for warnings about text and position.
  private(set) var textSpan = SourceSpan.none
  private(set) var positionSpan = SourceSpan.none

  /// Resolves the position and checks the text.
  mutating func finish(_ locations: KeyLocations, _ context: ReadingContext) {
    textSpan = locations["text"]?.span ?? textSpan
    positionSpan = locations["at"]?.span ?? locations["cell"]?.span ?? textSpan
    if locations["align"] == nil, context.ruler.isMirrored { label.align = .right }
    // `text: |` keeps the final line break.
    while label.text.last == "\n" { label.text.removeLast() }
    label.location = locations["value"]?.keySpan.start ?? label.location
    if let value = locations["value"], !label.text.hasSubstring(LabelLayout.placeholder) {
      context.error(
        "the text of this label has no {value}, so its `value` is not shown",
        at: value.keySpan, hint: "add {value} to the text, such as \"{value} °C\"")
    }
    if let fit = locations["fit"], locations["width"] == nil, locations["cell"] == nil {
      context.error(
        "`fit` needs a `width`, but this label has none", at: fit.keySpan,
        hint: "add `width: 120`, or remove `fit`")
    }
    if locations["at"] == nil {
      guard let area = cell.area(locations, item: "this label", context) else { return }
      label.at = label.baseline(in: area.box)
      label.isInCell = true
      if locations["width"] == nil, locations["fit"] != nil { label.width = area.box.width }
    }
    let ruler = context.ruler
    if ruler.distanceBeyond(label.at) > 0, let location = locations["at"] ?? locations["cell"] {
      context.warning(
        "this label is outside of \(ruler.panelText)", at: location.span)
    }
  }
}

extension LabelLayout {
  /// Returns the baseline in a cell: at the aligned side, vertically centred.
  fileprivate func baseline(in box: Box) -> DesignPoint {
    let x =
      switch align {
      case .left: box.left
      case .center: (box.left + box.right) / 2
      case .right: box.right
      }
    // The cap height is about 0.7 em.
    return DesignPoint(x: x, y: (box.top + box.bottom) / 2 + 0.35 * size)
  }
}
