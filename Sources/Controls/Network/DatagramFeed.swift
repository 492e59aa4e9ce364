internal import Linux

/// Passes on the messages of a datagram socket, a limited number in a round of the loop and in a
/// second.
///
/// What comes beyond that waits in the kernel, which drops what its buffer does not hold: a neighbour
/// that floods the socket does not take the processor.
final class DatagramFeed {
  /// Takes the next message; nil if there is none.
  typealias Receiver = () -> (bytes: [UInt8], from: SocketAddress)?

  /// The most messages in one round of the loop.
  static let turnLimit = 16
  /// The most messages in a second.
  static let secondLimit = 200
  private static let windowMicroseconds: Int64 = 1_000_000

  private let descriptor: Int32
  private let loop: EventLoop
  private let receive: Receiver
  private let onMessage: ([UInt8], SocketAddress) -> Void
  /// When the second began whose messages are counted.
  private var windowStart: Int64 = 0
  private var count = 0
  private var alarm: Alarm?

  /// Watches a descriptor until its release.
  ///
  /// - Parameters:
  ///   - descriptor: Readable when there are messages; lives as long as `receive`.
  ///   - loop: The event loop.
  ///   - receive: Takes the next message.
  ///   - onMessage: Is passed each message and where it came from; may release this.
  /// - Throws: The error of epoll_ctl(2).
  init(
    _ descriptor: Int32, loop: EventLoop, receive: @escaping Receiver,
    onMessage: @escaping ([UInt8], SocketAddress) -> Void
  ) throws(SystemError) {
    (self.descriptor, self.loop) = (descriptor, loop)
    (self.receive, self.onMessage) = (receive, onMessage)
    try watch()
  }

  deinit {
    stop()
  }

  /// Passes nothing on any more.
  func stop() {
    loop.unwatch(descriptor)
    alarm?.cancel()
    alarm = nil
    count = .max
  }

  private func watch() throws(SystemError) {
    try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.takeTurn() }
  }

  private func takeTurn() {
    let now = loop.nowMicroseconds
    if count < .max, now - windowStart >= Self.windowMicroseconds {
      (windowStart, count) = (now, 0)
    }
    for _ in 0..<Self.turnLimit {
      guard count < Self.secondLimit else { return pause() }
      guard let (bytes, sender) = receive() else { return }
      count += 1
      onMessage(bytes, sender)
    }
  }

  private func pause() {
    guard count < .max else { return }
    loop.unwatch(descriptor)
    let alarm = alarm ?? loop.makeAlarm { [unowned self] in resume() }
    self.alarm = alarm
    alarm.set(atMicroseconds: windowStart + Self.windowMicroseconds)
  }

  private func resume() {
    do throws(SystemError) { try watch() } catch {
      alarm?.set(afterMicroseconds: Self.windowMicroseconds)
    }
  }
}
