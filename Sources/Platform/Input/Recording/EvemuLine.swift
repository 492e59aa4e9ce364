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
  mutating func isAtEnd() -> Bool {
    skipSpaces()
    return rest.isEmpty || rest.first == UInt8(ascii: "#")
  }

  mutating func hexadecimal() -> UInt16? {
    number(radix: 16).flatMap(UInt16.init(exactly:))
  }

  mutating func decimal() -> Int32? {
    number(radix: 10).flatMap(Int32.init(exactly:))
  }

  /// Parses `seconds.fraction`; ignores digits of the fraction after the sixth.
  mutating func time() -> (seconds: Int64, microseconds: Int64)? {
    skipSpaces()
    guard let seconds = digits(radix: 10), rest.first == UInt8(ascii: ".") else { return nil }
    rest.removeFirst()
    var fraction: Int64 = 0
    var unit: Int64 = 100_000
    let start = rest.startIndex
    while let byte = rest.first, let digit = Self.digit(byte, radix: 10) {
      fraction += digit * unit
      unit /= 10
      rest.removeFirst()
    }
    guard rest.startIndex > start, isAtFieldEnd else { return nil }
    return (seconds, fraction)
  }

  private mutating func number(radix: Int64) -> Int64? {
    skipSpaces()
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    guard let magnitude = digits(radix: radix), isAtFieldEnd else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// Parses one or more digits; returns nil if there is none or the number overflows.
  private mutating func digits(radix: Int64) -> Int64? {
    var value: Int64?
    while let byte = rest.first, let digit = Self.digit(byte, radix: radix) {
      let (product, overflow) = (value ?? 0).multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(digit)
      guard !overflow, !carry else { return nil }
      value = sum
      rest.removeFirst()
    }
    return value
  }

  private var isAtFieldEnd: Bool {
    rest.first.map(Self.isSpace) ?? true
  }

  private mutating func skipSpaces() {
    while let byte = rest.first, Self.isSpace(byte) { rest.removeFirst() }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func digit(_ byte: UInt8, radix: Int64) -> Int64? {
    let value: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = byte - UInt8(ascii: "A") + 10
    default: return nil
    }
    return Int64(value) < radix ? Int64(value) : nil
  }
}
