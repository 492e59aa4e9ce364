/// Formats single JSON values (RFC 8259).
public enum JSONText {
  /// Returns a string in quotes, with escapes where required.
  public static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      // Control characters, which may affect terminals; U+2028 and U+2029 end a line in JavaScript.
      case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let code = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - code.utf8.count) + code
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns a number with the fewest digits that identify it; whole numbers have no point.
  public static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
    return value.description
  }

  /// Returns a number rounded to this many decimals, without trailing zeros.
  public static func number(_ value: Double, decimals: Int) -> String {
    var unit = 1.0
    for _ in 0..<decimals { unit *= 10 }
    let scaled = value * unit
    guard abs(scaled) < 9e15 else { return number(value) }
    return number(scaled.rounded() / unit)
  }
}
