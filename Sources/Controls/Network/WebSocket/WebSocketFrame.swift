/// Frames of a WebSocket client (RFC 6455, section 5).
enum WebSocketFrame {
  /// The kinds of frames in use.
  enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  /// The maximum length in bytes of the payload of a control frame.
  static let controlByteLimit = 125

  /// Returns a final frame, masked as those of a client must be.
  ///
  /// - Parameters:
  ///   - opcode: Its kind.
  ///   - payload: Its content.
  ///   - mask: A random number.
  /// - Returns: The bytes to send.
  static func encoded(
    _ opcode: Opcode, _ payload: [UInt8], mask: UInt32 = .random(in: .min ... .max)
  ) -> [UInt8] {
    var frame = [0x80 | opcode.rawValue]
    frame.reserveCapacity(payload.count + 14)
    switch payload.count {
    case 0..<126: frame.append(0x80 | UInt8(payload.count))
    case 126..<65_536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      frame.append(0x80 | 127)
      frame += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    let key = (0..<4).map { UInt8(truncatingIfNeeded: mask >> (24 - 8 * UInt32($0))) }
    frame += key
    for (index, byte) in payload.enumerated() { frame.append(byte ^ key[index & 3]) }
    return frame
  }
}
