import Gesture
import Knobs
import Layout
import Program
import Testing

@testable import PanelApplication

/// The values that `knobpanel set` and `render --set` accept.
@Suite struct KnobChangeTests {
  private static let volume = KnobLayout(
    id: "volume", center: DesignPoint(x: 0, y: 0), diameter: 100,
    scale: Scale(range: -60...10))
  private static let source = KnobLayout(
    id: "source", center: DesignPoint(x: 0, y: 0), diameter: 100,
    scale: Scale(range: 0...3, step: 1), travel: .sectors(["Radio", "CD", "TV", "+2"]))

  @Test(
    arguments: [
      ("5", 5), ("=-20", -20), ("=5", 5), ("+5", -15), ("-5", -25), ("+500", 10), ("-500", -60),
      ("0%", -60), ("100%", 10), ("50%", -25), ("1e1", 10), (".5", 0.5),
    ] as [(String, Double)])
  func numbers(_ text: String, _ value: Double) throws {
    let change = KnobChange(text, names: [])
    #expect(try change.value(for: Self.volume, now: -20) == value)
  }

  @Test(
    arguments: [
      ("CD", 1), ("cd", 1), ("1", 1), ("+2", 3), ("-1", 0), ("+1", 2), ("100%", 3),
    ] as [(String, Double)])
  func sectors(_ text: String, _ value: Double) throws {
    let change = KnobChange(text, names: Self.source.sectors ?? [])
    #expect(try change.value(for: Self.source, now: 1) == value)
  }

  @Test(
    arguments: [
      ("11", "11 is outside the range of 'volume'", "the range is -60 to 10"),
      (
        "=-61", "-61 is outside the range of 'volume'",
        "the range is -60 to 10; -61 alone is a difference"
      ),
      ("101%", "101% is outside the range of 'volume'", "percentages go from 0% to 100%"),
      (
        "loud", "'volume' takes a number, not \"loud\"",
        "write a number such as 10, or +5, -5, 50%"
      ),
      ("nan", "'volume' takes a number, not \"nan\"", nil),
      ("inf", "'volume' takes a number, not \"inf\"", nil),
      ("1e999", "'volume' takes a number, not \"1e999\"", nil),
      ("", "'volume' takes a number, not \"\"", nil),
      ("٤", "'volume' takes a number, not \"٤\"", nil),
    ] as [(String, String, String?)])
  func errors(_ text: String, _ message: String, _ hint: String?) {
    do throws(Problem) {
      _ = try KnobChange(text, names: []).value(for: Self.volume, now: 0)
      Issue.record("no error was thrown")
    } catch {
      #expect(error.message == message)
      if let hint { #expect(error.advice == hint) }
    }
  }

  @Test(
    "An unknown sector is reported with the existing ones",
    arguments: [
      ("Tape", "'source' has no sector \"Tape\""), ("9", "9 is outside the range of 'source'"),
    ])
  func unknownSector(_ text: String, _ message: String) throws {
    let error = try #require(throws: Problem.self) {
      try KnobChange(text, names: []).value(for: Self.source, now: 0)
    }
    #expect(error.message == message)
    #expect(error.advice == "its sectors: Radio, CD, TV, +2")
  }
}
