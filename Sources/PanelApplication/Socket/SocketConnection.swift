internal import Glibc
internal import JSON
internal import Linux

/// The connection of one program: its requests, line by line, and what it has not taken yet.
///
/// Never blocks, and does limited work in each turn of the loop. A program that does not take its
/// answers is asked nothing more until it does; events that it does not take are dropped and counted.
final class SocketConnection {
  /// A longer line is no request.
  static let lineByteLimit = 65_536
  /// How many bytes wait, above which requests wait and events are dropped.
  static let unsentByteLimit = 262_144
  /// The most requests in one turn of the loop.
  static let turnRequestLimit = 16
  /// The most bytes that are read in one turn of the loop.
  static let turnByteLimit = 16_384

  private let socket: FileDescriptor
  private unowned let loop: EventLoop
  private let onLine: (SocketConnection, [UInt8]) -> Void
  private let onEnd: (SocketConnection) -> Void
  private let unsentByteLimit: Int
  private var unread = LineBuffer(byteLimit: SocketConnection.lineByteLimit)
  private var unsent: [UInt8] = []
  private var lostCount = 0
  /// Whether it sends nothing more.
  private var isAtEnd = false
  private var hasEnded = false
  private var continuation: Alarm?
  /// Whether it is told events.
  var watches = false
  /// True while an answer is made elsewhere; requests wait.
  var isBusy = false { didSet { if !isBusy, oldValue { goOn() } } }

  /// - Parameters:
  ///   - socket: The connected socket, which does not block.
  ///   - loop: Where it is watched.
  ///   - unsentByteLimit: How many bytes wait, above which requests wait and events are dropped.
  ///   - onLine: Called with each request.
  ///   - onEnd: Called once it has ended.
  /// - Throws: If it cannot be watched.
  init(
    _ socket: consuming FileDescriptor, loop: EventLoop,
    unsentByteLimit: Int = SocketConnection.unsentByteLimit,
    onLine: @escaping (SocketConnection, [UInt8]) -> Void,
    onEnd: @escaping (SocketConnection) -> Void
  ) throws(SystemError) {
    self.socket = socket
    self.loop = loop
    self.unsentByteLimit = unsentByteLimit
    self.onLine = onLine
    self.onEnd = onEnd
    continuation = loop.makeAlarm { [unowned self] in handleLines() }
    try watch()
  }

  deinit {
    loop.unwatch(socket.number)
    continuation?.cancel()
  }

  private var isOverfull: Bool { unsent.count > unsentByteLimit }

  /// How many bytes wait for it, and how many of its own wait here.
  var unsentByteCount: Int { unsent.count }
  var unreadByteCount: Int { unread.byteCount }

  private func watch() throws(SystemError) {
    // What is not read waits in the kernel, and then in the program.
    let isFull = isOverfull || isBusy || isAtEnd || unread.hasLine
    var readiness: Readiness = isFull ? [] : .readable
    if !unsent.isEmpty { readiness.insert(.writable) }
    try loop.watch(socket.number, for: readiness) { [unowned self] readiness in
      handle(readiness)
    }
  }

  private func handle(_ readiness: Readiness) {
    // The last request may end the connection.
    withExtendedLifetime(self) {
      if readiness.contains(.writable) { flush() }
      if readiness.contains(.readable) { read() }
      if !readiness.isDisjoint(with: .failed), !readiness.contains(.readable) { end() }
    }
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    loop.unwatch(socket.number)
    onEnd(self)
  }

  // MARK: Requests

  private func read() {
    do throws(SystemError) {
      let portion = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Self.turnByteLimit, alignment: 1)
      defer { portion.deallocate() }
      guard let count = try socket.read(into: portion) else { return }
      if count == 0 {
        // What it sent before is still answered.
        isAtEnd = true
        return handleLines()
      }
      unread.append(portion[..<count])
    } catch {
      return end()
    }
    handleLines()
  }

  private func handleLines() {
    for _ in 0..<Self.turnRequestLimit {
      guard !isOverfull, !isBusy, !hasEnded, let line = unread.next() else { break }
      switch line {
      case .text(let bytes): onLine(self, bytes)
      case .tooLong: refuseLine()
      }
    }
    goOn()
  }

  /// Waits for what comes next, or ends if nothing does.
  private func goOn() {
    guard !hasEnded else { return }
    // Other descriptors have their turn before the rest.
    let goesOn = unread.hasLine && !isOverfull && !isBusy
    continuation?.set(atMicroseconds: goesOn ? loop.nowMicroseconds : nil)
    if isAtEnd, unsent.isEmpty, !isBusy, !unread.hasLine { return end() }
    do throws(SystemError) { try watch() } catch { end() }
  }

  private func refuseLine() {
    send(
      SocketAnswer.failed(
        SocketMistake(nil, "a line of more than \(Self.lineByteLimit) bytes is no request")))
  }

  // MARK: Answers

  /// Sends an answer.
  func send(_ answer: JSONValue) {
    send(line: answer.line)
  }

  /// Sends an event, or counts it if the program does not take them in time.
  func send(event line: String) {
    guard watches else { return }
    guard !isOverfull else {
      lostCount += 1
      return
    }
    if lostCount > 0 {
      send(SocketAnswer.lost(lostCount))
      lostCount = 0
    }
    send(line: line)
  }

  /// Sends a line in pieces, which has no end yet.
  func send(line pieces: String...) {
    guard !hasEnded else { return }
    let wasEmpty = unsent.isEmpty
    // A picture has megabytes, for which there is no more room than they take.
    if pieces.count > 1 {
      unsent.reserveCapacity(pieces.reduce(unsent.count + 1) { $0 + $1.utf8.count })
    }
    for piece in pieces { unsent += piece.utf8 }
    unsent.append(UInt8(ascii: "\n"))
    if wasEmpty { flush() }
  }

  private func flush() {
    // A program that takes everything at once is not waited for either.
    let byteCount = min(unsent.count, Self.unsentByteLimit)
    var sent = 0
    while sent < byteCount {
      let count = unsent.withUnsafeBytes {
        Glibc.send(
          socket.number, $0.baseAddress.map { $0 + sent }, byteCount - sent, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        break
      } else if errno != EINTR {
        return end()
      }
    }
    unsent.consume(sent)
    goOn()
  }
}
