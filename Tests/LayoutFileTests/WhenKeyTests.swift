import Controls
import Layout
import Testing

@testable import LayoutFile

/// Every key of a case of `when:` changes the model.
@Suite struct WhenKeyTests {
  /// A key of a case, and the section of the item that has it.
  struct Key: Sendable, CustomTestStringConvertible {
    var section: String
    var path: [String]
    var example: String
    var testDescription: String { "\(section).when." + path.joined(separator: ".") }
  }

  private static let keys: [Key] = {
    var keys: [Key] = []
    func visit(_ descriptions: [KeyDescription], of section: String, _ path: [String]) {
      for key in descriptions {
        keys.append(Key(section: section, path: path + [key.key], example: key.example))
        visit(key.keys, of: section, path + [key.key])
      }
    }
    for section in ControlRegistry.standard.language.keys {
      for key in section.keys where key.key == "when" { visit(key.keys, of: section.key, []) }
    }
    return keys
  }()

  @Test("The conditions and the properties of all items are covered") func count() {
    #expect(Set(Self.keys.map(\.section)) == ["knobs", "labels", "images", "buttons"])
    #expect(Self.keys.filter { $0.section == "knobs" }.count == 15)
  }

  @Test(arguments: keys) private func keyChangesTheModel(_ key: Key) throws {
    let others = Self.beside[key.path[0]] ?? ["knob: volume", "above: 5"]
    let value = Self.values[key.testDescription] ?? key.example
    let written =
      switch key.path.joined(separator: ".") {
      case "time.from": "time: {from: \(value), to: \"2:00\"}"
      case "time.to": "time: {from: \"1:00\", to: \(value)}"
      default: "\(key.path[0]): \(value)"
      }
    let with = try Self.model(key.section, others + [written])
    let without = try Self.model(
      key.section,
      key.path.count == 2
        ? others + ["time: {from: \"1:00\", to: \"2:00\"}"] : Self.without[key.path[0]] ?? others)
    #expect(with != without)
  }

  @Test(
    "A page and an item without a list have cases, too",
    arguments: ["knob: volume, above: 5", "control: {file: {path: /run/a}}, is: true"])
  func pages(_ text: String) throws {
    let one = try Self.model("pages", [text])
    #expect(one != (try Self.model("pages", [])))
    for section in ["knobs", "labels", "images", "buttons"] {
      let single = try Self.model(section, "{\(text), visible: false}")
      #expect(single.cases.flatMap(\.self).count == 1)
      #expect(try Self.model(section, "[{\(text), visible: false}]") == single)
    }
  }

  // MARK: Layouts

  /// Entries that must accompany a key.
  private static let beside = [
    "control": ["above: 5"], "knob": ["above: 5"], "is": ["knob: volume"], "in": ["knob: volume"],
    "above": ["knob: volume"], "below": ["knob: volume"], "page": [], "language": [], "time": [],
  ]
  /// The case to compare with, where the entries beside the key are none.
  private static let without = [
    "control": ["knob: volume", "above: 5"], "knob": ["knob: k", "above: 5"],
    "is": ["knob: volume", "is: 7"], "in": ["knob: volume", "is: 7"],
    "above": ["knob: volume", "above: 7"], "below": ["knob: volume", "above: 7"],
    "page": ["page: baths"], "language": ["language: en"],
    "time": ["page: baths"],
  ]
  private static let values = [
    "knobs.when.is": "5", "knobs.when.in": "[5, 6]", "knobs.when.control": "{file: {path: /run/a}}",
    "images.when.file": "wood.png",
  ]

  /// What the layout has of conditions.
  private struct Model: Equatable {
    var cases: [[ItemCase]]
    var controls: [ControlLayout]
  }

  private static func model(_ section: String, _ entries: [String]) throws -> Model {
    try model(section, entries.isEmpty ? "" : "{" + entries.joined(separator: ", ") + "}")
  }

  /// Returns the conditions of a layout in which an item of a section has a `when`.
  private static func model(_ section: String, _ when: String) throws -> Model {
    let when = when.isEmpty ? "" : ", when: \(when)"
    func of(_ name: String) -> String { section == name ? when : "" }
    let outcome = LayoutReader.parse(
      bytes: Array(
        """
        version: 1
        texts: {de: {a: b}}
        pages: {rooms: {}, baths: {name: Baths\(of("pages"))}}
        labels: [{text: a, at: [20, 20]\(of("labels"))}]
        images: [{file: logo.png, at: [30, 30]\(of("images"))}]
        buttons: {press: {center: [400, 100], size: [90, 60], text: b, mute: all\(of("buttons"))}}
        knobs:
          volume: {center: [600, 100], diameter: 90, step: 1}
          k: {center: [600, 300], diameter: 90\(of("knobs"))}
        """.utf8), path: "test.yaml", environment: TestAssets.environment,
      language: ControlRegistry.standard.language)
    let layout = try #require(outcome.layout, "\(outcome.text)")
    return Model(
      cases: layout.knobs.map(\.cases) + layout.labels.map(\.cases) + layout.images.map(\.cases)
        + layout.buttons.map(\.cases) + layout.pages.map(\.cases),
      controls: layout.conditionControls)
  }
}
