/// The module table of `docs/architecture.md`: the purpose and the allowed imports of each module.
struct ModuleTable {
  struct Row {
    var module: String
    var job: String
    var imports: [String]
  }

  /// In document order, lowest module first.
  var rows: [Row]

  /// Reads the rows of the form "| `Module` | job | `Import`, `Import` |".
  init(_ document: String) {
    rows = document.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.split(separator: "`") }
      guard line.hasPrefix("| `"), cells.count == 3, cells[0].count == 3 else { return nil }
      let names = cells[2].enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      return Row(
        module: String(cells[0][1]), job: cells[1].joined(separator: "`"), imports: names)
    }
  }
}
