/// Prepares text from files for terminal messages.
public enum VisibleText {
  /// Returns text from a file in backquotes: cut if long, and without terminal control characters.
  ///
  /// Backquotes within the text become apostrophes, so that the quotation has a clear end.
  public static func quoted(_ text: String, limit: Int = 40) -> String {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == limit { return "`\(shown)...`" }
      shown += scalar == "`" ? "'" : self.shown(scalar)
    }
    return "`\(shown)`"
  }

  /// Returns the text with visible replacements for scalars that are invisible or move the cursor.
  public static func printable(_ text: String) -> String {
    printable(text.unicodeScalars)
  }

  /// Returns the scalars with visible replacements for those that are invisible or move the cursor.
  public static func printable(_ text: some Sequence<Unicode.Scalar>) -> String {
    text.reduce(into: "") { $0 += shown($1) }
  }

  /// Returns several lines with visible replacements, but keeps line breaks and tabs.
  public static func printableLines(_ text: String) -> String {
    guard text.utf8.contains(where: isPartOfInvisible) else { return text }
    return text.unicodeScalars.reduce(into: "") {
      if $1 == "\n" || $1 == "\t" { $0.unicodeScalars.append($1) } else { $0 += shown($1) }
    }
  }

  /// Returns the bytes of JSON text whose strings have escapes for characters that are invisible or
  /// move the cursor.
  public static func escapedJSON(_ text: String) -> [UInt8] {
    guard text.utf8.contains(where: isPartOfInvisible) else { return Array(text.utf8) }
    return text.unicodeScalars.reduce(into: []) { bytes, scalar in
      if scalar == "\n" || scalar == "\t" || !isInvisible(scalar) {
        bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      } else {
        // All of them have four digits, and valid JSON contains them only in strings.
        bytes += "\\u\(digits(scalar))".utf8
      }
    }
  }

  /// Whether a UTF-8 byte can be part of an invisible scalar.
  private static func isPartOfInvisible(_ byte: UInt8) -> Bool {
    !(0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\t")
  }

  /// Returns the scalar, or its name in angle brackets; ASCII only, as consoles lack other symbols.
  public static func shown(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\t" { return "<tab>" }
    if scalar == "\n" { return "<newline>" }
    guard isInvisible(scalar) else { return String(Character(scalar)) }
    return "<U+\(digits(scalar))>"
  }

  /// Returns the scalar's number with at least four hexadecimal digits.
  private static func digits(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns the terminal columns of `shown(_:)`: 0 for combining marks, 2 for wide characters.
  public static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value >= 0x20 && scalar.value < 0x7F { return 1 }
    if scalar == "\t" || scalar == "\n" || isInvisible(scalar) { return shown(scalar).count }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar) ? 2 : 1
    }
  }

  /// Whether a scalar is a control character (general category Cc).
  public static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Zero-width joiners are part of emoji; they are kept and take no column.
    case 0x200C, 0x200D: false
    // Direction marks and overrides would reorder the displayed line.
    case 0x061C, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
    default: isControl(scalar)
    }
  }

  /// Whether a scalar is in an East Asian wide or full-width block, or an emoji two columns wide.
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18DFF,
      0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: scalar.properties.isEmojiPresentation
    }
  }
}
