/// Aligned columns for people: the first aligned left, the others right.
struct TextTable {
  /// The lines, each ending in a newline.
  let text: String

  /// Creates a table from a header line and lines of cells, with the same number of cells in each.
  init(_ head: [String], _ cells: [[String]]) {
    let rows = [head] + cells
    let widths = head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    text = rows.map { line in
      zip(line, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ") + "\n"
    }.joined()
  }
}
