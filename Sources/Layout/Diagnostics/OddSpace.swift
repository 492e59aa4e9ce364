/// A character that looks like a space but is a letter in YAML, where a space belongs; common in
/// text from web pages and word processors.
struct OddSpace {
  let scalar: Unicode.Scalar
  /// The line number, from 1.
  let line: Int

  /// How many lines above an error to search for its cause.
  private static let linesAbove = 2

  /// Finds the one nearest to an error; nil if there is none.
  init?(near span: SourceSpan) {
    let last = span.start.line
    for line in stride(from: last, through: max(1, last - Self.linesAbove), by: -1) {
      guard let scalar = Self.first(in: span.file.line(line)) else { continue }
      (self.scalar, self.line) = (scalar, line)
      return
    }
    return nil
  }

  /// Returns a hint for replacing the character.
  ///
  /// - Parameter errorLine: The line of the error.
  /// - Returns: A hint.
  func hint(inLine errorLine: Int) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let number = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    let location = line == errorLine ? "here" : "in line \(line)"
    return "the \(Self.name(of: scalar)) (U+\(number)) \(location) is not a space in YAML; "
      + "replace it with a space"
  }

  /// Returns the first one before a line's text, next to the colon of its key, or at its end.
  private static func first(in line: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    var quote: Unicode.Scalar?
    var isText = false
    var isAfterSpace = true
    var odd: Unicode.Scalar?
    for scalar in line {
      defer { isAfterSpace = scalar == " " || isOdd(scalar) }
      if isOdd(scalar) {
        // It may be intended inside quotes.
        if quote == nil { odd = odd ?? scalar }
        if !isText, let odd { return odd }
        continue
      }
      if scalar == " " || scalar == "\t" { continue }
      if scalar == ":", quote == nil, let odd { return odd }
      if scalar == "#", isAfterSpace, quote == nil { return odd }
      if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "\"" || scalar == "'" {
        quote = scalar
      }
      odd = nil
      isText = !":-,[]{}".unicodeScalars.contains(scalar)
    }
    return odd
  }

  private static func isOdd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA0, 0x1680, 0x2000...0x200B, 0x202F, 0x205F, 0x2060, 0x3000, 0xFEFF: true
    default: false
    }
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0xA0, 0x2007, 0x202F: "no-break space"
    case 0x200B, 0x2060: "zero-width space"
    case 0xFEFF: "byte order mark"
    default: "space of another width"
    }
  }
}
