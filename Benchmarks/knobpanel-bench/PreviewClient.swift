internal import Glibc
internal import JSON
internal import Linux
internal import Program

/// A simulated browser for a preview's server: receives frames and reports them as drawn.
final class PreviewClient {
  /// Called with the byte count of each received frame.
  var onFrame: (_ byteCount: Int) -> Void = { _ in }
  /// The message of type `panel`; nil until it is received.
  private(set) var panel: JSONValue?

  private let socket: FileDescriptor
  private let loop: EventLoop
  private var received: [UInt8] = []
  /// Whether the connection has become a WebSocket.
  private var isOpen = false

  /// Connects to a preview on this machine, and handles its messages on the loop.
  init(port: UInt16, loop: EventLoop) throws {
    self.loop = loop
    socket = try Loopback.connection(to: port)
    let number = socket.number
    var one: Int32 = 1
    setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
    let request = [
      "GET /socket HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)",
      "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "", "",
    ]
    try socket.write(Array(request.joined(separator: "\r\n").utf8), "the preview")
    try loop.watch(number, for: .readable) { [unowned self] _ in
      do { try receive() } catch { loop.unwatch(number) }
    }
  }

  deinit { loop.unwatch(socket.number) }

  /// Sends a text message, as one frame (RFC 6455, 5.2), masked with zeros.
  func send(_ message: JSONValue) throws {
    let payload = Array(message.line.utf8)
    var bytes: [UInt8] = [0x81]
    if payload.count < 126 {
      bytes.append(0x80 | UInt8(payload.count))
    } else {
      bytes += [0x80 | UInt8(126), UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255)]
    }
    try socket.write(bytes + [0, 0, 0, 0] + payload, "the preview")
  }

  private func receive() throws {
    try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { chunk in
      guard let count = try socket.read(into: chunk), count > 0 else {
        throw Problem("the preview has closed the connection")
      }
      received += chunk[..<count]
    }
    if !isOpen {
      guard let end = received.indices.dropLast(3).first(where: { isHeadEnd($0) }) else { return }
      received.removeSubrange(...(end + 3))
      isOpen = true
    }
    while let (isText, payload) = nextMessage() { try handleMessage(isText, payload) }
  }

  private func isHeadEnd(_ index: Int) -> Bool {
    received[index] == 13 && received[index + 1] == 10 && received[index + 2] == 13
      && received[index + 3] == 10
  }

  private func nextMessage() -> (isText: Bool, [UInt8])? {
    guard received.count >= 2 else { return nil }
    var (start, count) = (2, Int(received[1] & 127))
    if count >= 126 {
      let extra = count == 126 ? 2 : 8
      guard received.count >= 2 + extra else { return nil }
      start += extra
      count = received[2..<start].reduce(0) { $0 << 8 | Int($1) }
    }
    guard received.count >= start + count else { return nil }
    defer { received.removeSubrange(..<(start + count)) }
    return (received[0] & 15 == 1, Array(received[start..<start + count]))
  }

  private func handleMessage(_ isText: Bool, _ payload: [UInt8]) throws {
    if isText {
      guard let json = JSONValue(parsing: payload) else { return }
      if json["type"]?.string == "panel" { panel = json }
    } else if payload.count >= 12 {
      let sequence = payload[..<4].reversed().reduce(0) { $0 << 8 | Int($1) }
      onFrame(payload.count)
      try send(["type": "drawn", "sequence": .number(Double(sequence))])
    }
  }
}
