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
  private static let portionByteCount = 16_384

  private let socket: FileDescriptor
  private unowned let loop: EventLoop
  private let onLine: (SocketConnection, [UInt8]) -> Void
  private let onEnd: (SocketConnection) -> Void
  private let unsentByteLimit: Int
  private var unread: [UInt8] = []
  private var unsent: [UInt8] = []
  private var lostCount = 0
  /// Whether the rest of a line that is too long is skipped.
  private var isSkipping = false
  /// Whether it sends nothing more.
  private var isAtEnd = false
  private var hasEnded = false
  private var continuation: Alarm?
  /// Whether it is told events.
  var watches = false
  /// True while an answer is made elsewhere; requests wait.
  var isBusy = false { didSet { if !isBusy, oldValue { resume() } } }

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

  private func watch() throws(SystemError) {
    // What is not read waits in the kernel, and then in the program.
    var readiness: Readiness = isOverfull || isBusy || isAtEnd ? [] : .readable
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

  private func resume() {
    continuation?.set(afterMicroseconds: 0)
    goOn()
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
        byteCount: Self.portionByteCount, alignment: 1)
      defer { portion.deallocate() }
      guard let count = try socket.read(into: portion) else { return }
      if count == 0 {
        // What it sent before is still answered.
        isAtEnd = true
        return handleLines()
      }
      unread += portion[..<count]
    } catch {
      return end()
    }
    handleLines()
  }

  private func handleLines() {
    for _ in 0..<Self.turnRequestLimit {
      guard !isOverfull, !isBusy, let line = nextLine() else { break }
      if !line.isEmpty { onLine(self, line) }
    }
    // Other descriptors have their turn before the rest.
    if !isOverfull, !isBusy, hasLine {
      continuation?.set(afterMicroseconds: 0)
    }
    goOn()
  }

  private var hasLine: Bool { unread.contains(UInt8(ascii: "\n")) }

  /// Waits for what comes next, or ends if nothing does.
  private func goOn() {
    guard !hasEnded else { return }
    if isAtEnd, unsent.isEmpty, !isBusy, !hasLine { return end() }
    do throws(SystemError) { try watch() } catch { end() }
  }

  private func nextLine() -> [UInt8]? {
    guard let place = unread.firstIndex(of: UInt8(ascii: "\n")) else {
      guard unread.count > Self.lineByteLimit else { return nil }
      if !isSkipping { refuseLine() }
      isSkipping = true
      unread.removeAll()
      return nil
    }
    var line = Array(unread[..<place])
    unread.consume(place + 1)
    if isSkipping {
      isSkipping = false
      return []
    }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
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

  private func send(line: String) {
    guard !hasEnded else { return }
    let wasEmpty = unsent.isEmpty
    unsent += line.utf8
    unsent.append(UInt8(ascii: "\n"))
    if wasEmpty { flush() }
  }

  private func flush() {
    var sent = 0
    while sent < unsent.count {
      let count = unsent.withUnsafeBytes {
        Glibc.send(
          socket.number, $0.baseAddress.map { $0 + sent }, $0.count - sent, Int32(MSG_NOSIGNAL))
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
    if hasLine, !isOverfull {
      continuation?.set(afterMicroseconds: 0)
    }
    goOn()
  }
}
