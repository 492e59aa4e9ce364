internal import Glibc
internal import JSON
internal import Layout

/// Converts levels into messages such as `{"brightness": {value}}` or `{"source": {value}}`.
///
/// | template | level | message |
/// |---|---|---|
/// | `{value}` | a number | `42.5` |
/// | `{"brightness": {value}}` | a number | `{"brightness": 42.5}` |
/// | `{value}` | the word CD | `CD` |
/// | `{"source": "{value}"}` | the word CD | `{"source": "CD"}` |
/// | `{"source": {value}}` | the word CD | `{"source": "CD"}` |
/// | `TOGGLE` | any | `TOGGLE` |
struct PayloadTemplate {
  /// The placeholder for the number or the word.
  static let placeholder = "{value}"

  /// The parts of the template between its placeholders.
  private let parts: [[UInt8]]
  private let range: WireRange
  private let decimals: Int
  private let words: LevelWords?
  /// How words are written in JSON.
  private enum Quoting {
    case none, escaped, quoted
  }
  private let quoting: Quoting

  /// Creates a template from a layout's text.
  ///
  /// - Parameters:
  ///   - template: The message, with placeholders for the number or the word.
  ///   - range: The numbers for the levels 0 and 1.
  ///   - decimals: The number of digits after the decimal point, 0…6.
  ///   - words: The words for the levels; nil if numbers are used.
  init(_ template: String, range: WireRange, decimals: Int, words: LevelWords? = nil) {
    parts = template.parts(around: Self.placeholder).map { Array($0.utf8) }
    self.range = range
    self.decimals = decimals
    self.words = words
    quoting = words == nil ? .none : Self.quoting(parts)
  }

  private static func quoting(_ parts: [[UInt8]]) -> Quoting {
    guard let first = parts[0].first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return .none }
    return JSONValue(parsing: Array(parts.joined(separator: Array("\"\"".utf8)))) == nil
      ? .escaped : .quoted
  }

  /// Returns the level that a message for a level expresses.
  func rounded(_ level: Double) -> Double {
    if let words { return words.rounded(level) }
    return range.level(of: range.number(at: level, unit: unit))
  }

  /// How far rounding can push a number in a message beyond an end of the range.
  var rounding: Double {
    max(
      abs(rounded(number: range.lowest) - range.lowest),
      abs(rounded(number: range.highest) - range.highest))
  }

  private func rounded(number: Double) -> Double { (number * unit).rounded() / unit }

  /// Half the level difference of one unit of the last digit.
  var tolerance: Double { words?.tolerance ?? 0.5 / unit / range.width + 1e-9 }

  /// Returns the message with digits in place of the number.
  func payload(for code: TypedCode) -> [UInt8] {
    Array(parts.joined(separator: Array(code.text.utf8)))
  }

  func payload(for level: Double) -> [UInt8] {
    let number = words.map { word(for: level, $0) } ?? text(range.number(at: level, unit: unit))
    var payload = parts[0]
    for part in parts.dropFirst() {
      payload += number.utf8
      payload += part
    }
    return payload
  }

  private func word(for level: Double, _ words: LevelWords) -> String {
    let word = words.payload(for: level)
    switch quoting {
    case .none: return word
    case .quoted: return JSONText.quoted(word)
    case .escaped: return String(JSONText.quoted(word).dropFirst().dropLast())
    }
  }

  private var unit: Double { pow(10, Double(decimals)) }

  /// Returns the number in decimal notation, without trailing zeros.
  private func text(_ value: Double) -> String {
    let scaled = (value * unit).rounded()
    // Numbers in layouts are at most 1e12, with at most 6 digits after the decimal point.
    guard let number = Int64(exactly: scaled) else { return "\(value)" }
    let (whole, fraction) = number.magnitude.quotientAndRemainder(dividingBy: UInt64(unit))
    var digits = Substring(String(fraction))
    digits = String(repeating: "0", count: max(0, decimals - digits.count)) + digits
    while digits.last == "0" { digits.removeLast() }
    return (number < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
  }
}
