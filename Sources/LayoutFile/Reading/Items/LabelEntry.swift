internal import Diagnostics
internal import Gesture
internal import Layout

/// A label while its keys are read.
struct LabelEntry: Sendable, CellHolder {
  var label = LabelLayout(text: "", at: DesignPoint(x: 0, y: 0))
  var cell = CellKeys()
  /// Locations for warnings about text and position.
  private(set) var textSpan = SourceSpan.none
  private(set) var placeSpan = SourceSpan.none

  /// Returns a copy on the given page.
  func on(page: Int?) -> LabelEntry {
    var entry = self
    entry.label.page = page
    return entry
  }

  /// Resolves the position and checks the text.
  mutating func finish(_ places: KeyPlaces, _ context: ReadingContext) {
    textSpan = places["text"]?.span ?? textSpan
    placeSpan = places["at"]?.span ?? places["cell"]?.span ?? textSpan
    // `text: |` keeps the final line break.
    while label.text.last == "\n" { label.text.removeLast() }
    label.location = places["value"]?.keySpan.start ?? label.location
    if let value = places["value"], !label.text.hasSubstring(LabelLayout.placeholder) {
      context.error(
        "the text of this label has no {value}, so that its `value` is shown nowhere",
        at: value.keySpan, hint: "write {value} where it belongs, such as \"{value} °C\"")
    }
    if let fit = places["fit"], places["width"] == nil, places["cell"] == nil {
      context.error(
        "a label without `width` has nothing to `fit` in", at: fit.keySpan,
        hint: "add `width: 120`, or remove `fit`")
    }
    if places["at"] == nil {
      guard let spot = cell.spot(places, item: "this label", context) else { return }
      label.at = label.baseline(in: spot.box)
      label.isInCell = true
      if places["width"] == nil, places["fit"] != nil { label.width = spot.box.width }
    }
    let ruler = context.ruler
    if ruler.distanceBeyond(label.at) > 0, let place = places["at"] ?? places["cell"] {
      context.warning(
        "this label stands outside of \(ruler.panelText)", at: place.span)
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
