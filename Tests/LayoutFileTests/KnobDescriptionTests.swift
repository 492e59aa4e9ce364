import Controls
import Knobs
import Layout
import Testing

@testable import LayoutFile

/// What a knob's target says holds where the layout says nothing.
@Suite struct KnobDescriptionTests {
  private static let number: KnobDescription = {
    var description = KnobDescription()
    (description.name, description.unit) = ("Hall", "°C")
    (description.range, description.step) = (7...35, 0.5)
    return description
  }()

  private static let choice: KnobDescription = {
    var description = KnobDescription()
    (description.name, description.sectors) = ("Source", ["Radio", "off"])
    return description
  }()

  private static func read(
    _ keys: String, _ description: KnobDescription?, _ rest: String = ""
  ) -> LayoutReader.Outcome {
    var environment = LayoutEnvironment()
    if let description { environment.knobs = ["k": description] }
    let text = """
      version: 1
      \(keys.contains("use:") ? "styles: {own: {range: [0, 10], unit: dB, name: Bass}}" : "")
      knobs:
        k: {center: [200, 200], diameter: 200\(keys.isEmpty ? "" : ", " + keys)}
      \(rest)
      """
    return LayoutReader.parse(
      bytes: Array(text.utf8), path: "panel.yaml", environment: environment,
      language: ControlRegistry.standard.language)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var keys: String
    var leftOut: KnobDescription.Keys
    var isChoice = false
    var name: String? = "Hall"
    var range = 7.0...35
    var step = 0.5
    var unit = "°C"
    var sectors: [String]?

    var testDescription: String { "{\(keys)}\(isChoice ? ", a choice" : "")" }
  }

  private static let all: KnobDescription.Keys = [.name, .range, .step, .unit, .sectors]

  static let rows = [
    Row(keys: "", leftOut: all),
    Row(keys: "name: Room", leftOut: all.subtracting(.name), name: "Room"),
    Row(keys: "unit: \"\"", leftOut: all.subtracting(.unit), unit: ""),
    Row(
      keys: "range: [10, 30]", leftOut: [.name, .unit], range: 10...30, step: 0),
    Row(keys: "step: 2", leftOut: [.name, .range, .unit], step: 2),
    Row(
      keys: "range: [10, 30], step: 1, name: A, unit: K", leftOut: [], name: "A", range: 10...30,
      step: 1,
      unit: "K"),
    Row(keys: "use: own", leftOut: [], name: "Bass", range: 0...10, step: 0, unit: "dB"),
    Row(
      keys: "taper: {piecewise: [[0, 0], [0.5, 10], [1, 50]]}", leftOut: [.name, .unit],
      range: 0...50,
      step: 0),
    Row(keys: "taper: cubic", leftOut: [.name, .range, .step, .unit]),
    Row(
      keys: "", leftOut: all, isChoice: true, name: "Source", range: 0...1, step: 1, unit: "",
      sectors: ["Radio", "off"]),
    Row(
      keys: "sectors: [A, B, C]", leftOut: .name, isChoice: true, name: "Source", range: 0...2,
      step: 1,
      unit: "", sectors: ["A", "B", "C"]),
    Row(
      keys: "range: [0, 5]", leftOut: [.name, .unit], isChoice: true, name: "Source", range: 0...5,
      step: 0, unit: ""),
  ]

  @Test("Keys of the layout win over the target's", arguments: rows) func keys(_ row: Row) throws {
    let outcome = Self.read(row.keys, row.isChoice ? Self.choice : Self.number)
    #expect(outcome.text == "")
    let knob = try #require(outcome.layout?.knobs.first)
    #expect(knob.keysLeftOut == row.leftOut)
    #expect(knob.name == row.name)
    #expect(knob.scale.range == row.range)
    #expect(knob.scale.step == row.step)
    #expect(knob.unit == row.unit)
    if case .sectors(let names) = knob.travel {
      #expect(names == row.sectors)
    } else {
      #expect(row.sectors == nil)
    }
    // Without a description, the same keys are left out.
    #expect(Self.read(row.keys, nil).layout?.knobs.first?.keysLeftOut == row.leftOut)
  }

  @Test("Numbers of the layout that the target's range does not have are errors, as in any range")
  func outside() {
    let buttons = "buttons: {low: {center: [400, 200], size: [80, 60], text: Low, preset: {k: 5}}}"
    #expect(Self.read("", nil, buttons).layout != nil)
    let outcome = Self.read("", Self.number, buttons)
    #expect(outcome.layout == nil)
    #expect(outcome.text.contains("5 is outside of the range of `k`, 7 to 35"))
  }

  @Test("Copies of a repeated knob are described by their own ids") func repeated() throws {
    var environment = LayoutEnvironment()
    environment.knobs = ["b": Self.number]
    let text = """
      version: 1
      grid: {columns: 2, rows: 1}
      knobs:
        "{name}": {cell: [1, 1], repeat: [a, b]}
      """
    let outcome = LayoutReader.parse(
      bytes: Array(text.utf8), path: "panel.yaml", environment: environment,
      language: ControlRegistry.standard.language)
    #expect(outcome.text == "")
    #expect(outcome.layout?.knobs.map(\.scale.range) == [0...100, 7...35])
  }
}
