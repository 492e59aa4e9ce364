import Testing

@testable import LayoutFile

@Suite struct SchemaTests {
  /// The schema, read as YAML, of which JSON is a part.
  private static func schema() throws -> Node {
    let bytes = Array(LayoutSchema.json.utf8)
    var diagnostics = DiagnosticList()
    var reader = NodeReader(bytes[...], file: SourceFile(path: "schema", bytes: bytes))
    let node = try reader.read(&diagnostics)
    #expect(!diagnostics.hasErrors)
    return node
  }

  private static func node(_ text: [UInt8]) throws -> Node {
    var diagnostics = DiagnosticList()
    var reader = NodeReader(text[...], file: SourceFile(path: "", bytes: text))
    return try reader.read(&diagnostics)
  }

  @Test("Every layout that is shipped satisfies it") func shipped() throws {
    let check = SchemaCheck(root: try Self.schema())
    for name in TestFolder.names(in: TestFolder.layouts, ending: ".yaml") {
      let layout = try Self.node(
        try #require(TestFolder.read("\(TestFolder.layouts)/\(name).yaml")))
      #expect(check.problem(of: layout) == nil, "\(name)")
    }
  }

  @Test(
    "An editor finds what one key alone gets wrong",
    arguments: [
      "key-misspelled", "key-unknown", "diameter-zero", "diameter-list", "center-three",
      "taper-two",
      "control-unknown", "control-without-element", "rotate-odd", "theme-unknown", "size-zero",
      "knob-without-place", "version-missing", "version-newer", "turns-zero", "endless-yes",
      "sectors-one", "knobs-as-list", "label-without-place", "diameter-unit", "range-hyphen",
      "mqtt-topic-wildcard", "mqtt-topic-empty", "mqtt-template-constant", "mqtt-port-zero",
      "mqtt-port-fraction", "mqtt-password-text", "mqtt-qos-two", "mqtt-without-set",
    ]) func mistakes(name: String) throws
  {
    let bytes = try #require(TestFolder.read("\(MistakeTests.folder)/\(name).yaml"))
    #expect(SchemaCheck(root: try Self.schema()).problem(of: try Self.node(bytes)) != nil)
  }

  @Test("The example of every key is one that its own schema takes, and so are the defaults")
  func examples() throws {
    var count = 0
    let check = SchemaCheck(root: try Self.schema())
    func visit(_ node: Node) {
      guard case .mapping(let entries) = node.content else { return }
      let examples = entries.first { $0.key == "examples" }?.value
      if case .sequence(let values)? = examples?.content {
        for value in values {
          // The examples of `panel` and `knobs` show the least; the others are whole.
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

  @Test("The key reference names every key once in its table, with what it means") func markdown() {
    let text = LayoutSchema.markdown
    for key in LayoutTables.layout.keys + LayoutTables.knob.keys + LayoutTables.panel.keys {
      #expect(text.contains("| `\(key.key)` |"))
      #expect(key.summary.hasSuffix("."))
    }
    #expect(text.contains("### `knobs.control.alsa`"))
  }
}
