internal import Diagnostics

/// The cells available to the items of a section.
enum GridContext: Sendable {
  case grid(Grid)
  /// No grid is written.
  case none
  /// A grid is written but cannot be used, which was reported.
  case broken
}

extension CellKeys {
  /// Cells and their box.
  struct CellArea {
    var cells: Grid.Cells
    var box: Box
  }

  /// Returns the area of the cell, or nil if none is written or after reporting the reason.
  ///
  /// - Parameters:
  ///   - locations: The keys of the item.
  ///   - item: The item's name for messages, such as "knob `bath`".
  ///   - context: Receives the reports.
  /// - Returns: The cells and their box, or nil.
  func area(_ locations: KeyLocations, item: String, _ context: ReadingContext) -> CellArea? {
    guard let location = locations["cell"], let cell, !locations.isUnreadable("span") else {
      return nil
    }
    let grid: Grid
    switch context.grid {
    case .broken: return nil
    case .none:
      context.error(
        "\(item) has a `cell`, but there is no grid", at: location.keySpan,
        hint: "add `grid: {columns: 4, rows: 2}` beside `knobs`")
      return nil
    case .grid(let written): grid = written
    }
    let related = [Diagnostic.Related(span: grid.keySpan, message: "the grid is here")]
    guard cell.first <= grid.columns.count, cell.second <= grid.rows.count else {
      context.error(
        "\(item) is in cell [\(cell.first), \(cell.second)], but the grid has "
          + grid.countText,
        at: location.span, hint: "a cell is [column, row], both from 1", related: related)
      return nil
    }
    let last = Pair(first: cell.first - 1 + span.first, second: cell.second - 1 + span.second)
    guard last.first <= grid.columns.count, last.second <= grid.rows.count else {
      context.error(
        "\(item) reaches to cell [\(last.first), \(last.second)], but the grid has "
          + grid.countText,
        at: locations["span"]?.span ?? location.span, hint: "a span is [columns, rows]",
        related: related)
      return nil
    }
    let cells = Grid.Cells(
      columns: cell.first - 1..<last.first, rows: cell.second - 1..<last.second)
    return CellArea(cells: cells, box: grid.box(of: cells))
  }
}
