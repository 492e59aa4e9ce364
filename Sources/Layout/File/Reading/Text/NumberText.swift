internal import Diagnostics
internal import JSON
internal import Layout

/// Numbers in layout files: decimal, such as `20`, `-0.5` or `1e3`.
///
/// Stricter than YAML, whose dialects disagree on `010` and `1_000`.
package enum NumberText {
  /// The largest magnitude; keeps any computation with a few such numbers finite.
  static let limit = 1e12

  struct Problem: Error {
    /// Nil if this is not a number at all.
    var message: String?
    var hint: String?
  }

  static func read(_ text: String) -> Result<Double, Problem> {
    if let number = decimal(text) {
      guard abs(number) <= limit else {
        return .failure(
          Problem(message: "\(VisibleText.quoted(text)) is too large", hint: "the limit is 1e12"))
      }
      return .success(number)
    }
    return .failure(problem(of: text))
  }

  /// Returns the shortest text that reads as this number; whole numbers have no `.0`.
  package static func shown(_ number: Double) -> String {
    JSONText.number(number)
  }

  /// The JSON Schema pattern of what `decimal` accepts.
  static let pattern =
    #"^[-+]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?$"#

  /// Parses `[-+]? (0 | [1-9][0-9]*) (. [0-9]*)? ([eE] [-+]? [0-9]+)?`; may begin with the dot.
  package static func decimal(_ text: String) -> Double? {
    var rest = Substring(text)
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest = rest.dropFirst() }
    let whole = digits(&rest)
    var fraction = ""
    if rest.first == "." {
      rest = rest.dropFirst()
      fraction = digits(&rest)
    }
    guard !whole.isEmpty || !fraction.isEmpty, whole.count == 1 || whole.first != "0" else {
      return nil
    }
    var exponent = ""
    if rest.first == "e" || rest.first == "E" {
      rest = rest.dropFirst()
      if rest.first == "-" { exponent = "-" }
      if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
      let power = digits(&rest)
      guard !power.isEmpty else { return nil }
      exponent += power
    }
    guard rest.isEmpty else { return nil }
    // Pad both ends with zeros: the standard library parses neither `.5` nor `5.`.
    let normal =
      "\(isNegative ? "-" : "")0\(whole).\(fraction)0e\(exponent.isEmpty ? "0" : exponent)"
    return Double(normal)
  }

  private static func digits(_ rest: inout Substring) -> String {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    return String(digits)
  }

  private static func problem(of text: String) -> Problem {
    let shown = VisibleText.quoted(text)
    let lower = text.lowercased()
    let unsigned = lower.first == "-" || lower.first == "+" ? String(lower.dropFirst()) : lower
    if [".inf", "inf", "infinity", ".nan", "nan"].contains(unsigned) {
      return Problem(message: "\(shown) is not a finite number")
    }
    for (prefix, radix, name) in [
      ("0x", 16, "hexadecimal"), ("0o", 8, "octal"), ("0b", 2, "binary"),
    ]
    where unsigned.hasPrefix(prefix) {
      let value = Int(unsigned.dropFirst(2), radix: radix)
      return Problem(
        message: "\(shown) is \(name), but numbers here are decimal",
        hint: value.map { "write \($0)" })
    }
    if unsigned.first == "0",
      let number = decimal("0" + unsigned.drop { $0 == "0" })
        ?? decimal(String(unsigned.drop { $0 == "0" }))
    {
      return Problem(
        message: "\(shown) begins with a zero, which some programs read as octal",
        hint: "write \(lower.first == "-" ? "-" : "")\(NumberText.shown(number))")
    }
    if unsigned.contains("_"), let number = decimal(lower.filter { $0 != "_" }) {
      return Problem(
        message: "\(shown) has underscores", hint: "write \(NumberText.shown(number))")
    }
    if unsigned.contains(","), let number = decimal(String(lower.map { $0 == "," ? "." : $0 })) {
      return Problem(
        message: "\(shown) has a comma", hint: "write \(NumberText.shown(number)), with a point")
    }
    if let number = ungrouped(unsigned).flatMap(decimal) {
      return Problem(
        message: "\(shown) has gaps between its digits",
        hint: "write \(lower.first == "-" ? "-" : "")\(NumberText.shown(number))")
    }
    if let number = multiple(text) { return Problem(hint: "write \(NumberText.shown(number))") }
    return Problem(hint: leading(of: text).map { "write \($0) without a unit" })
  }

  /// Returns the number of a text such as `20k` or `1.5M`; nil for other texts.
  private static func multiple(_ text: String) -> Double? {
    let digits = text.prefix { !$0.isLetter && $0 != " " }
    switch text.dropFirst(digits.count).drop(while: { $0 == " " }) {
    case "k", "K", "kHz": return decimal(String(digits)).map { $0 * 1000 }
    case "M", "MHz": return decimal(String(digits)).map { $0 * 1_000_000 }
    default: return nil
    }
  }

  /// Returns a number without thousands separators, as in `1 000` or `1'000`; nil for other texts.
  private static func ungrouped(_ text: String) -> String? {
    let gaps = " '\u{A0}\u{2007}\u{2009}\u{2019}\u{202F}"
    let groups = text.split(omittingEmptySubsequences: false, whereSeparator: gaps.contains)
    let counts = groups.map { $0.prefix { $0.isASCII && $0.isNumber }.count }
    guard let first = counts.first, (1...3).contains(first), groups.count > 1,
      counts.dropFirst().allSatisfy({ $0 == 3 })
    else { return nil }
    return groups.joined()
  }

  /// Returns the number a text begins with, such as the 20 of "20 dB", formatted for a layout.
  static func leading(of text: String) -> String? {
    decimal(String(text.prefix { !$0.isLetter && $0 != "%" && $0 != " " })).map(shown)
  }
}
