import Gesture
import Knobs
import Testing

import Diagnostics
import Layout
@testable import LayoutFile

/// How files are combined.
@Suite struct IncludeTests {
  /// Reads `main.yaml` from these files, which exist only in memory.
  private static func parse(_ files: [String: String]) -> LayoutReader.Outcome {
    var environment = LayoutEnvironment()
    environment.readFile = { path, limit in
      guard let text = files[path] else { return .failure(UnreadableFile(reason: "none")) }
      guard text.utf8.count <= limit else { return .failure(UnreadableFile(reason: "too large")) }
      return .success(Array(text.utf8))
    }
    return LayoutReader.parse(
      bytes: Array((files["main.yaml"] ?? "").utf8), path: "main.yaml", environment: environment)
  }

  private static let position = "center: [400, 240], diameter: 300"

  @Test("Items are combined, those of included files first") func items() throws {
    let outcome = Self.parse([
      "main.yaml": """
      version: 1
      include: [one.yaml, two.yaml]
      knobs: {main: {center: [700, 240], diameter: 90}}
      labels: [{text: main, at: [1, 1]}]
      """,
      "one.yaml":
        "knobs: {one: {center: [100, 240], diameter: 90}}\nlabels: [{text: one, at: [1, 1]}]",
      "two.yaml": "version: 1\nknobs: {two: {center: [300, 240], diameter: 90}}",
    ])
    #expect(outcome.text == "")
    #expect(outcome.layout?.knobs.map(\.id) == ["one", "two", "main"])
    #expect(outcome.layout?.labels.map(\.text) == ["one", "main"])
    #expect(outcome.files == ["main.yaml", "one.yaml", "two.yaml"])
  }

  @Test("For each setting, the including file takes precedence, then the later file")
  func settings() throws {
    let outcome = Self.parse([
      "main.yaml": """
      version: 1
      include: [one.yaml, two.yaml]
      panel: {rotate: 90}
      styles: {s: {step: 5}}
      grid: {columns: 2}
      knobs: {k: {cell: [2, 2], use: s}}
      """,
      "one.yaml": """
      panel: {rotate: 180, theme: paper, fit: none}
      styles: {s: {step: 1, unit: one, name: one}}
      """,
      "two.yaml": """
      panel: {theme: hifi}
      styles: {s: {unit: two}, unused: {step: 3}}
      grid: {columns: 8, rows: 2}
      """,
    ])
    #expect(outcome.text == "")
    let layout = try #require(outcome.layout)
    #expect(layout.panel.rotate == 90 && layout.panel.theme == .hifi)
    #expect(layout.panel.fit == .none)
    let knob = try #require(layout.knobs.first)
    #expect(knob.scale.step == 5 && knob.unit == "two" && knob.name == "one")
    #expect(knob.center.x == 600)
  }

  @Test(
    "Paths are relative to the folder of the file that contains them",
    arguments: [
      ("a/one.yaml", "two.yaml", "a/two.yaml"), ("a/one.yaml", "b/two.yaml", "a/b/two.yaml"),
      ("a/one.yaml", "../two.yaml", "a/../two.yaml"),
      ("one.yaml", "/etc/two.yaml", "/etc/two.yaml"),
      ("/x/one.yaml", "two.yaml", "/x/two.yaml"),
    ])
  func paths(one: String, include: String, two: String) {
    let outcome = Self.parse([
      "main.yaml": "version: 1\ninclude: \(one)", one: "include: \(include)",
      two: "knobs: {k: {\(Self.position)}}",
    ])
    #expect(outcome.text == "")
    #expect(outcome.layout?.knobs.count == 1)
    #expect(outcome.files == ["main.yaml", one, two])
  }

  @Test("A file that several files include is read once") func diamond() {
    let outcome = Self.parse([
      "main.yaml": "version: 1\ninclude: [one.yaml, two.yaml]",
      "one.yaml": "include: base.yaml", "two.yaml": "include: ./base.yaml",
      "base.yaml": "knobs: {k: {\(Self.position)}}",
    ])
    #expect(outcome.text == "")
    #expect(outcome.layout?.knobs.count == 1)
  }

  @Test("A missing file is among the files to watch") func missing() {
    let outcome = Self.parse(["main.yaml": "version: 1\ninclude: [a/gone.yaml]"])
    #expect(outcome.layout == nil)
    #expect(outcome.diagnostics.count == 1)
    #expect(outcome.files == ["main.yaml", "a/gone.yaml"])
  }

  @Test("The total size of all files is limited") func size() {
    let filler = "#" + String(repeating: "x", count: 600_000)
    let outcome = Self.parse([
      "main.yaml": "version: 1\ninclude: [one.yaml, two.yaml]\nknobs: {}",
      "one.yaml": "knobs: {}\n\(filler)", "two.yaml": "knobs: {}\n\(filler)",
    ])
    #expect(outcome.text.contains("main.yaml:2:21: error: this file cannot be included: too large"))
    #expect(outcome.diagnostics.count == 1)
  }

  @Test("A layout has at most 64 files", arguments: [(63, true), (64, false)])
  func count(count: Int, isGood: Bool) {
    var files = ["main.yaml": "version: 1\ninclude: [all.yaml]\nknobs: {}"]
    let names = (0..<count - 1).map { "f\($0).yaml" }
    files["all.yaml"] = "include: [\(names.joined(separator: ", "))]"
    for name in names { files[name] = "styles: {}" }
    let outcome = Self.parse(files)
    #expect((outcome.layout != nil) == isGood)
    #expect(outcome.text.contains("a layout can have at most 64 files") == !isGood)
  }

  @Test("Errors name their own file, those of the main layout first") func order() {
    let outcome = Self.parse([
      "main.yaml": "version: 1\ninclude: [one.yaml, two.yaml]\nknobs: {}\nx: 1",
      "one.yaml": "y: 1", "two.yaml": "\nz: 1",
    ])
    let locations = outcome.diagnostics.map {
      "\($0.span.file.path):\($0.span.start.line):\($0.span.start.column)"
    }
    #expect(locations == ["main.yaml:4:1", "one.yaml:1:1", "two.yaml:2:1"])
  }

  @Test("An include is an error if no files can be read") func withoutFileAccess() {
    let outcome = LayoutReader.parse(
      bytes: Array("version: 1\ninclude: a.yaml".utf8), path: "main.yaml")
    #expect(outcome.layout == nil)
    #expect(outcome.text.contains("files cannot be included here"))
  }
}
