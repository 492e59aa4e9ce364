internal import Diagnostics
internal import Layout

/// Rejects files that are not text, and locates the first invalid byte or character.
enum TextCheck {
  /// Returns nil if libyaml can read the bytes as UTF-8.
  static func problem(in bytes: [UInt8], file: SourceFile) -> Diagnostic? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || hasWideLetters(bytes)
    {
      let start = SourceFile(path: file.path, bytes: [])
      return Diagnostic(
        .error, "this file is UTF-16, not UTF-8", at: start.span(0..<0), hint: "save it as UTF-8")
    }
    if let index = firstInvalidByte(of: bytes) {
      let before = SourceFile(path: file.path, bytes: Array(bytes[..<index])).scalars.count
      return Diagnostic(
        .error, "this byte (\(hexadecimal(bytes[index]))) is not UTF-8",
        at: file.span(before..<before + 1), hint: "save the file as UTF-8\(latin1(bytes[index]))")
    }
    guard let index = file.scalars.firstIndex(where: { !isAllowed($0) }) else { return nil }
    let shown = VisibleText.shown(file.scalars[index])
    return Diagnostic(
      .error, "the control character \(shown) is not valid in a layout",
      at: file.span(index..<index + 1), hint: "remove it")
  }

  /// Whether this is UTF-16 without a byte-order mark: many zero bytes, all at even or odd offsets.
  private static func hasWideLetters(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(256)
    let zeros = start.indices.filter { start[$0] == 0 }
    guard let first = zeros.first, 4 * zeros.count >= start.count, start.count >= 2 else {
      return false
    }
    return zeros.allSatisfy { $0 & 1 == first & 1 }
  }

  private static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var read = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): read += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return read
      }
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x85, 0x20...0x7E, 0xA0...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private static func latin1(_ byte: UInt8) -> String {
    guard byte >= 0xA0 else { return "" }
    return "; it looks like Latin-1, where this is `\(Character(Unicode.Scalar(byte)))`"
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    "0x" + String(byte, radix: 16, uppercase: true)
  }
}
