import Testing

@testable import Knobs

/// Texts around a knob's number.
@Suite struct ValuePatternTests {
  @Test(
    arguments: [
      ("{L|R} {abs}", ["L 20", "0", "R 20"]), ("{L|C|R}{abs}", ["L20", "C0", "R20"]),
      ("{value} / 50", ["-20 / 50", "0 / 50", "20 / 50"]), ("{|+}{value}", ["-20", "0", "+20"]),
      ("{abs} {left||right}", ["20 left", "0", "20 right"]),
    ] as [(String, [String])])
  func texts(_ pattern: String, _ texts: [String]) throws {
    var format = ValueFormat(decimals: 0)
    format.pattern = try ValuePattern(pattern)
    #expect([-20, 0, 20].map(format.text) == texts)
    // What is shown as 0 is 0.
    #expect([-0.4, 0.4].map(format.text) == [texts[1], texts[1]])
  }

  @Test("A name takes the place of the whole text")
  func names() throws {
    var format = ValueFormat(decimals: 0, named: [.init(value: 0, name: "centre")])
    format.pattern = try ValuePattern("{L|R} {abs}")
    #expect([-3, 0, 3].map(format.text) == ["L 3", "centre", "R 3"])
  }

  @Test(
    arguments: [
      ("", .noNumber), ("{L|R}", .noNumber), ("{value", .loneBrace), ("value}", .loneBrace),
      ("{{value}}", .loneBrace), ("{}", .unknown("")), ("{abz}", .unknown("abz")),
      ("{a|b|c|d} {abs}", .unknown("a|b|c|d")),
    ] as [(String, ValuePattern.Fault)])
  func faults(_ pattern: String, _ fault: ValuePattern.Fault) {
    #expect(throws: fault) { try ValuePattern(pattern) }
  }
}
