import Randomness
import Testing

@testable import Controls

/// Splitting a broker's bytes into packets.
@Suite struct BrokerPacketTests {
  private typealias Reader = BrokerPacketReader

  /// A message as a broker sends it.
  private static func message(
    _ topic: [UInt8], _ payload: [UInt8], head: UInt8 = 0x30, id: UInt16? = nil
  ) -> [UInt8] {
    var body = [UInt8(topic.count >> 8), UInt8(topic.count & 0xFF)] + topic
    if let id { body += [UInt8(id >> 8), UInt8(id & 0xFF)] }
    return [head] + TestPacket.length(body.count + payload.count) + body + payload
  }

  private static let amp = Array("amp".utf8)

  private struct Outcome: Equatable {
    var packets: [BrokerPacket]
    /// Whether reading ended with an error.
    var isRefused: Bool

    init(_ packets: [BrokerPacket], _ isRefused: Bool) {
      (self.packets, self.isRefused) = (packets, isRefused)
    }
  }

  private func read(_ portions: [[UInt8]]) -> Outcome {
    var reader = Reader()
    var packets: [BrokerPacket] = []
    for portion in portions {
      portion.withUnsafeBytes { reader.append($0) }
      do {
        while let packet = try reader.next() { packets.append(packet) }
      } catch {
        return Outcome(packets, true)
      }
    }
    return Outcome(packets, false)
  }

  @Test(
    "Packets of each kind are read, however the bytes are split",
    arguments: [
      ([0x20, 2, 0, 0], .answer(code: 0)), ([0x20, 2, 1, 5], .answer(code: 5)),
      ([0x40, 2, 0x12, 0x34], .confirmed(id: 0x1234)),
      ([0x90, 3, 0, 7, 0], .subscribed(id: 7, isGranted: true)),
      ([0x90, 3, 0, 7, 1], .subscribed(id: 7, isGranted: true)),
      ([0x90, 3, 0, 7, 0x80], .subscribed(id: 7, isGranted: false)),
      ([0xB0, 2, 0, 7], .unsubscribed(id: 7)), ([0xD0, 0], .pong),
      (message(amp, [0x34, 0x32]), .message(topic: "amp", payload: [0x34, 0x32], id: nil)),
      (message(amp, []), .message(topic: "amp", payload: [], id: nil)),
      (
        message(amp, [1], head: 0x31),
        .message(topic: "amp", payload: [1], id: nil, isRetained: true)
      ),
      (message(amp, [1], head: 0x32, id: 9), .message(topic: "amp", payload: [1], id: 9)),
      (
        message(amp, [1], head: 0x3B, id: 9),
        .message(topic: "amp", payload: [1], id: 9, isRetained: true)
      ),
      (message(Array("$SYS/é".utf8), [1]), .message(topic: "$SYS/é", payload: [1], id: nil)),
      // Lengths of two and three bytes.
      (
        message(amp, Array(repeating: 7, count: 200)),
        .message(topic: "amp", payload: Array(repeating: 7, count: 200), id: nil)
      ),
      (
        message(amp, Array(repeating: 7, count: 16_379)),
        .message(topic: "amp", payload: Array(repeating: 7, count: 16_379), id: nil)
      ),
      // One byte over the limit, which includes the topic and its length.
      (
        message(amp, Array(repeating: 7, count: 16_380)),
        .longMessage(topic: "amp", byteCount: 16_380, id: nil)
      ),
      (
        message(amp, Array(repeating: 7, count: 100_000), head: 0x32, id: 9),
        .longMessage(topic: "amp", byteCount: 100_000, id: 9)
      ),
    ] as [([UInt8], BrokerPacket)]) func kinds(_ bytes: [UInt8], _ packet: BrokerPacket)
  {
    // In one piece, byte by byte, and followed by another packet.
    #expect(read([bytes]) == Outcome([packet], false))
    #expect(read(bytes.map { [$0] }) == Outcome([packet], false))
    #expect(read([bytes + [0xD0, 0]]) == Outcome([packet, .pong], false))
    // Without its last byte there is no packet yet, unless only the topic counts.
    if case .longMessage = packet { return }
    #expect(read([Array(bytes.dropLast())]) == Outcome([], false))
  }

