import JSON
import Testing

@testable import Controls

/// The handshake and the frames of a WebSocket client.
@Suite struct WebSocketTests {
  /// The example of RFC 6455, section 1.3.
  private static let key = "dGhlIHNhbXBsZSBub25jZQ=="
  private static let accepted =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    + "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"

  private func reader(limit: Int = 1000) -> WebSocketReader {
    var reader = WebSocketReader(WebSocketHandshake(key: Self.key), byteLimit: limit)
    Array(Self.accepted.utf8).withUnsafeBytes { reader.append($0) }
    return reader
  }

  private func read(_ bytes: [UInt8], limit: Int = 1000, portion: Int = 7) -> [ReceivedMessage] {
    var reader = reader(limit: limit)
    var messages: [ReceivedMessage] = []
    for start in stride(from: 0, to: bytes.count, by: portion) {
      bytes[start..<min(start + portion, bytes.count)].withUnsafeBytes { reader.append($0) }
      while let message = reader.next() {
        messages.append(message)
        if case .invalid = message { return messages }
      }
    }
    return messages
  }

  @Test(
    "Hashes of FIPS 180-4 and RFC 3174",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      (String(repeating: "a", count: 1000), "291e9a6c66994949b57ba5e650361e98fc36b1ba"),
    ]) func hash(_ text: String, _ expected: String)
  {
    let hex = SHA1.hash(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    #expect(hex.joined() == expected)
  }

  @Test("The request asks for a WebSocket, and the answer must prove that it was read")
  func handshake() {
    let handshake = WebSocketHandshake(key: Self.key)
    let request = String(
      decoding: handshake.request(path: "/api/websocket", authority: "[::1]:8123"), as: UTF8.self)
    #expect(request.hasPrefix("GET /api/websocket HTTP/1.1\r\nHost: [::1]:8123\r\n"))
    #expect(request.hasSuffix("\r\n\r\n"))
    #expect(handshake.expectedAccept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(WebSocketHandshake().key != WebSocketHandshake().key)
    #expect(Base64.decode(WebSocketHandshake().key)?.count == 16)
  }

  @Test(
    "Answers that open no WebSocket have a reason",
    arguments: [
      ("HTTP/1.1 404 Not Found\r\n\r\n", "it answers HTTP 404 instead of opening a WebSocket"),
      ("HTTP/1.1 403 Forbidden\r\n\r\n", "it refuses this panel's address"),
      (
        "HTTP/1.1 301 Moved\r\nLocation: https://a.example/\u{1B}[2J\r\n\r\n",
        "it redirects to https://a.example/"
      ),
      ("HTTP/1.1 101 OK\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", "is wrong"),
      (accepted.replacing("s3pP", with: "t3pP"), "is wrong"),
      (accepted.replacing("websocket", with: "h2c"), "is wrong"),
      (
        accepted.replacing(
          "\r\n\r\n", with: "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"),
        "was not offered"
      ),
      ("SSH-2.0-OpenSSH_9.2\r\n", "does not speak HTTP"),
      ("HTTP/1.1 200 OK\r\n" + String(repeating: "a: b\r\n", count: 3000), "does not speak HTTP"),
    ]) func refusal(_ answer: String, _ expected: String)
  {
    var reader = WebSocketReader(WebSocketHandshake(key: Self.key), byteLimit: 1000)
    var reason = ""
    for byte in answer.utf8 where reason.isEmpty {
      withUnsafeBytes(of: byte) { reader.append($0) }
      if case .invalid(let why)? = reader.next() { reason = why }
    }
    #expect(reason.contains(expected), "\(reason)")
    #expect(!reason.contains("\u{1B}"))
    #expect(reader.heldByteCount <= WebSocketHandshake.answerByteLimit + 4)
  }

  @Test(
    "Frames are read in portions of any size", arguments: [1, 2, 7, 1000])
  func messages(_ portion: Int) {
    let long = [UInt8](repeating: 0x61, count: 300)
    let frames: [[UInt8]] = [
      [0x81, 2, 0x68, 0x69],
      // In three fragments, with a ping and a pong in between.
      [0x01, 1, 0x61], [0x89, 1, 0x70], [0x00, 0], [0x8A, 0], [0x80, 1, 0x62],
      [0x81, 126, 1, 44] + long, [0x81, 0],
      [0x88, 2, 3, 232],
    ]
    let found = read(frames.flatMap { $0 }, portion: portion)
    #expect(found.count == 6)
    #expect(found.first == .text([0x68, 0x69]))
    guard found.count == 6, case .reply(let pong) = found[1], case .end(let close) = found[5] else {
      Issue.record("\(found)")
      return
    }
    #expect(pong.prefix(2) == [0x8A, 0x81] && pong.count == 7)
    #expect(close.prefix(2) == [0x88, 0x82] && close.count == 8)
    #expect(Array(found[2...4]) == [.text([0x61, 0x62]), .text(long), .text([])])
  }

  @Test(
    "Frames that a server must not send end the connection",
    arguments: [
      ([0x81, 0x81, 1, 2, 3, 4, 5], "a masked frame"),
      ([0xC1, 1, 0x61], "a frame with reserved bits"), ([0x82, 1, 0x61], "a frame of kind 2"),
      ([0x8B, 0], "a frame of kind 11"), ([0x80, 1, 0x61], "frames of two messages"),
      ([0x01, 0, 0x81, 0], "frames of two messages"), ([0x09, 0], "a control frame"),
      ([0x89, 126, 0, 126], "a control frame"), ([0x81, 126, 0, 5], "a wrong length"),
      ([0x81, 127, 0, 0, 0, 0, 0, 0, 1, 0], "a wrong length"),
      ([0x81, 127, 255, 0, 0, 0, 0, 0, 0, 0], "a wrong length"),
    ] as [([UInt8], String)]) func invalid(_ bytes: [UInt8], _ reason: String)
  {
    guard case .invalid(let found)? = read(bytes).last else {
      Issue.record("accepted")
      return
    }
    #expect(found.contains(reason), "\(found)")
  }

  @Test("A message that is too long is dropped as it arrives, and the next one is read")
  func longMessages() {
    var reader = reader(limit: 1000)
    #expect(reader.next() == nil)
    func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { reader.append($0) } }
    // A frame of a terabyte takes no memory.
    append([0x01, 127, 0, 0, 1, 0, 0, 0, 0, 0])
    for _ in 0..<100 {
      append([UInt8](repeating: 0, count: 10_000))
      #expect(reader.next() == nil)
      #expect(reader.heldByteCount <= 10_000)
    }
    // The same in small fragments.
    let fragments = (0..<50).flatMap { index in
      [index == 0 ? 0x01 : 0x00, 100] + [UInt8](repeating: 0x61, count: 100)
    }
    #expect(
      read(fragments + [0x80, 0, 0x81, 1, 0x62], portion: 50) == [
        .long(byteCount: 5000), .text([0x62]),
      ])
  }

  @Test("Frames of the client are masked", arguments: [0, 1, 125, 126, 65_535, 65_536])
  func encoding(_ count: Int) {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let frame = WebSocketFrame.encoded(.text, payload, mask: 0x0102_0304)
    let extra = count < 126 ? 0 : count < 65_536 ? 2 : 8
    #expect(frame[0] == 0x81)
    #expect(frame[1] == 0x80 | UInt8(count < 126 ? count : extra == 2 ? 126 : 127))
    #expect(frame[(2 + extra)..<(6 + extra)] == [1, 2, 3, 4])
    let key: [UInt8] = [1, 2, 3, 4]
    #expect(frame.dropFirst(6 + extra).enumerated().map { $1 ^ key[$0 & 3] } == payload)
  }
}
