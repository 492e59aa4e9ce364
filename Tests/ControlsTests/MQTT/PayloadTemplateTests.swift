import Testing

@testable import Controls

@Suite struct PayloadTemplateTests {
  static let cases: [(String, WireRange, Int, Double, String)] = [
    ("{value}", .percent, 0, 0, "0"),
    ("{value}", .percent, 0, 1, "100"),
    ("{value}", .percent, 0, 0.426, "43"),
    ("{value}", .percent, 1, 0.4263, "42.6"),
    // No trailing zeros, but zeros after the point.
    ("{value}", .percent, 2, 0.5, "50"),
    ("{value}", .percent, 3, 0.50005, "50.005"),
    (
      "{\"brightness\": {value}}", WireRange(lowest: 0, highest: 254), 0, 0.5,
      "{\"brightness\": 127}"
    ),
    ("{value} of {value}", .percent, 0, 0.1, "10 of 10"),
    ("a{value", .percent, 0, 0.1, "a{value"),
    ("{{value}}", .percent, 0, 0.1, "{10}"),
    ("ä{value}°", .percent, 0, 0.1, "ä10°"),
    // Negative and inverted ranges.
    ("{value}", WireRange(lowest: -60, highest: 0), 1, 0.995, "-0.3"),
    ("{value}", WireRange(lowest: -60, highest: 0), 0, 0.999, "0"),
    ("{value}", WireRange(lowest: 100, highest: 0), 0, 0.2, "80"),
    ("{value}", WireRange(lowest: 5, highest: 30), 1, 0.62, "20.5"),
    ("{value}", WireRange(lowest: 0, highest: 1), 2, 1.0 / 3, "0.33"),
    // The widest ranges that layouts allow.
    ("{value}", WireRange(lowest: -1e12, highest: 1e12), 6, 1, "1000000000000"),
    ("{value}", WireRange(lowest: 0, highest: 1e12), 6, 0.123456789, "123456789000"),
    // Levels outside are clamped.
    ("{value}", .percent, 0, 7, "100"),
    ("{value}", .percent, 0, -7, "0"),
  ]

  @Test(arguments: cases)
  func says(
    _ template: String, _ range: WireRange, _ decimals: Int, _ level: Double, _ text: String
  ) {
    let template = PayloadTemplate(template, range: range, decimals: decimals)
    #expect(String(decoding: template.payload(for: level), as: UTF8.self) == text)
  }

  @Test("A rounded level has the same payload and reads back as the same level")
  func rounding() {
    for range in [.percent, WireRange(lowest: 0, highest: 254), WireRange(lowest: 30, highest: 5)] {
      for decimals in 0...3 {
        let template = PayloadTemplate("{value}", range: range, decimals: decimals)
        for step in 0...997 {
          let level = Double(step) / 997
          let rounded = template.rounded(level)
          #expect(rounded - level <= min(template.tolerance, CoarseTarget.excess + 1e-9))
          #expect(level - rounded <= 2 * template.tolerance)
          let payload = template.payload(for: level)
          #expect(template.payload(for: rounded) == payload)
          var reader = StateReader(valuePath: [], powerPath: [], range: range)
          guard case .level(let read) = reader.read(payload) else {
            Issue.record("\(payload)")
            continue
          }
          #expect(abs(read - rounded) < template.tolerance)
        }
      }
    }
  }
}

extension WireRange {
  static let percent = WireRange(lowest: 0, highest: 100)
}
