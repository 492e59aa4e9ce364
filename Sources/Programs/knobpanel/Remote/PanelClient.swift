internal import ArgumentParsing
internal import Diagnostics
internal import Glibc
internal import JSON
internal import Linux
internal import PanelApplication
internal import Program

/// The connection of a command to a running panel.
final class PanelClient {
  /// How long to wait for the panel's answer.
  private static let patienceMilliseconds: Int32 = 10_000
  /// The maximum size of an answer; a screenshot of the largest picture is smaller.
  private static let byteLimit = 1 << 30

  private let path: String
  private let socket: FileDescriptor
  private var unread = LineBuffer(byteLimit: PanelClient.byteLimit)

  /// Connects to a panel.
  ///
  /// - Parameter path: Its socket; nil for the default.
  /// - Throws: `Problem` if no panel listens there.
  init(_ path: String?) throws {
    let path = path ?? SocketPath.existing
    self.path = path
    socket = try Self.connect(path)
    // The greeting identifies a panel, and its protocol.
    let greeting = try receive()
    guard greeting["protocol"]?.number == 1 else {
      throw Problem(
        "\(path): not a panel with this protocol version",
        advice: "The panel and this program may have different versions.")
    }
  }

  /// Connects, waiting while too many other clients do.
  private static func connect(_ path: String) throws -> FileDescriptor {
    let end = MonotonicClock.microseconds + Int64(patienceMilliseconds) * 1000
    while true {
      do throws(SystemError) {
        return try UnixSocket.connect(path)
      } catch {
        guard error.isTemporary, MonotonicClock.microseconds < end else {
          throw problem(error, path)
        }
        usleep(20_000)
      }
    }
  }

  /// Sends a request and waits for its answer.
  ///
  /// - Throws: `Problem` with the panel's error, or if it does not answer.
  @discardableResult
  func request(
    _ command: String, _ pairs: [(key: String, value: JSONValue)] = []
  ) throws -> JSONValue {
    try send(JSONValue.object([("command", .string(command))] + pairs).line + "\n")
    let answer = try receive()
    guard answer["ok"]?.bool == true else {
      guard let message = answer["error"]?.string else {
        throw Problem("\(path): unexpected answer from the panel")
      }
      throw Problem(message, advice: answer["hint"]?.string ?? "")
    }
    return answer
  }

  /// Returns the next line, without a time limit.
  ///
  /// - Returns: Nil once the panel has ended.
  func nextLine() throws -> [UInt8]? { try line(waitingMilliseconds: -1) }

  private func receive() throws -> JSONValue {
    guard let line = try line(waitingMilliseconds: Self.patienceMilliseconds) else {
      throw Problem("\(path): the panel has ended")
    }
    guard let json = JSONValue(parsing: line) else {
      throw Problem("\(path): the panel's answer is not JSON")
    }
    return json
  }

  private func line(waitingMilliseconds milliseconds: Int32) throws -> [UInt8]? {
    while true {
      switch unread.next() {
      case .text(let line): return line
      case .tooLong: throw Problem("\(path): the answer is too long")
      case nil: guard try fill(waitingMilliseconds: milliseconds) else { return nil }
      }
    }
  }

  /// Reads the available bytes; returns false at the end of file.
  private func fill(waitingMilliseconds milliseconds: Int32) throws -> Bool {
    try wait(for: Int32(POLLIN), milliseconds)
    let portion = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    defer { portion.deallocate() }
    let count: Int?
    do throws(SystemError) { count = try socket.read(into: portion) } catch {
      if error.code == ECONNRESET { return false }
      throw Self.problem(error, path)
    }
    guard let count else { return true }
    unread.append(UnsafeRawBufferPointer(rebasing: portion[..<count]))
    return count > 0
  }

  private func send(_ line: String) throws {
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try wait(for: Int32(POLLOUT), Self.patienceMilliseconds)
      } else if errno != EINTR {
        throw Self.problem(SystemError(call: "send", code: errno), path)
      }
    }
  }

  private func wait(for events: Int32, _ milliseconds: Int32) throws {
    var poll = pollfd(fd: socket.number, events: Int16(events), revents: 0)
    while true {
      let count = Glibc.poll(&poll, 1, milliseconds)
      if count > 0 { return }
      guard count == 0 else {
        if errno == EINTR { continue }
        throw Self.problem(SystemError(call: "poll", code: errno), path)
      }
      throw Problem(
        "\(path): the panel does not answer", advice: "Its log may say why; is it stopped?")
    }
  }

  private static func problem(_ error: SystemError, _ path: String) -> Problem {
    switch error.code {
    case ENOENT, ECONNREFUSED:
      Problem(
        "no panel listens at \(path)",
        advice: "Start one with `knobpanel run`, or name its socket with --socket.")
    case EACCES, EPERM:
      Problem(
        "\(path): this user may not control the panel",
        advice: "Run this as its user, or start the panel with --socket-mode 0660 for its group.")
    default: Problem("\(path): \(error)")
    }
  }
}

extension PanelClient {
  /// Returns the socket option, which all commands that connect to a panel share.
  static func parameter<Command>(
    _ path: any WritableKeyPath<Command, String?> & Sendable
  ) -> Parameter<Command> {
    .option(
      "socket", value: "path", path,
      help: "The panel's socket; by default that of this user's panel, else of the system's.")
  }
}
