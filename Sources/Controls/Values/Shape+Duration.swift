internal import Diagnostics
internal import JSON
internal import LayoutFile

extension Shape where Value == Int64 {
  /// A time in microseconds, written with its unit or as a number of seconds.
  ///
  /// - Parameters:
  ///   - range: The permitted times, in seconds.
  ///   - example: A valid value, as written in a layout.
  /// - Returns: The shape of the time.
  static func duration(_ range: ClosedRange<Double>, example: String) -> Shape {
    let expectation = "a time, such as \(example)"
    return Shape<String>.text(.name, example: example).converted(
      expectation: expectation,
      schema: [
        "anyOf": [
          [
            "type": "number", "minimum": .number(range.lowerBound),
            "maximum": .number(range.upperBound),
          ],
          ["type": "string", "pattern": #"^[0-9]*\.?[0-9]+ *(ms|s|min)$"#],
        ]
      ]
    ) { text, subject, context in
      guard let seconds = DurationText.seconds(text) else {
        context.error(
          "\(subject.name) expects \(expectation), but this is \(VisibleText.quoted(text))",
          at: subject.span, hint: "the units are ms, s and min")
        return nil
      }
      guard range.contains(seconds) else {
        context.error(
          "\(subject.name) must be from \(DurationText.shown(range.lowerBound)) to "
            + "\(DurationText.shown(range.upperBound)), but this is \(VisibleText.quoted(text))",
          at: subject.span)
        return nil
      }
      return Int64((seconds * 1e6).rounded())
    }
  }
}

/// Times as text.
enum DurationText {
  /// Parses a text such as "5s", "250 ms" or "5" as seconds.
  static func seconds(_ text: String) -> Double? {
    let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    guard let number = Double(digits), number.isFinite else { return nil }
    switch unit {
    case "", "s": return number
    case "ms": return number / 1000
    case "min": return number * 60
    default: return nil
    }
  }

  static func shown(_ seconds: Double) -> String {
    if seconds < 1 { return "\(JSONText.number(seconds * 1000, decimals: 0)) ms" }
    return "\(JSONText.number(seconds, decimals: 0)) s"
  }
}
