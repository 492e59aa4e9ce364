/// The table of modules in `docs/architecture.md`: what each is for and what it may import.
struct ModuleTable {
  struct Row {
    var module: String
    var job: String
    var imports: [String]
  }

  /// In the order of the document, lowest first.
  var rows: [Row]

  /// Reads the rows that look like "| `Module` | job | `Import`, `Import` |".
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
