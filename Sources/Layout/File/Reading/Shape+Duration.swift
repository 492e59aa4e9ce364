internal import Diagnostics
internal import JSON

extension Shape where Value == Int64 {
  /// A time in microseconds, written with its unit or as a number of seconds.
  ///
  /// - Parameters:
  ///   - rule: The permitted times, in seconds.
  ///   - example: A valid value, as written in a layout.
  /// - Returns: The shape of the time.
  package static func duration(_ rule: NumberRule, example: String) -> Shape {
    Shape(
      expectation: "a time, such as \(example)",
      schema: [
        "anyOf": [rule.schema(), ["type": "string", "pattern": .string(DurationText.pattern)]]
      ]
    ) { node, subject, context in
      guard case .scalar(let text, let isPlain) = node.content, !node.isNull else {
        context.mismatch(node, subject)
        return nil
      }
      switch DurationText.read(text) {
      case .failure(let problem):
        context.report(problem, node, subject)
        return nil
      case .success(let seconds):
        if !isPlain, NumberText.decimal(text) != nil {
          context.mismatch(node, subject, hint: "remove the quotes: \(text)")
          return nil
        }
        if let problem = rule.problem(of: seconds, written: text, shown: DurationText.shown) {
          let hasUnit = NumberText.decimal(text) == nil
          context.error(
            "\(subject.name) \(problem)", at: node.span,
            hint: hasUnit ? nil : "a number alone is seconds")
          return nil
        }
        return Int64((seconds * 1e6).rounded())
      }
    }
  }
}

/// Times in layout files, such as `30s`, `2min` or `30`.
package enum DurationText {
  private enum Unit: String, CaseIterable {
    case milliseconds = "ms"
    case seconds = "s"
    case minutes = "min"
    case hours = "h"

    var seconds: Double {
      switch self {
      case .milliseconds: 0.001
      case .seconds: 1
      case .minutes: 60
      case .hours: 3600
      }
    }
  }

  /// Other names of units, in lower case, and how many seconds they have; for hints only.
  private static let otherUnits: [String: Double] = [
    "msec": 0.001, "millisecond": 0.001, "milliseconds": 0.001, "sec": 1, "secs": 1, "second": 1,
    "seconds": 1, "m": 60, "mins": 60, "minute": 60, "minutes": 60, "hr": 3600, "hrs": 3600,
    "hour": 3600, "hours": 3600, "d": 86_400, "day": 86_400, "days": 86_400,
  ]

  /// The JSON Schema pattern of times with a unit.
  static let pattern = #"^[+]?([0-9]+(\.[0-9]*)?|\.[0-9]+) ?(ms|s|min|h)$"#

  /// Returns a time that is written as in layout files, in seconds; nil if it is none.
  package static func seconds(_ text: String) -> Double? {
    guard case .success(let seconds) = read(text), seconds.isFinite else { return nil }
    return seconds
  }

  /// Parses a time as seconds.
  static func read(_ text: String) -> Result<Double, NumberText.Problem> {
    let unit = Unit.allCases.first { text.hasSuffix($0.rawValue) }
    var amount = Substring(text).dropLast(unit?.rawValue.count ?? 0)
    if unit != nil, amount.last == " " { amount = amount.dropLast() }
    return NumberText.read(String(amount)).map { $0 * (unit ?? .seconds).seconds }.mapError {
      $0.message == nil
        ? NumberText.Problem(hint: hint(for: text)) : $0
    }
  }

  /// Returns the time in the largest unit of which it is a whole number.
  static func shown(_ seconds: Double) -> String {
    let unit = Unit.allCases.last {
      let amount = seconds / $0.seconds
      return amount != 0 && abs(amount - amount.rounded()) < 1e-9
    }
    guard let unit else { return NumberText.shown(seconds) + Unit.seconds.rawValue }
    return NumberText.shown((seconds / unit.seconds).rounded()) + unit.rawValue
  }

  private static func hint(for text: String) -> String {
    let units = "the units are ms, s, min and h; a number alone is seconds"
    let digits = text.prefix { !$0.isLetter && $0 != " " }
    let word = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    guard let seconds = otherUnits[word], let amount = NumberText.decimal(String(digits)) else {
      return units
    }
    return "write \(shown(amount * seconds))"
  }
}
