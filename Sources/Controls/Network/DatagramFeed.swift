internal import Linux

/// Passes on a socket's datagrams, limited in number per round of the loop and per second.
///
/// Datagrams beyond the limit wait in the kernel, which drops them when its buffer is full: a host
/// that floods the socket cannot use up the processor.
final class DatagramFeed {
  /// Returns the next datagram; nil if there is none.
  typealias Receiver = () -> (bytes: [UInt8], from: SocketAddress)?

  /// The maximum number of datagrams per round of the loop.
  static let turnLimit = 16
  /// The maximum number of datagrams per second.
  static let secondLimit = 200
  private static let windowMicroseconds: Int64 = 1_000_000

  private let descriptor: Int32
  private let loop: EventLoop
  private let receive: Receiver
  private let onMessage: ([UInt8], SocketAddress) -> Void
  /// The start of the second in which datagrams are counted.
  private var windowStart: Int64 = 0
  private var count = 0
  private var alarm: Alarm?

  /// Watches a descriptor until released.
  ///
  /// - Parameters:
  ///   - descriptor: Readable when there are datagrams; valid as long as `receive`.
  ///   - loop: The event loop.
  ///   - receive: Returns the next datagram.
  ///   - onMessage: Receives each datagram and its sender; may release this object.
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

  /// Stops passing on datagrams.
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
