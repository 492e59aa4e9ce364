import Controls
import Testing

import Diagnostics
import KeyReference
import Layout
@testable import LayoutFile

@Suite struct SchemaTests {
  /// The schema, read as YAML, a superset of JSON.
  private static func schema() throws -> Node {
    let bytes = Array(ControlRegistry.standard.language.jsonSchema.utf8)
    let context = ReadingContext()
    var reader = NodeReader(bytes[...], file: SourceFile(path: "schema", bytes: bytes), context)
    let node = try reader.read()
    #expect(!context.hasErrors)
    return node
  }

  private static func node(_ text: [UInt8]) throws -> Node {
    var reader = NodeReader(
      text[...], file: SourceFile(path: "", bytes: text), ReadingContext())
    return try reader.read()
  }

  @Test("Every shipped layout satisfies the schema") func shipped() throws {
    let check = SchemaCheck(root: try Self.schema())
    for name in TestFolder.names(in: TestFolder.layouts, ending: ".yaml") {
      let layout = try Self.node(
        try #require(TestFolder.read("\(TestFolder.layouts)/\(name).yaml")))
      #expect(check.problem(of: layout) == nil, "\(name)")
    }
  }

  @Test(
    "Keys that a style, a repeat, a grid or another file supplies are not reported missing",
    arguments: [
      "knobs: {k: {use: s}}\nstyles: {s: {diameter: 90, control: {alsa: {card: hw:1}}}}",
      "knobs: {k: {use: [s], unit: ~, value: 3, control: {alsa: {card: hw:1}}}}\nstyles: {s: {}}",
      "knobs: {k: {repeat: 3, value: {n}, center: ['{n}00', 1], diameter: '{nn}0', by: [1, 0]}}",
      "knobs: {'{name}': {repeat: [A, B], name: {name}, cell: [1, 1]}}\ngrid: {columns: [1fr, 20%]}",
      "knobs: {k: {cell: [1, 1], span: [2, 1]}}\ngrid: {columns: 2, gap: [1, 2], margin: 5mm}",
      "knobs: {k: {use: s, sweep: ~, endless: true}}\nstyles: {s: {sweep: [0, 90], diameter: 90}}",
      "knobs: {k: {center: [1, 1], diameter: 90, sweep: [0, 90], endless: false}}",
      "include: rooms.yaml", "include: [a.yaml, b.yaml]\nlabels: [{cell: [1, 1], text: A}]",
    ]) func supplied(text: String) throws
  {
    let layout = try Self.node(Array("version: 1\n\(text)\n".utf8))
    #expect(SchemaCheck(root: try Self.schema()).problem(of: layout) == nil)
  }

  @Test(
    "The schema detects errors of single keys",
    arguments: [
      "key-misspelled", "key-unknown", "diameter-zero", "diameter-list", "center-three",
      "taper-two",
      "control-unknown", "control-without-element", "rotate-odd", "theme-unknown", "size-zero",
      "knob-without-place", "version-missing", "version-newer", "turns-zero", "endless-yes",
      "sectors-one", "knobs-as-list", "label-without-place", "diameter-unit", "range-hyphen",
      "styles-text", "styles-keyless", "style-mistake-once", "style-repeats", "use-mapping",
      "use-empty-list", "use-misplaced", "include-mapping", "include-empty-list",
      "include-version-missing", "include-in-page-of-keys", "grid-columns-fraction",
      "grid-columns-text", "grid-gap-negative", "grid-gap-three", "cell-zero", "cell-number",
      "align-unknown", "panel-shape", "repeat-zero", "repeat-thousands", "repeat-text",
      "repeat-empty-list", "repeat-empty-name", "repeat-mistake-once", "by-one-number",
      "mqtt-topic-wildcard", "mqtt-topic-empty", "mqtt-port-zero",
      "mqtt-port-fraction", "mqtt-password-text", "mqtt-qos-two", "mqtt-without-set",
      "look-ticks-half", "look-ticks-at-text", "look-track-wide", "range-empty", "skin-empty",
      "grid-three-margins",
    ]) func detectsErrors(name: String) throws
  {
    let bytes = try #require(ErrorCaseTests.cases.first { $0.name == name }).bytes
    #expect(SchemaCheck(root: try Self.schema()).problem(of: try Self.node(bytes)) != nil)
  }

  @Test("Every example and default satisfies its own schema")
  func examples() throws {
    var count = 0
    let check = SchemaCheck(root: try Self.schema())
    func visit(_ node: Node) {
      guard case .mapping(let entries) = node.content else { return }
      let examples = entries.first { $0.key == "examples" }?.value
      if case .sequence(let values)? = examples?.content {
        for value in values {
          // The examples of `panel` and `knobs` are minimal; the others are complete.
          #expect(check.problem(of: value, in: node) == nil, "\(value)")
          count += 1
        }
      }
      if let value = entries.first(where: { $0.key == "default" })?.value, examples != nil {
        #expect(check.problem(of: value, in: node) == nil, "\(value)")
      }
      for entry in entries { visit(entry.value) }
    }
    visit(check.root)
    #expect(count >= 27)
  }

  @Test("The key reference has a row for every key, with its meaning") func markdown() {
    let text = LayoutReference(of: ControlRegistry.standard.language).text
    let keys = ControlRegistry.standard.language.keys
    let below = keys.filter { ["panel", "knobs"].contains($0.key) }.flatMap(\.keys)
    #expect(below.count > 50)
    for key in keys + below {
      #expect(text.contains("| `\(key.key)` |"))
      #expect(key.summary.hasSuffix("."))
    }
    #expect(text.contains("### `knobs.control.alsa`"))
  }
}
