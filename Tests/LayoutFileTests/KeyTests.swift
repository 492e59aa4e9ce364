import Controls
import Diagnostics
import Layout
import Testing

@testable import LayoutFile

/// Every key of a knob changes the model; a key that is declared but has no effect fails here.
@Suite struct KeyTests {
  /// A key of a knob with its path and its documented example.
  struct Key: Sendable, CustomTestStringConvertible {
    var path: [String]
    var example: String
    var testDescription: String { path.joined(separator: ".") }
  }

  /// Keys with their own tests, as they depend on more than the knob: a grid, other knobs,
  /// connections, pictures, styles, conditions.
  private static let others: Set<String> = [
    "center", "diameter", "cell", "span", "align", "control", "skin", "use", "repeat", "by", "when",
  ]

  /// Values to use where the example equals the default.
  private static let values = [
    "reading": "{file: {path: /run/actual}}",
    "range": "[10, 90]", "taper": "cubic", "guards.lift_off": "0.06", "guards.stuck": "30",
    "guards.bridge": "0.2", "return.to": "10",
  ]

  /// Keys whose values are lists of mappings.
  private static let lists: Set<String> = ["magnets", "names"]

  /// Entries that must accompany a key.
  private static let companions = [
    "magnets.value": ["width: 1"], "magnets.width": ["value: 0"],
    "names.value": ["name: quiet"], "names.name": ["value: 0"],
    "input.axis": ["device: Knob"], "input.step": ["device: Knob"],
    "input.acceleration": ["device: Knob"], "input.follows": ["device: Knob"],
    "return": ["default: 20"], "return.after": ["to: 10"], "return.to": ["after: 60"],
  ]

  /// Keys of the knob that must accompany a key in one of its mappings.
  private static let besideMapping = ["guards.within": "default: 20"]
  /// The ranges of keys that do not suit the default one.
  private static let ranges = ["taper.zero_at": ", range: [-60, 10]"]

  /// Other values of required keys, for comparison.
  private static let alternatives = [
    "magnets.value": "value: 20", "magnets.width": "width: 7", "names.value": "value: 9",
    "names.name": "name: quiet", "input.device": "device: Knob", "return.after": "after: 30",
    "return.to": "to: 30",
  ]

  static let keys: [Key] = {
    var keys: [Key] = []
    func visit(_ descriptions: [KeyDescription], _ path: [String]) {
      for key in descriptions where !(path.isEmpty && others.contains(key.key)) {
        keys.append(Key(path: path + [key.key], example: key.example))
        visit(key.keys, path + [key.key])
      }
    }
    let knobs = ControlRegistry.standard.language.keys.first { $0.key == "knobs" }
    visit(knobs?.keys ?? [], [])
    return keys
  }()

  @Test("The tests cover the keys of a knob, including those of its look") func count() {
    #expect(Self.keys.count > 60)
    #expect(Self.keys.filter { $0.path.first == "look" }.count > 20)
  }

  @Test(arguments: keys) func keyChangesTheModel(_ key: Key) throws {
    let name = key.testDescription
    let beside = Self.companions[name] ?? []
    let value = Self.values[name] ?? key.example
    let with = try Self.knob(key, beside + ["\(key.path.last ?? ""): \(value)"])
    let without = try Self.knob(key, beside + [Self.alternatives[name]].compactMap { $0 })
    #expect(String(reflecting: with) != String(reflecting: without))
  }

  /// A knob with these entries in the mapping that contains the key; without the mapping if there
  /// are no entries.
  private static func knob(_ key: Key, _ entries: [String]) throws -> KnobLayout {
    var text = entries.joined(separator: ", ")
    if !text.isEmpty {
      for parent in key.path.dropLast().reversed() {
        text = lists.contains(parent) ? "\(parent): [{\(text)}]" : "\(parent): {\(text)}"
      }
      text = ", " + text
    }
    if let beside = besideMapping[key.testDescription] { text += ", \(beside)" }
    let outcome = parse(
      """
      version: 1
      knobs:
        k: {center: [300, 240], diameter: 300\(text)\(ranges[key.testDescription] ?? "")}
        bar-limit: {center: [700, 240], diameter: 90}
      """)
    return try #require(outcome.layout?.knobs.first, "\(text)\n\(outcome.text)")
  }
}
