/// Repairs errors that small devices make in XML; pure functions.
///
/// - Bytes before the first `<`, such as an empty line, and after the last `>`, such as the
///   terminating zero of a C string, are removed.
/// - Text that is not UTF-8 is read as Windows-1252, which contains the letters of ISO 8859-1.
/// - An `&` that does not begin a reference is escaped.
/// - Control characters, which XML does not allow, become spaces.
enum XMLRepair {
  /// Returns the document in UTF-8, whatever encoding it declares; nil if it is UTF-16, or has no
  /// element.
  static func repaired(_ document: [UInt8]) -> [UInt8]? {
    guard let start = document.firstIndex(of: UInt8(ascii: "<")) else { return nil }
    // In UTF-16, every other byte is zero, from the first character on.
    let text = document[start...].prefix { $0 != 0 }
    guard let end = text.lastIndex(of: UInt8(ascii: ">")) else { return nil }
    let bytes = text[...end]
    let isUnicode = String(validating: bytes, as: UTF8.self) != nil
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    var index = bytes.startIndex
    var isInCharacterData = false
    while index < bytes.endIndex {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "<") where bytes[index...].starts(with: "<![CDATA[".utf8):
        isInCharacterData = true
        result.append(byte)
      case UInt8(ascii: ">") where bytes[..<index].suffix(2).elementsEqual("]]".utf8):
        isInCharacterData = false
        result.append(byte)
      case UInt8(ascii: "&") where !isInCharacterData && !isReference(bytes[index...]):
        result += "&amp;".utf8
      case 0x09, 0x0A, 0x0D: result.append(byte)
      case 0..<0x20: result.append(0x20)
      case 0x80... where !isUnicode: result += String(windows1252(byte)).utf8
      default: result.append(byte)
      }
      index += 1
    }
    return result
  }

  /// Whether `&` begins a character reference, or a reference to one of XML's five entities.
  private static func isReference(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = bytes.dropFirst().prefix(10).prefix { $0 != UInt8(ascii: ";") }
    guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";") else {
      return false
    }
    let text = String(decoding: name, as: UTF8.self)
    if ["amp", "lt", "gt", "quot", "apos"].contains(text) { return true }
    let digits = text.hasPrefix("#x") ? text.dropFirst(2) : text.dropFirst()
    guard text.hasPrefix("#"), digits.first?.isHexDigit == true,
      let code = UInt32(digits, radix: text.hasPrefix("#x") ? 16 : 10)
    else { return false }
    // XML 1.0, 2.2.
    switch code {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: return true
    default: return false
    }
  }

  /// The characters of the bytes 0x80 to 0x9F (WHATWG Encoding, index windows-1252).
  private static let special = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// Returns the character of a byte from 0x80 on.
  private static func windows1252(_ byte: UInt8) -> Character {
    let index = Int(byte) - 0x80
    return Character(special.indices.contains(index) ? special[index] : Unicode.Scalar(byte))
  }
}
