internal import Diagnostics

extension Setting where Value == GridDraft {
  /// The cells of a section; a section without a grid of its own has that of the panel.
  func cells(
    ruler: Ruler, orElse panel: GridContext = .none, _ context: ReadingContext
  ) -> GridContext {
    guard isWritten else { return panel }
    guard let (draft, keySpan, _) = written,
      let grid = draft.grid(at: keySpan, ruler: ruler, context)
    else { return .broken }
    return .grid(grid)
  }
}

extension GridDraft {
  /// The grid on its panel; nil after the reason was appended, now or while it was read.
  fileprivate func grid(
    at keySpan: SourceSpan, ruler: Ruler, _ context: ReadingContext
  ) -> Grid? {
    guard
      ![columns.isUnreadable, rows.isUnreadable, gap.isUnreadable, margin.isUnreadable]
        .contains(true)
    else { return nil }
    let gaps = gap.value ?? []
    let margins = margin.value ?? []
    let columns = Tracks(
      name: "columns", sizes: columns, gap: gaps.first,
      before: margins.first, after: margins.count == 4 ? margins[2] : margins.first,
      axis: .horizontal, keySpan: keySpan)
    let rows = Tracks(
      name: "rows", sizes: rows, gap: gaps.last, before: margins.dropFirst().first ?? margins.first,
      after: margins.last, axis: .vertical, keySpan: keySpan)
    let ranges = columns.ranges(ruler, context)
    guard let down = rows.ranges(ruler, context), let ranges else { return nil }
    return Grid(columns: ranges, rows: down, keySpan: keySpan)
  }
}

/// The columns or the rows of a grid as they are written.
private struct Tracks {
  var name: String
  var sizes: Setting<[Track]>
  var gap: Length?
  var before: Length?
  var after: Length?
  var axis: Ruler.Axis
  var keySpan: SourceSpan

  /// Where each lies; nil after the reason was appended.
  func ranges(_ ruler: Ruler, _ context: ReadingContext) -> [Range<Double>]? {
    func pixels(_ length: Length?) -> Double? {
      length.map { ruler.pixels($0, along: axis, context) } ?? 0
    }
    guard let gap = pixels(gap), var before = pixels(before), var after = pixels(after) else {
      return nil
    }
    if axis == .vertical {
      before += ruler.reserved.top
      after += ruler.reserved.bottom
    }
    let sizes = sizes.value ?? [.share(1)]
    var lengths: [Double] = []
    var shares = 0.0
    for size in sizes {
      switch size {
      case .share(let share):
        shares += share
        lengths.append(0)
      case .length(let length):
        guard let length = pixels(length) else { return nil }
        lengths.append(length)
      }
    }
    let side = axis == .horizontal ? ruler.width : ruler.height
    let taken = lengths.reduce(before + after + gap * Double(sizes.count - 1), +)
    // Less than a hundredth of a pixel is rounding.
    guard taken <= side + (shares > 0 ? -1 : 0.01) else {
      refuse(taken, of: side, shares: shares, context)
      return nil
    }
    var position = before
    return zip(sizes, lengths).map { size, length in
      var length = length
      if case .share(let share) = size { length = (side - taken) * (share / shares) }
      defer { position += length + gap }
      return position..<position + length
    }
  }

  private func refuse(
    _ taken: Double, of side: Double, shares: Double, _ context: ReadingContext
  ) {
    let room =
      "the panel is \(NumberText.shown(side)) px"
      + (axis == .horizontal ? " wide" : " high")
    let message =
      shares > 0
      ? "nothing is left for some \(name) of this grid: gaps, margins and lengths take "
        + "\(NumberText.shown(taken)) px, and \(room)"
      : "the \(name) of this grid take \(NumberText.shown(taken)) px with gaps and margins, but "
        + room
    context.error(
      message, at: sizes.span ?? keySpan,
      hint: "make them, `gap` or `margin` smaller, or share what there is with `1fr`")
  }
}
