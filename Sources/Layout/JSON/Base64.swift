/// Base64 encoding (RFC 4648, section 4).
public enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the bytes as text, padded with `=`.
  public static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: textByteCount(of: bytes.count)) { text in
      var end = 0
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let count = min(3, bytes.count - start)
        var group = UInt32(bytes[start]) << 16
        if count > 1 { group |= UInt32(bytes[start + 1]) << 8 }
        if count > 2 { group |= UInt32(bytes[start + 2]) }
        for digit in 0..<4 {
          text[end] =
            digit <= count
            ? alphabet[Int(group >> UInt32(18 - 6 * digit)) & 63] : UInt8(ascii: "=")
          end += 1
        }
      }
      return end
    }
  }

  /// Returns the length in bytes of the text for this many bytes.
  public static func textByteCount(of byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }

  /// Returns the bytes of a padded text; nil if it is not valid.
  public static func decode(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count % 4 == 0 else { return nil }
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (group, bits) = (UInt32(0), 0)
    for character in text.dropLast(padding) {
      guard let digit = digit(character) else { return nil }
      group = group << 6 | digit
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
