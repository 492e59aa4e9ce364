internal import JSON
internal import Knobs
package import Layout
package import Program

/// A change of a knob that a program requests.
package enum KnobChange: Hashable, Sendable {
  /// To a value in the knob's unit.
  case value(Double)
  /// To a position in the knob's range, in percent.
  case percent(Double)
  /// By a difference in the knob's unit, or by a number of sectors.
  case difference(Double)
  /// To the sector with this name.
  case name(String)

  /// Parses a change written by a user.
  ///
  /// | text | change |
  /// |---|---|
  /// | `42`, `=42` | to the value 42 |
  /// | `=-20` | to the value −20 |
  /// | `+5`, `-5` | 5 more or less than the current value |
  /// | `50%` | to the middle of the range |
  /// | `CD` | to the sector with this name |
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - names: The names of the knob's sectors, which take precedence; empty for a numeric knob.
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

extension KnobChange {
  /// Returns a knob's value after the change, before its range and its limit are applied.
  ///
  /// - Parameters:
  ///   - knob: The knob's entry in the layout.
  ///   - value: Its current value.
  /// - Returns: The value; only a difference can lead out of the range.
  /// - Throws: The reason why the change is impossible.
  package func asked(of knob: KnobLayout, now value: Double) throws(Problem) -> Double {
    let range = knob.scale.range
    switch self {
    case .value(let wanted):
      guard range.contains(wanted) else {
        throw Problem(
          "\(Self.text(wanted)) is outside the range of '\(knob.id)'",
          advice: knob.sectors.map { "its sectors: \($0.joined(separator: ", "))" }
            ?? "the range is \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            + (wanted < range.lowerBound ? "; \(Self.text(wanted)) alone is a difference" : ""))
      }
      return wanted
    case .percent(let percent):
      guard (0...100).contains(percent) else {
        throw Problem(
          "\(Self.text(percent))% is outside the range of '\(knob.id)'",
          advice: "percentages go from 0% to 100%")
      }
      return knob.scale.value(atLevel: percent / 100)
    case .difference(let difference):
      return value + difference
    case .name(let name):
      guard let sectors = knob.sectors else {
        throw Problem(
          "'\(knob.id)' takes a number, not \"\(name)\"",
          advice: "write a number such as \(Self.text(range.upperBound)), or +5, -5, 50%")
      }
      let index =
        sectors.firstIndex(of: name)
        ?? sectors.firstIndex { $0.lowercased() == name.lowercased() }
      guard let index else {
        throw Problem(
          "'\(knob.id)' has no sector \"\(name)\"",
          advice: "its sectors: \(sectors.joined(separator: ", "))")
      }
      return Double(index)
    }
  }

  /// The same within the range: a difference that leads out of it ends there.
  package func value(for knob: KnobLayout, now value: Double) throws(Problem) -> Double {
    let range = knob.scale.range
    return min(max(try asked(of: knob, now: value), range.lowerBound), range.upperBound)
  }

  private static func text(_ value: Double) -> String { JSONText.number(value) }
}
