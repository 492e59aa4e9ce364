internal import Glibc
internal import JSON
internal import Linux
internal import Program

/// The connection of one program: its requests, line by line, and its unsent answers.
///
/// Never blocks, and does limited work in each turn of the loop. While a program does not read its
/// answers, its requests wait, and its events are dropped and counted.
final class SocketConnection {
  /// The maximum length of a request line, in bytes.
  static let lineByteLimit = 65_536
  /// The number of unsent bytes above which requests wait and events are dropped.
  static let unsentByteLimit = 262_144
  /// The maximum number of requests handled in one turn of the loop.
  static let turnRequestLimit = 16
  /// The maximum number of bytes read in one turn of the loop.
  static let turnByteLimit = 16_384

  private let socket: FileDescriptor
  private unowned let loop: EventLoop
  private let onLine: (SocketConnection, [UInt8]) -> Void
  private let onEnd: (SocketConnection) -> Void
  private let unsentByteLimit: Int
  private var unread = LineBuffer(byteLimit: SocketConnection.lineByteLimit)
  private var unsent: [UInt8] = []
  private var lostCount = 0
  /// Whether the program has finished sending (end of file).
  private var isAtEnd = false
  private var hasEnded = false
  private var continuation: Alarm?
  /// The events that the program receives; nil for none.
  var filter: EventFilter?
  /// True while an answer is being prepared elsewhere; requests wait.
  var isBusy = false { didSet { if !isBusy, oldValue { proceed() } } }

  /// - Parameters:
  ///   - socket: The connected, non-blocking socket.
  ///   - loop: The loop that watches it.
  ///   - unsentByteLimit: The unsent bytes above which requests wait and events are dropped.
  ///   - onLine: Called with each request.
  ///   - onEnd: Called once the connection has ended.
  /// - Throws: If the socket cannot be watched.
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

  /// The numbers of bytes not sent to the program yet, and of bytes from it not handled yet.
  var unsentByteCount: Int { unsent.count }
  var unreadByteCount: Int { unread.byteCount }

  private func watch() throws(SystemError) {
    // Unread data stays in the kernel, and then blocks the program.
    let isFull = isOverfull || isBusy || isAtEnd || unread.hasLine
    var readiness: Readiness = isFull ? [] : .readable
    if !unsent.isEmpty { readiness.insert(.writable) }
    try loop.watch(socket.number, for: readiness) { [unowned self] readiness in
      handle(readiness)
    }
  }

  private func handle(_ readiness: Readiness) {
    // Handling the events may end and release the connection.
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
        // Earlier requests are still answered.
        isAtEnd = true
        return handleLines()
      }
      unread.append(UnsafeRawBufferPointer(rebasing: portion[..<count]))
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
      case .tooLong:
        let problem = Problem("the line is too long; the limit is \(Self.lineByteLimit) bytes")
        send(SocketAnswer.failed(nil, problem))
      }
    }
    proceed()
  }

  /// Waits for the next event, or ends the connection if none will follow.
  private func proceed() {
    guard !hasEnded else { return }
    // Other file descriptors are handled before the remaining lines.
    let hasMore = unread.hasLine && !isOverfull && !isBusy
    continuation?.set(atMicroseconds: hasMore ? loop.nowMicroseconds : nil)
    if isAtEnd, unsent.isEmpty, !isBusy, !unread.hasLine { return end() }
    do throws(SystemError) { try watch() } catch { end() }
  }

  // MARK: Answers

  /// Sends an answer.
  func send(_ answer: JSONValue) {
    send(line: answer.line)
  }

  /// Sends an event that the filter takes, or counts it as lost if the program reads too slowly.
  func send(event line: String) {
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

  /// Sends a line given in pieces, without its line end.
  func send(line pieces: String...) {
    guard !hasEnded else { return }
    let wasEmpty = unsent.isEmpty
    // A picture takes megabytes; reserve exactly the capacity needed.
    if pieces.count > 1 {
      unsent.reserveCapacity(pieces.reduce(unsent.count + 1) { $0 + $1.utf8.count })
    }
    for piece in pieces { unsent += piece.utf8 }
    unsent.append(UInt8(ascii: "\n"))
    if wasEmpty { flush() }
  }

  private func flush() {
    // Not even a program that reads everything at once may hold up the loop.
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
    proceed()
  }
}
