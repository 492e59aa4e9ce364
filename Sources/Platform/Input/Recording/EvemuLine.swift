/// Parses one line of evemu's text format, field by field.
struct EvemuLine {
  private var rest: ArraySlice<UInt8>

  /// Returns the letter before the colon if the line starts like an evemu line; otherwise nil.
  static func letter(of line: ArraySlice<UInt8>) -> UInt8? {
    guard let letter = line.first, "NIPBALSE".utf8.contains(letter),
      line.dropFirst().first == UInt8(ascii: ":")
    else { return nil }
    return letter
  }

  /// Creates a parser for the fields after the line's letter and colon.
  init(after line: ArraySlice<UInt8>) {
    rest = line.dropFirst(2)
  }

  /// Returns the rest as text, without surrounding spaces, truncated to the limit.
  func text(byteLimit: Int) -> String {
    let start = rest.firstIndex { !Self.isSpace($0) } ?? rest.endIndex
    let end = rest.lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: rest[start..<end].prefix(byteLimit), as: UTF8.self)
  }

  /// Returns whether at most a comment is left.
  func isAtEnd() -> Bool {
    rest.first { !Self.isSpace($0) }.map { $0 == UInt8(ascii: "#") } ?? true
  }

  mutating func hexadecimal() -> UInt16? { number(radix: 16) }

  mutating func decimal() -> Int32? { number(radix: 10) }

  /// Parses `seconds.fraction`; ignores digits of the fraction after the sixth.
  mutating func time() -> (seconds: Int64, microseconds: Int64)? {
    let parts = field().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(Self.areDigits), let seconds = Int64(parts[0]),
      let microseconds = Int64((parts[1] + "00000").prefix(6))
    else { return nil }
    return (seconds, microseconds)
  }

  private mutating func number<Number: FixedWidthInteger>(radix: Int) -> Number? {
    let text = field()
    return text.first == "+" ? nil : Number(text, radix: radix)
  }

  /// Removes the next field and returns it.
  private mutating func field() -> String {
    rest = rest.drop(while: Self.isSpace)
    let field = rest.prefix { !Self.isSpace($0) }
    rest = rest[field.endIndex...]
    return String(decoding: field, as: UTF8.self)
  }

  private static func areDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
