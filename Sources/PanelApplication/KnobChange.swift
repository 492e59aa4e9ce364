internal import JSON
internal import Knobs
package import Layout

/// How a program wants a knob to change.
package enum KnobChange: Hashable, Sendable {
  /// To a value in the knob's unit.
  case value(Double)
  /// To a part of the knob's range, in percent.
  case percent(Double)
  /// By so much, in the knob's unit; of a wheel, by so many sectors.
  case difference(Double)
  /// To the sector of this name.
  case name(String)

  /// Reads what a person writes.
  ///
  /// | text | is |
  /// |---|---|
  /// | `42`, `=42` | the value 42 |
  /// | `=-20` | the value −20 |
  /// | `+5`, `-5` | 5 more or less than now |
  /// | `50%` | the middle of the range |
  /// | `CD` | the sector of this name |
  ///
  /// - Parameters:
  ///   - text: What is written.
  ///   - names: The names of the knob's sectors, which count first; empty for a knob of numbers.
  package init(_ text: String, names: [String]) {
    if names.contains(text) {
      self = .name(text)
    } else if text.hasSuffix("%"), let percent = Self.number(text.dropLast()) {
      self = .percent(percent)
    } else if text.hasPrefix("="), let value = Self.number(text.dropFirst()) {
      self = .value(value)
    } else if let number = Self.number(text[...]) {
      self = text.hasPrefix("+") || text.hasPrefix("-") ? .difference(number) : .value(number)
    } else {
      self = .name(text)
    }
  }

  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}

/// Why a knob cannot change as a program wants it to: one sentence, and a hint.
package struct ImpossibleChange: Error, Hashable {
  package var message: String
  package var hint: String
}

extension KnobChange {
  /// The value that a knob has after the change, before its limit.
  ///
  /// - Parameters:
  ///   - knob: The knob's entry in the layout.
  ///   - value: Its value now.
  /// - Returns: A value within the range.
  /// - Throws: What is wrong with it, for a person.
  package func value(for knob: KnobLayout, now value: Double) throws(ImpossibleChange) -> Double {
    let range = knob.scale.range
    switch self {
    case .value(let wanted):
      guard range.contains(wanted) else {
        throw ImpossibleChange(
          message: "\(Self.text(wanted)) is outside of the range of '\(knob.id)'",
          hint: knob.sectors.map { "its sectors: \($0.joined(separator: ", "))" }
            ?? "it goes from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            + (wanted < range.lowerBound ? "; \(Self.text(wanted)) alone is a difference" : ""))
      }
      return wanted
    case .percent(let percent):
      guard (0...100).contains(percent) else {
        throw ImpossibleChange(
          message: "\(Self.text(percent))% is outside of the range of '\(knob.id)'",
          hint: "percentages go from 0% to 100%")
      }
      return knob.scale.value(atLevel: percent / 100)
    case .difference(let difference):
      return min(max(value + difference, range.lowerBound), range.upperBound)
    case .name(let name):
      guard let sectors = knob.sectors else {
        throw ImpossibleChange(
          message: "'\(knob.id)' takes numbers, but this is \"\(name)\"",
          hint: "write a number such as \(Self.text(range.upperBound)), or +5, -5, 50%")
      }
      let place =
        sectors.firstIndex(of: name)
        ?? sectors.firstIndex { $0.lowercased() == name.lowercased() }
      guard let place else {
        throw ImpossibleChange(
          message: "'\(knob.id)' has no sector \"\(name)\"",
          hint: "its sectors: \(sectors.joined(separator: ", "))")
      }
      return Double(place)
    }
  }

  private static func text(_ value: Double) -> String { JSONText.number(value) }
}
