extension JSONValue {
  /// The maximum number of arrays and objects: they need far more memory than their text.
  public static let containerLimit = 65_536

  /// Parses a JSON text (RFC 8259); returns nil if it is invalid, nested deeper than 64 levels, or
  /// has more arrays and objects than `containerLimit`.
  ///
  /// Numbers beyond the range of `Double` and bytes that are not UTF-8 are invalid. Duplicate keys
  /// are kept.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - readsNonFiniteAsNull: Whether `NaN` and `Infinity`, as written by Python and C, are read
  ///     as null.
  public init?(parsing bytes: [UInt8], readsNonFiniteAsNull: Bool = false) {
    var reader = JSONReader(bytes: bytes, readsNonFiniteAsNull: readsNonFiniteAsNull)
    guard let value = reader.value(depth: 0) else { return nil }
    reader.skipSpace()
    guard reader.next == nil else { return nil }
    self = value
  }

  /// The value of an object's key, or of an array's index from 0; nil if there is none.
  public subscript(key: String) -> JSONValue? {
    switch self {
    case .object(let pairs): pairs.last { $0.key == key }?.value
    case .array(let values): Int(key).flatMap { values.indices.contains($0) ? values[$0] : nil }
    default: nil
    }
  }
}

/// Parses a JSON text.
private struct JSONReader {
  static let depthLimit = 64
  private static let nullWords: [StaticString] = [
    "null", "nan", "NaN", "Infinity", "-nan", "-NaN", "-Infinity",
  ]

  let bytes: [UInt8]
  let readsNonFiniteAsNull: Bool
  var index = 0
  private var containerCount = 0

  init(bytes: [UInt8], readsNonFiniteAsNull: Bool) {
    self.bytes = bytes
    self.readsNonFiniteAsNull = readsNonFiniteAsNull
  }

  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
  }

  /// Skips a character if it is next.
  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func value(depth: Int) -> JSONValue? {
    skipSpace()
    guard depth < JSONReader.depthLimit, let byte = next else { return nil }
    switch Unicode.Scalar(byte) {
    case "{" where countContainer(): return object(depth: depth)
    case "[" where countContainer(): return array(depth: depth)
    case "{", "[": return nil
    case "\"": return string().map(JSONValue.string)
    case "t": return word("true", .bool(true))
    case "f": return word("false", .bool(false))
    case "n" where !readsNonFiniteAsNull: return word("null", .null)
    case "n", "N", "I", "-": return null() ?? number().map(JSONValue.number)
    default: return number().map(JSONValue.number)
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count else { return nil }
    let isSame = bytes[index..<end].elementsEqual(
      UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    index = end
    return isSame ? value : nil
  }

  /// Reads `null`, or one of its substitutes for numbers such as `NaN`.
  private mutating func null() -> JSONValue? {
    let start = index
    for text in readsNonFiniteAsNull ? Self.nullWords : [] {
      if let value = word(text, .null) { return value }
      index = start
    }
    return nil
  }

  /// Counts an array or an object; returns false above the limit.
  private mutating func countContainer() -> Bool {
    containerCount += 1
    return containerCount <= JSONValue.containerLimit
  }

  private mutating func array(depth: Int) -> JSONValue? {
    index += 1
    var values: [JSONValue] = []
    skipSpace()
    if consume("]") { return .array(values) }
    while let value = value(depth: depth + 1) {
      values.append(value)
      skipSpace()
      if consume("]") { return .array(values) }
      guard consume(",") else { return nil }
    }
    return nil
  }

  private mutating func object(depth: Int) -> JSONValue? {
    index += 1
    var pairs: [(key: String, value: JSONValue)] = []
    skipSpace()
    if consume("}") { return .object(pairs) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\""), let key = string() else { return nil }
      skipSpace()
      guard consume(":"), let value = value(depth: depth + 1) else { return nil }
      pairs.append((key, value))
      skipSpace()
      if consume("}") { return .object(pairs) }
      guard consume(",") else { return nil }
    }
  }

  // -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [-+]? [0-9]+)?
  private mutating func number() -> Double? {
    let start = index
    _ = consume("-")
    let hasLeadingZero = next == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, !hasLeadingZero || whole == 1 else { return nil }
    // Up to 15 digits are exact as a `Double`, and much faster to read this way.
    if whole <= 15, next != UInt8(ascii: "."), next != UInt8(ascii: "e"), next != UInt8(ascii: "E")
    {
      let number = bytes[(index - whole)..<index].reduce(0) { $0 * 10 + Double($1 - 0x30) }
      return index - whole > start ? -number : number
    }
    if consume("."), digits() == 0 { return nil }
    if consume("e") || consume("E") {
      if !consume("-") { _ = consume("+") }
      guard digits() > 0 else { return nil }
    }
    let number = Double(String(decoding: bytes[start..<index], as: UTF8.self))
    return number?.isFinite == true ? number : nil
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - start
  }

  private mutating func string() -> String? {
    index += 1
    let start = index
    // Most strings have no escapes.
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\\") {
      index += 1
      if byte == UInt8(ascii: "\"") {
        return String(validating: bytes[start..<index - 1], as: UTF8.self)
      }
    }
    var text = Array(bytes[start..<index])
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text.append(contentsOf: scalar.utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Reads the rest of an escape after the backslash; a lone surrogate becomes U+FFFD.
  private mutating func escape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    index += 1
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": return Unicode.Scalar(byte)
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      guard let first = codeUnit() else { return nil }
      if let scalar = Unicode.Scalar(first) { return scalar }
      let mark = index
      if UTF16.isLeadSurrogate(first), consume("\\"), consume("u"), let second = codeUnit(),
        UTF16.isTrailSurrogate(second)
      {
        return Unicode.Scalar(
          0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
      }
      index = mark
      return "\u{FFFD}"
    default: return nil
    }
  }

  private mutating func codeUnit() -> UInt16? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    index += 4
    return unit
  }
}
