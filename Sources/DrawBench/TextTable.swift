/// Aligned columns for people: the first to the left, the others to the right.
struct TextTable {
  /// The lines, each with its end.
  let text: String

  /// A line of heads and lines of cells, as many in each.
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
