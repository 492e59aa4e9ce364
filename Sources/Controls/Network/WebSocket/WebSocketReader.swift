internal import Linux

/// Reads what a WebSocket server sends: the answer to the handshake, then frames, which it joins to
/// messages.
///
/// A frame's announced length takes no memory: only bytes that have arrived are held, and those of a
/// message that is too long are dropped.
///
/// | frame | result |
/// |---|---|
/// | text, whole or in fragments | the message, once it is complete |
/// | longer than the limit, also in sum | `long`, once it is complete |
/// | ping | `reply`: a pong with its payload |
/// | pong | none |
/// | close | `end`: a close |
/// | binary, masked, with reserved bits, a length that is not the shortest, out of order | `invalid` |
struct WebSocketReader: MessageReader {
  /// The size limit of a message, in bytes.
  let byteLimit: Int
  private let handshake: WebSocketHandshake
  private var isOpen = false
  /// The bytes not yet processed, from `start` on.
  private var bytes: [UInt8] = []
  private var start = 0
  /// The end of the bytes already searched for the end of the head.
  private var searched = 0

  /// The message whose frames have arrived in part; nil between messages.
  private var message: [UInt8]?
  private var droppedByteCount = 0
  /// The data frame whose payload has arrived in part.
  private var frame: (rest: Int, isFinal: Bool)?

  init(_ handshake: WebSocketHandshake, byteLimit: Int) {
    (self.handshake, self.byteLimit) = (handshake, byteLimit)
  }

  /// The number of bytes held.
  var heldByteCount: Int { bytes.count - start + (message?.count ?? 0) }

  mutating func append(_ portion: UnsafeRawBufferPointer) {
    bytes.consume(start)
    searched = max(0, searched - start)
    start = 0
    bytes.append(contentsOf: portion)
  }

  mutating func next() -> ReceivedMessage? {
    if !isOpen {
      guard let refusal = readHead() else { return nil }
      if !refusal.isEmpty { return .invalid(reason: refusal) }
      isOpen = true
    }
    while true {
      if frame != nil {
        guard takePayload() else { return nil }
        if let message = finishFrame() { return message }
        continue
      }
      switch readHeader() {
      case .incomplete: return nil
      case .data: continue
      case .control(let opcode, let payload):
        switch opcode {
        case .ping: return .reply(WebSocketFrame.encoded(.pong, payload))
        case .close: return .end(WebSocketFrame.encoded(.close, Array(payload.prefix(2))))
        default: continue
        }
      case .invalid(let reason): return .invalid(reason: "it sent \(reason)")
      }
    }
  }

  // MARK: The handshake

  /// Returns the reason of a refusal, or an empty text; nil while the head is incomplete.
  private mutating func readHead() -> String? {
    let end = Array("\r\n\r\n".utf8)
    while searched + end.count <= bytes.count, searched < WebSocketHandshake.answerByteLimit {
      if bytes[searched..<searched + end.count].elementsEqual(end) {
        let head = Array(bytes[start..<searched])
        start = searched + end.count
        return handshake.refusal(head) ?? ""
      }
      searched += 1
    }
    let http = Array("HTTP/1.".utf8)
    let isHTTP = zip(bytes[start...], http).allSatisfy { $0 == $1 }
    if isHTTP, searched < WebSocketHandshake.answerByteLimit { return nil }
    return "the server there does not speak HTTP; check `url`"
  }

  // MARK: Frames

  private enum Header {
    case incomplete
    /// A data frame has begun.
    case data
    case control(WebSocketFrame.Opcode, [UInt8])
    case invalid(String)
  }

  private mutating func readHeader() -> Header {
    let available = bytes.count - start
    guard available >= 2 else { return .incomplete }
    let (first, second) = (bytes[start], bytes[start + 1])
    guard first & 0x70 == 0 else { return .invalid("a frame with reserved bits") }
    guard second & 0x80 == 0 else { return .invalid("a masked frame") }
    guard let opcode = WebSocketFrame.Opcode(rawValue: first & 0x0F) else {
      return .invalid("a frame of kind \(first & 0x0F)")
    }
    let isFinal = first & 0x80 != 0
    let extra = second == 127 ? 8 : second == 126 ? 2 : 0
    if opcode.isControl {
      guard isFinal, extra == 0 else { return .invalid("a control frame that is too long") }
      let end = start + 2 + Int(second)
      guard end <= bytes.count else { return .incomplete }
      defer { start = end }
      return .control(opcode, Array(bytes[start + 2..<end]))
    }
    guard (opcode == .continuation) == (message != nil) else {
      return .invalid("frames of two messages in one")
    }
    guard available >= 2 + extra else { return .incomplete }
    var count = UInt64(second)
    if extra > 0 {
      count = bytes[start + 2..<start + 2 + extra].reduce(0) { $0 << 8 | UInt64($1) }
      guard count >= (extra == 2 ? 126 : 65_536), let _ = Int(exactly: count) else {
        return .invalid("a frame with a wrong length")
      }
    }
    start += 2 + extra
    frame = (Int(count), isFinal)
    message = message ?? []
    return .data
  }

  /// Moves the payload that has arrived to the message; returns whether the frame is complete.
  private mutating func takePayload() -> Bool {
    guard let (rest, isFinal) = frame else { return true }
    let count = min(rest, bytes.count - start)
    let held = message?.count ?? 0
    // A message that will be too long is dropped from its first frame on.
    if droppedByteCount > 0 || rest > byteLimit - held {
      message?.removeAll()
      droppedByteCount += held + count
    } else {
      message?.append(contentsOf: bytes[start..<start + count])
    }
    start += count
    frame = (rest - count, isFinal)
    return rest == count
  }

  private mutating func finishFrame() -> ReceivedMessage? {
    let isFinal = frame?.isFinal ?? true
    frame = nil
    guard isFinal else { return nil }
    defer { (message, droppedByteCount) = (nil, 0) }
    return droppedByteCount > 0 ? .long(byteCount: droppedByteCount) : .text(message ?? [])
  }
}
