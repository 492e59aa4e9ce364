import Testing

/// Checks the sources against `docs/architecture.md`.
@Suite struct ModuleTests {
  private let table: ModuleTable

  init() throws {
    table = ModuleTable(try #require(SourceTree.text("docs/architecture.md")))
  }

  @Test func everyModuleHasARow() {
    let modules = Set(SourceTree.files.map(\.module))
    #expect(modules.count > 15)
    #expect(Set(table.rows.map(\.module)) == modules)
  }

  @Test func modulesImportExactlyTheirRow() {
    for row in table.rows {
      var imported: Set<String> = []
      for file in SourceTree.files where file.module == row.module {
        imported.formUnion(file.imports)
      }
      #expect(imported.subtracting(Self.free) == Set(row.imports), "\(row.module)")
    }
  }

  @Test func importsAreListedAboveTheirModule() {
    var known: Set<String> = []
    let own = Set(table.rows.map(\.module))
    for row in table.rows {
      for name in row.imports where own.contains(name) {
        #expect(known.contains(name), "\(row.module) imports \(name), which is listed below it")
      }
      known.insert(row.module)
    }
  }

  @Test func pureModulesImportOnlyPureModules() {
    let pure = Set(table.rows.filter { $0.job.hasPrefix(" pure: ") }.map(\.module))
    #expect(pure.isSuperset(of: ["Gesture", "Knobs", "Layout", "Panel", "PanelDrawing", "Raster"]))
    for row in table.rows where pure.contains(row.module) {
      #expect(Set(row.imports).isSubset(of: pure), "\(row.module)")
    }
  }

  /// C library module maps are named `C…`; exactly one module wraps each of them.
  @Test func eachCLibraryIsImportedByOneModule() {
    var owners: [String: [String]] = [:]
    for row in table.rows {
      for name in row.imports where name.hasPrefix("C") && name != "Controls" && name != "CLinux" {
        owners[name, default: []].append(row.module)
      }
    }
    for (library, modules) in owners {
      #expect(modules.count == 1, "\(library): \(modules)")
    }
  }

  @Test func noTypeHasItsModulesName() {
    for file in SourceTree.files {
      for line in file.lines {
        let words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber })
        for (word, next) in zip(words, words.dropFirst())
        where Self.declarations.contains(word) && !line.hasPrefix(" ") {
          #expect(next != file.module, "\(file.name): \(line)")
        }
      }
    }
  }

  @Test("A folder has at most 20 files") func folders() {
    let folders = Dictionary(grouping: SourceTree.files, by: \.folder)
    #expect(folders.count > 100)
    for (folder, files) in folders { #expect(files.count <= 20, "\(folder)") }
  }

  @Test func filesHaveAtMost400Lines() {
    for file in SourceTree.files {
      #expect(file.lines.count <= 400, "\(file.module)/\(file.name)")
    }
  }

  /// Modules that any module may import: the C library and the standard library's own modules.
  ///
  /// Pure modules must not use the clock, and none calls it.
  private static let free: Set<String> = ["Glibc", "Synchronization"]
  private static let declarations: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]
}
