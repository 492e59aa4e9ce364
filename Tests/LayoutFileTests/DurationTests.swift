import Diagnostics
import Gesture
import Layout
import Testing

@testable import LayoutFile

/// Times and percentages with their units.
@Suite struct DurationTests {
  private func knob(_ keys: String) -> KnobLayout? {
    parse("version: 1\nknobs: {a: {center: [400, 240], diameter: 200, default: 0, \(keys)}}")
      .layout?.knobs
      .first
  }

  private func panel(_ keys: String) -> PanelLayout? {
    parse(
      "version: 1\npanel: {\(keys)}\nknobs: {a: {center: [400, 240], diameter: 200}}"
    ).layout?.panel
  }

  @Test(
    "A time has a unit, or is a number of seconds",
    arguments: [
      ("30", 30), ("30s", 30), ("30 s", 30), ("500ms", 0.5), ("2min", 120), ("0.5h", 1800),
      (".5min", 30), ("\"2min\"", 120),
    ] as [(String, Double)])
  func durations(text: String, seconds: Double) {
    let microseconds = Int64(seconds * 1e6)
    #expect(knob("return: \(text)")?.valueReturn?.microseconds == microseconds)
    #expect(knob("return: {after: \(text)}")?.valueReturn?.microseconds == microseconds)
    #expect(panel("screen: {off: \(text)}")?.screen.offMicroseconds == microseconds)
  }

  @Test(
    "A time beyond its limits is an error, in the same words",
    arguments: [
      ("return: 25h", "`return` must be at most 24h, but this is 25h"),
      ("return: 0min", "`return` must be more than 0s, but this is 0min"),
      ("hold: 1min", "`hold` must be at most 10s, but this is 1min"),
      ("hold: 300", "`hold` must be at most 10s, but this is 300"),
      ("return: -2min", "`return` must be more than 0s, but this is -2min"),
      ("return: 1e300h", "`return`: `1e300` is too large"),
    ])
  func limits(keys: String, message: String) {
    let outcome = parse(
      "version: 1\nknobs: {a: {center: [400, 240], diameter: 200, default: 0, \(keys)}}")
    #expect(outcome.diagnostics.map(\.message) == [message])
  }

  @Test("A factor can be a percentage, and a percentage can have its sign") func percentages() {
    #expect(panel("text_scale: 120%")?.textScale == 1.2)
    #expect(knob("sensitivity: 50 %")?.feel.sensitivity == 0.5)
    #expect(knob("opacity: 40%")?.opacity == 0.4)
    #expect(panel("screen: {brightness: 80%}")?.screen.brightness == 0.8)
    #expect(panel("screen: {brightness: 80}")?.screen.brightness == 0.8)
    #expect(panel("text_scale: 12%") == nil)
  }
}