  @Test(
    "Malformed packets are refused",
    arguments: [
      // Kinds that only clients send, and undefined kinds.
      [0x00, 0], [0x10, 0], [0x82, 0], [0xA2, 0], [0xC0, 0], [0xE0, 0], [0xF0, 0], [0x50, 2, 0, 1],
      // Invalid flags.
      [0x21, 2, 0, 0], [0x41, 2, 0, 1], [0xD1, 0], [0x91, 3, 0, 1, 0],
      // QoS 2, which is never requested, and QoS 3, which does not exist.
      message(amp, [1], head: 0x34, id: 1), message(amp, [1], head: 0x36, id: 1),
      // Wrong lengths, including one that never ends.
      [0x20, 0], [0x20, 3, 0, 0, 0], [0x40, 1, 0], [0xD0, 1, 0], [0x90, 4, 0, 1, 0, 0],
      [0xB0, 3, 0, 1, 0], [0x30, 0xFF, 0xFF, 0xFF, 0xFF, 1], [0x20, 0xFF, 0xFF, 0xFF, 0x7F],
      // Messages without a topic, or with one that is longer than the message, is not UTF-8 or
      // contains NUL.
      [0x30, 0], [0x30, 2, 0, 0], message([], [1]), [0x30, 4, 0, 9, 0x61, 0x61],
      message([0xFF, 0xFE], [1]), message([0xC3], [1]), message([0x61, 0, 0x62], [1]),
      // QoS 1 without an id, and with id 0.
      [0x32, 5, 0, 3, 0x61, 0x61, 0x61], message(amp, [1], head: 0x32, id: 0),
      // A long message whose topic exceeds the limit, and one whose topic exceeds the message.
      [0x30, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF],
      [0x30, 0x81, 0x80, 0x01, 0x40, 0x00] + Array(repeating: 0x61, count: 16_384),
    ] as [[UInt8]]) func malformed(_ bytes: [UInt8])
  {
    #expect(read([bytes]).isRefused)
    #expect(read(bytes.map { [$0] }).isRefused)
    #expect(read([[0xD0, 0] + bytes]) == Outcome([.pong], true))
  }

  @Test("A 60 MB message is skipped without buffering, and the next packet is read")
  func longMessage() {
    var reader = Reader()
    let count = 60_000_000
    let head = [0x30] + TestPacket.length(5 + count) + [0, 3] + Self.amp
    var packets: [BrokerPacket] = []
    var maxHeld = 0
    func take(_ bytes: [UInt8]) throws {
      bytes.withUnsafeBytes { reader.append($0) }
      while let packet = try reader.next() { packets.append(packet) }
      maxHeld = max(maxHeld, reader.heldByteCount)
    }
    let portion = [UInt8](repeating: 0x61, count: 16_000)
    #expect(throws: Never.self) {
      try take(head)
      for _ in 0..<count / portion.count { try take(portion) }
      try take([0xD0, 0])
    }
    #expect(packets == [.longMessage(topic: "amp", byteCount: count, id: nil), .pong])
    #expect(maxHeld < 20)
  }

  @Test(
    "Random bytes never trap, and the buffer stays within a packet and a portion", arguments: 0..<8)
  func anything(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let heads: [UInt8] = [0x20, 0x30, 0x31, 0x32, 0x3B, 0x40, 0x90, 0xB0, 0xD0]
    for _ in 0..<400 {
      var reader = Reader()
      var isRefused = false
      for _ in 0..<20 where !isRefused {
        var bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        if Bool.random(using: &random), let head = heads.randomElement(using: &random) {
          bytes = [head, UInt8.random(in: 0...9, using: &random), 0, 2] + bytes
        }
        bytes.withUnsafeBytes { reader.append($0) }
        do {
          while try reader.next() != nil {}
        } catch {
          isRefused = true
        }
        #expect(reader.heldByteCount <= Reader.byteLimit + 5 + 64)
      }
    }
  }
}

/// Packets for tests, and their length encoding.
enum TestPacket {
  /// Encodes the length of a packet's body (MQTT 3.1.1, 2.2.3).
  static func length(_ count: Int) -> [UInt8] {
    var rest = count
    var bytes: [UInt8] = []
    repeat {
      bytes.append(UInt8(rest % 128) + (rest >= 128 ? 128 : 0))
      rest /= 128
    } while rest > 0
    return bytes
  }

  static let accepted: [UInt8] = [0x20, 2, 0, 0]

  /// A QoS 0 message, or QoS 1 with an id.
  static func message(
    _ payload: String, on topic: String, id: UInt16? = nil, isRepeated: Bool = false
  ) -> [UInt8] {
    var body = [UInt8(topic.utf8.count >> 8), UInt8(topic.utf8.count & 0xFF)] + topic.utf8
    if let id { body += [UInt8(id >> 8), UInt8(id & 0xFF)] }
    body += payload.utf8
    return [(id == nil ? 0x30 : 0x32) | (isRepeated ? 8 : 0)] + length(body.count) + body
  }
}
