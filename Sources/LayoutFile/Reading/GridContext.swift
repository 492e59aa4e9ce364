internal import Diagnostics

/// The cells that things of one section can stand in.
enum GridContext {
  case grid(Grid)
  /// No grid is written.
  case none
  /// A grid is written, but it cannot be used; reported.
  case broken
}

extension CellDraft {
  /// Cells and where they lie.
  struct Spot {
    var cells: Grid.Cells
    var box: Box
  }

  /// Where the cell lies.
  ///
  /// Nil if none is written, or after the reason was appended.
  ///
  /// - Parameter thing: What messages call what stands there, such as "knob `bath`".
  /// - Parameter free: The key of a free place beside the cell, if that is written too.
  func spot(
    in room: GridContext, thing: String, free: (key: String, span: SourceSpan)?,
    _ context: ReadingContext
  ) -> Spot? {
    guard let cellSpan = cell.span, let cellKey = cell.keySpan else {
      for (key, span) in [("span", span.keySpan), ("align", align.keySpan)] {
        guard let span else { continue }
        context.error(
          "`\(key)` says nothing without a `cell`", at: span, hint: "add `cell: [1, 1]`")
      }
      return nil
    }
    if let free {
      context.error(
        "\(thing) has both `cell` and `\(free.key)`; it can stand in one place only", at: cellKey,
        hint: "remove one of the two",
        related: [.init(span: free.span, message: "`\(free.key)` is here")])
    }
    guard let cell = cell.value, !span.isUnreadable else { return nil }
    switch room {
    case .broken: return nil
    case .none:
      context.error(
        "\(thing) stands in a cell, but there is no grid", at: cellKey,
        hint: "add `grid: {columns: 4, rows: 2}` beside `knobs`")
      return nil
    case .grid(let grid):
      return spot(at: cell, in: grid, thing: thing, cellSpan, context)
    }
  }

  private func spot(
    at cell: Pair<Int>, in grid: Grid, thing: String, _ cellSpan: SourceSpan,
    _ context: ReadingContext
  ) -> Spot? {
    let related = [Diagnostic.Related(span: grid.keySpan, message: "the grid is here")]
    guard cell.first <= grid.columns.count, cell.second <= grid.rows.count else {
      context.error(
        "\(thing) would stand in cell [\(cell.first), \(cell.second)], but the grid has "
          + grid.countText,
        at: cellSpan, hint: "a cell is [column, row], both from 1", related: related)
      return nil
    }
    let size = span.value ?? Pair(first: 1, second: 1)
    let last = Pair(first: cell.first - 1 + size.first, second: cell.second - 1 + size.second)
    guard last.first <= grid.columns.count, last.second <= grid.rows.count else {
      context.error(
        "\(thing) would reach to cell [\(last.first), \(last.second)], but the grid has "
          + grid.countText,
        at: span.span ?? cellSpan, hint: "a span is how many columns and rows it takes",
        related: related)
      return nil
    }
    let cells = Grid.Cells(
      columns: cell.first - 1..<last.first, rows: cell.second - 1..<last.second)
    return Spot(cells: cells, box: grid.box(of: cells))
  }
}
