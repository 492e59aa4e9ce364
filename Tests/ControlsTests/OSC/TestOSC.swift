/// Packets as specified, encoded without the panel's own code.
enum TestOSC {
  enum Argument: Equatable, Sendable {
    case float(Float)
    case int(Int32)
    case text(String)

    var number: Double? {
      switch self {
      case .float(let number): Double(number)
      case .int(let number): Double(number)
      case .text: nil
      }
    }
  }

  static func message(_ address: String, _ arguments: Argument...) -> [UInt8] {
    message(address, arguments)
  }

  static func message(_ address: String, _ arguments: [Argument]) -> [UInt8] {
    var bytes = padded(address)
    var types = ","
    var data: [UInt8] = []
    for argument in arguments {
      switch argument {
      case .float(let number):
        types += "f"
        data += big(number.bitPattern)
      case .int(let number):
        types += "i"
        data += big(UInt32(bitPattern: number))
      case .text(let text):
        types += "s"
        data += padded(text)
      }
    }
    bytes += padded(types) + data
    return bytes
  }

  static func bundle(_ elements: [[UInt8]]) -> [UInt8] {
    padded("#bundle") + [0, 0, 0, 0, 0, 0, 0, 1]
      + elements.flatMap { big(UInt32($0.count)) + $0 }
  }

  /// The address and first argument of a message; nil for a bundle or an invalid packet.
  static func read(_ bytes: [UInt8]) -> (address: String, argument: Argument?)? {
    guard bytes.first == UInt8(ascii: "/"), let end = bytes.firstIndex(of: 0) else { return nil }
    let address = String(decoding: bytes[..<end], as: UTF8.self)
    let types = (end / 4 + 1) * 4
    guard types + 4 < bytes.count || bytes.count >= types + 4 else { return (address, nil) }
    let data = bytes.dropFirst(types + 4)
    switch (bytes[types + 1], data.count) {
    case (UInt8(ascii: "f"), 4): return (address, .float(Float(bitPattern: word(data))))
    case (UInt8(ascii: "i"), 4): return (address, .int(Int32(bitPattern: word(data))))
    case (UInt8(ascii: "s"), 4...):
      return (address, .text(String(decoding: data.prefix { $0 != 0 }, as: UTF8.self)))
    default: return (address, nil)
    }
  }

  private static func padded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + Array(repeating: 0, count: 4 - bytes.count % 4)
  }

  private static func big(_ word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
