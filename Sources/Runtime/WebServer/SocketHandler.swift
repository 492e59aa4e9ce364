internal import NIOCore
internal import NIOWebSocket

/// One WebSocket connection (RFC 6455): its messages, and the limits for its browser.
///
/// | # | from the browser | result |
/// |---|---|---|
/// | 1 | a text message, in one frame or in several | `received` |
/// | 2 | binary, or a continuation without a start | closed: unsupported data, protocol error |
/// | 3 | more bytes than a message may have | closed: too large |
/// | 4 | ping | pong, if the connection is writable |
/// | 5 | close | closed |
/// | 6 | nothing for a third of the silence limit | a ping is sent |
/// | 7 | nothing for the whole silence limit | closed |
/// | 8 | as many messages as may be pending | nothing is read until messages are handled |
final class SocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let connections: Connections
  private var context: ChannelHandlerContext?
  private var client: ClientID?
  /// The fragments of a message so far; nil if no message has begun.
  private var message: ByteBuffer?
  /// The byte counts of messages that were not handled yet, and their sum.
  private var waiting: [Int] = []
  private var waitingByteCount = 0
  private var silences = 0
  /// Whether the connection is closing; then nothing more is read.
  private var isClosing = false

  init(_ connections: Connections) {
    self.connections = connections
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    client = connections.add(self, of: context.channel)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    if let client { connections.remove(client) }
    client = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isClosing else { return }
    var frame = unwrapInboundIn(data)
    silences = 0
    switch frame.opcode {
    case .text:
      guard message == nil else { return close(.protocolError) }
      append(frame.unmaskedData, isEnd: frame.fin)
    case .continuation:
      guard message != nil else { return close(.protocolError) }
      append(frame.unmaskedData, isEnd: frame.fin)
    case .binary: close(.unacceptableData)
    case .ping:
      // Pongs to a browser that does not read them would accumulate.
      guard context.channel.isWritable else { return }
      frame = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    case .connectionClose: close(.normalClosure)
    default: break
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is IdleStateHandler.IdleStateEvent else { return }
    silences += 1
    guard silences < 3 else { return context.close(promise: nil) }
    let ping = WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())
    context.writeAndFlush(wrapOutboundOut(ping), promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func append(_ bytes: ByteBuffer, isEnd: Bool) {
    // Moved out, so that earlier fragments are not copied.
    var whole = message ?? ByteBuffer()
    message = nil
    guard whole.readableBytes + bytes.readableBytes <= connections.limits.messageByteCount else {
      return close(.messageTooLarge)
    }
    whole.writeImmutableBuffer(bytes)
    guard isEnd else {
      message = whole
      return
    }
    guard let client, let context else { return }
    let wasFull = isFull
    waiting.append(whole.readableBytes)
    waitingByteCount += whole.readableBytes
    if isFull, !wasFull { setReading(false, of: context.channel) }
    connections.post(.received(client, Array(whole.readableBytesView)))
  }

  private var isFull: Bool {
    waiting.count >= connections.limits.waitingMessageCount
      || waitingByteCount >= connections.limits.messageByteCount
  }

  /// Notes that messages were handled.
  func handled(_ count: Int) {
    let wasFull = isFull
    let count = min(count, waiting.count)
    waitingByteCount -= waiting[..<count].reduce(0, +)
    waiting.removeFirst(count)
    if wasFull, !isFull, let context { setReading(true, of: context.channel) }
  }

  private func setReading(_ isReading: Bool, of channel: any Channel) {
    _ = channel.setOption(.autoRead, value: isReading)
  }

  /// Sends messages; `written` follows when the connection has accepted the last of them.
  func send(_ messages: [SocketMessage]) {
    guard let context, let client else { return }
    for message in messages.dropLast() {
      context.write(wrapOutboundOut(frame(of: message)), promise: nil)
    }
    guard let last = messages.last else { return connections.post(.written(client)) }
    let connections = NIOLoopBound(connections, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(frame(of: last))).whenSuccess {
      connections.value.post(.written(client))
    }
  }

  private func frame(of message: SocketMessage) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: message.isText ? .text : .binary, data: message.bytes)
  }

  /// Sends the reason and closes the connection.
  func close(_ code: WebSocketErrorCode) {
    guard let context, !isClosing else { return }
    isClosing = true
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    let channel = context.channel
    context.writeAndFlush(
      wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
    ).whenComplete { _ in channel.close(promise: nil) }
  }
}
