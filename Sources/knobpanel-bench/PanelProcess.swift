internal import Glibc
internal import Linux
internal import Program

/// A panel without a display in a separate process, which is terminated at `deinit`.
final class PanelProcess {
  /// The process; its output is the log.
  private let program: RunningProgram
  /// Bytes of the log that have not been parsed yet.
  private var unread: [UInt8] = []

  private static let patienceMilliseconds: Int32 = 20_000

  /// Starts the panel with the layout at a path.
  ///
  /// - Parameters:
  ///   - layout: The path.
  ///   - socket: Where its socket is made; nil for none.
  /// - Throws: `Problem` or `SystemError` if it cannot be started.
  init(_ layout: String, socket: String? = nil) throws {
    let socketWords = socket.map { ["--socket", $0] } ?? []
    program = try PanelProgram.spawn(
      ["run", "--display", "headless", "--verbose"] + socketWords + ["--", layout],
      reading: STDERR_FILENO)
  }

  deinit {
    kill(program.process, SIGTERM)
    waitpid(program.process, nil, 0)
  }

  /// Waits for the first frame of the layout, or of the version saved last.
  func firstFrame() throws -> FirstFrame {
    try wait(for: "the panel has shown no frame") { FirstFrame(line: $0) }
  }

  /// Whether the log tells of a frame of the version saved last within some milliseconds.
  func showsFrame(withinMilliseconds patience: Int32) throws -> Bool {
    guard try readMore(withinMilliseconds: patience) else { return false }
    var isShown = false
    while let line = nextLine() {
      if FirstFrame(line: line) != nil { isShown = true }
    }
    return isShown
  }

  /// Waits until the panel has unmapped what only its start needed.
  func waitForStartupEnd() throws {
    _ = try wait(for: "the start of the panel does not end") { StartupEnd(line: $0) }
  }

  /// Waits for a line of the log.
  ///
  /// - Parameters:
  ///   - failure: What to say if it does not come.
  ///   - message: The meaning of the line that is waited for; nil for any other line.
  /// - Returns: Its meaning.
  /// - Throws: `Problem` if it does not come.
  private func wait<Message>(
    for failure: String, _ message: (String) -> Message?
  ) throws -> Message {
    var lines: [String] = []
    while true {
      while let line = nextLine() {
        if let message = message(line) { return message }
        lines.append(line)
      }
      guard try readMore() else {
        throw Problem("\(failure); it said: \(lines.joined(separator: "\n"))")
      }
    }
  }

  /// The next line of what was read of the log.
  private func nextLine() -> String? {
    guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { unread.removeSubrange(...end) }
    return String(decoding: unread[..<end], as: UTF8.self)
  }

  /// Reads more of the log; false after a timeout or at the end of the log.
  private func readMore(withinMilliseconds patience: Int32 = patienceMilliseconds) throws -> Bool {
    var wait = pollfd(fd: program.output.number, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, patience) == 1 else { return false }
    return try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { chunk in
      guard let count = try program.output.read(into: chunk), count > 0 else { return false }
      unread += chunk[..<count]
      return true
    }
  }

  /// The memory that the process uses.
  func memory() throws -> Memory {
    let bytes = try WholeFile.read("/proc/\(program.process)/status", limit: 65_536)
    let status = String(decoding: bytes, as: UTF8.self)
    return Memory(
      residentKibibytes: Self.kibibytes("VmRSS:", in: status),
      anonymousKibibytes: Self.kibibytes("RssAnon:", in: status))
  }

  struct Memory {
    /// VmRSS: resident pages, both of files and anonymous, in KiB.
    var residentKibibytes: Int
    /// RssAnon: resident anonymous pages, in KiB.
    var anonymousKibibytes: Int
  }

  /// The number in a field of `/proc/PID/status` (proc(5)); 0 if the field is missing.
  private static func kibibytes(_ word: String, in status: String) -> Int {
    for line in status.split(separator: "\n") where line.hasPrefix(word) {
      return Int(line.filter(\.isNumber)) ?? 0
    }
    return 0
  }
}
