internal import Linux

/// A packet from a broker (MQTT 3.1.1, chapter 3).
enum BrokerPacket: Equatable {
  /// The answer to the request for a session; 0 means accepted (CONNACK).
  case answer(code: UInt8)
  /// A message; with quality 1 it has an ID and must be confirmed; retained if the broker stored it
  /// before this client subscribed (PUBLISH).
  case message(topic: String, payload: [UInt8], id: UInt16?, isRetained: Bool = false)
  /// A message whose packet is longer than `BrokerPacketReader.byteLimit`; its payload is dropped.
  case longMessage(topic: String, byteCount: Int, id: UInt16?)
  /// Confirms a message sent with quality 1 (PUBACK).
  case confirmed(id: UInt16)
  /// The answer to a subscription: whether this client may read the topic (SUBACK).
  case subscribed(id: UInt16, isGranted: Bool)
  /// The answer to the end of a subscription (UNSUBACK).
  case unsubscribed(id: UInt16)
  /// The answer to a ping (PINGRESP).
  case pong
}

/// A broker's bytes are not valid MQTT 3.1.1 packets for this client.
struct BrokerPacketError: Error, Equatable {}

/// Divides a broker's bytes into packets; accepts any bytes in any portions, and does no I/O.
///
/// Keeps at most one packet of `byteLimit` bytes and the last portion, provided that all packets
/// are taken before the next portion. Only the topic of a longer message is kept; the rest is
/// dropped as it arrives. Must not be used after an error.
struct BrokerPacketReader {
  /// The size limit of a packet in bytes, without its header of up to five bytes.
  ///
  /// Device states have a few hundred bytes, seldom thousands; parsing this much takes well below a
  /// millisecond.
  static let byteLimit = 16_384

  /// The bytes not yet returned as packets, from `start` on.
  private var bytes: [UInt8] = []
  private var start = 0
  /// The number of bytes still to come of a long message.
  private var skipCount = 0

  /// The number of bytes held.
  var heldByteCount: Int { bytes.count - start }

  mutating func append(_ portion: UnsafeRawBufferPointer) {
    let skipped = min(skipCount, portion.count)
    skipCount -= skipped
    guard skipped < portion.count else { return }
    bytes.append(contentsOf: portion[skipped...])
  }

  /// Returns the next packet; nil if it is incomplete.
  mutating func next() throws(BrokerPacketError) -> BrokerPacket? {
    if let packet = try takePacket() { return packet }
    bytes.consume(start)
    start = 0
    return nil
  }

  private mutating func takePacket() throws(BrokerPacketError) -> BrokerPacket? {
    guard let header = try header() else { return nil }
    if header.bodyCount > Self.byteLimit { return try longMessage(header) }
    let end = header.bodyStart + header.bodyCount
    guard end <= bytes.count else { return nil }
    let packet = try packet(header, bytes[header.bodyStart..<end])
    start = end
    return packet
  }

  private struct Header {
    var head: UInt8
    var bodyStart: Int
    var bodyCount: Int
  }

  private func header() throws(BrokerPacketError) -> Header? {
    guard heldByteCount >= 2 else { return nil }
    let head = bytes[start]
    var bodyCount = 0
    for index in 0..<4 {
      let position = start + 1 + index
      guard position < bytes.count else { return nil }
      bodyCount |= Int(bytes[position] & 0x7F) << (7 * index)
      if bytes[position] & 0x80 == 0 {
        // Checked at once, so that no bytes are kept of a packet that will be rejected.
        guard Self.allows(bodyCount, for: head) else { throw BrokerPacketError() }
        return Header(head: head, bodyStart: position + 1, bodyCount: bodyCount)
      }
    }
    throw BrokerPacketError()
  }

  /// Whether a broker may send this kind and length of packet to this client, which subscribes to
  /// one topic at a time, with quality 0 or 1.
  private static func allows(_ bodyCount: Int, for head: UInt8) -> Bool {
    switch head {
    case 0x20, 0x40, 0xB0: bodyCount == 2
    case 0x90: bodyCount == 3
    case 0xD0: bodyCount == 0
    // Bit 3 marks a duplicate, bits 1 and 2 are the quality, bit 0 marks retained messages.
    case 0x30, 0x31, 0x38, 0x39: bodyCount > 2
    case 0x32, 0x33, 0x3A, 0x3B: bodyCount > 4
    default: false
    }
  }

  private func packet(
    _ header: Header, _ body: ArraySlice<UInt8>
  ) throws(BrokerPacketError) -> BrokerPacket {
    let first = body.startIndex
    switch header.head {
    case 0x20: return .answer(code: body[first + 1])
    case 0x40: return .confirmed(id: Self.number(body))
    case 0xB0: return .unsubscribed(id: Self.number(body))
    case 0x90: return .subscribed(id: Self.number(body), isGranted: body[first + 2] < 0x80)
    case 0xD0: return .pong
    default:
      guard let (topic, id, rest) = try opening(of: body, header) else {
        throw BrokerPacketError()
      }
      return .message(topic: topic, payload: Array(rest), id: id, isRetained: header.head & 1 != 0)
    }
  }

  private mutating func longMessage(_ header: Header) throws(BrokerPacketError) -> BrokerPacket? {
    let held = bytes[header.bodyStart...]
    guard let (topic, id, rest) = try opening(of: held, header) else { return nil }
    let byteCount = header.bodyCount - (rest.startIndex - held.startIndex)
    let taken = min(held.count, header.bodyCount)
    skipCount = header.bodyCount - taken
    start = header.bodyStart + taken
    return .longMessage(topic: topic, byteCount: byteCount, id: id)
  }

  /// Returns a message's topic and ID, and the bytes after them; nil if there are not enough bytes.
  private func opening(
    of body: ArraySlice<UInt8>, _ header: Header
  ) throws(BrokerPacketError) -> (topic: String, id: UInt16?, rest: ArraySlice<UInt8>)? {
    guard body.count >= 2 else { return nil }
    let topicCount = Int(Self.number(body))
    let hasID = header.head & 0x06 != 0
    let count = 2 + topicCount + (hasID ? 2 : 0)
    guard topicCount > 0, topicCount <= Self.byteLimit, count <= header.bodyCount else {
      throw BrokerPacketError()
    }
    guard count <= body.count else { return nil }
    let topicEnd = body.startIndex + 2 + topicCount
    let text = body[body.startIndex + 2..<topicEnd]
    guard !text.contains(0), let topic = String(validating: text, as: UTF8.self) else {
      throw BrokerPacketError()
    }
    let id = hasID ? Self.number(body[topicEnd...]) : nil
    guard id != 0 else { throw BrokerPacketError() }
    return (topic, id, body[(body.startIndex + count)...])
  }

  /// Returns the number in the first two bytes of a slice, which must have them.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    UInt16(bytes[bytes.startIndex]) << 8 | UInt16(bytes[bytes.startIndex + 1])
  }
}
