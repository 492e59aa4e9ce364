internal import Diagnostics

extension GridKeys {
  /// Returns the grid on its panel, or `.broken` after reporting the reason.
  func resolved(at keySpan: SourceSpan, _ context: ReadingContext) -> GridContext {
    guard !["columns", "rows", "gap", "margin"].contains(where: locations.isUnreadable) else {
      return .broken
    }
    let columns = Tracks(
      name: "columns", sizes: columns, gap: gap.first,
      before: margin.first, after: margin.count == 4 ? margin[2] : margin.first,
      axis: .horizontal, span: locations["columns"]?.span ?? keySpan)
    let rows = Tracks(
      name: "rows", sizes: rows, gap: gap.last, before: margin.dropFirst().first ?? margin.first,
      after: margin.last, axis: .vertical, span: locations["rows"]?.span ?? keySpan)
    let across = columns.ranges(context)
    guard let down = rows.ranges(context), let across else { return .broken }
    return .grid(Grid(columns: across, rows: down, keySpan: keySpan))
  }
}

/// The columns or the rows of a grid, as written.
private struct Tracks {
  var name: String
  var sizes: [Track]
  var gap: Length?
  var before: Length?
  var after: Length?
  var axis: Ruler.Axis
  /// Location for messages about the sizes.
  var span: SourceSpan

  /// Returns the range of each track in design pixels, or nil after reporting the reason.
  func ranges(_ context: ReadingContext) -> [Range<Double>]? {
    let ruler = context.ruler
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
      reportOverflow(taken, of: side, shares: shares, context)
      return nil
    }
    for (index, size) in sizes.enumerated() {
      if case .share(let share) = size { lengths[index] = (side - taken) * (share / shares) }
    }
    let isMirrored = axis == .horizontal && ruler.isMirrored
    var position = before
    let ranges = (isMirrored ? lengths.reversed() : lengths).map { length in
      defer { position += length + gap }
      return position..<position + length
    }
    return isMirrored ? ranges.reversed() : ranges
  }

  private func reportOverflow(
    _ taken: Double, of side: Double, shares: Double, _ context: ReadingContext
  ) {
    let room =
      "the panel is \(NumberText.shown(side)) px"
      + (axis == .horizontal ? " wide" : " high")
    let message =
      shares > 0
      ? "no space is left for some \(name) of this grid: gaps, margins and lengths take "
        + "\(NumberText.shown(taken)) px, and \(room)"
      : "the \(name) of this grid take \(NumberText.shown(taken)) px with gaps and margins, but "
        + room
    context.error(
      message, at: span,
      hint: "make them, `gap` or `margin` smaller, or divide the space with `1fr`")
  }
}
