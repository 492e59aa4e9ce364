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
  ///   - socket: The path of its socket; nil for the default.
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
  ///
  /// - Throws: `Problem` if there is no such frame in time.
  func firstFrame() throws -> FirstFrame {
    var lines: [String] = []
    while true {
      while let line = nextLine() {
        if let frame = FirstFrame(line: line) { return frame }
        lines.append(line)
      }
      guard try readMore() else {
        throw Problem("the panel has shown no frame; it logged: \(lines.joined(separator: "\n"))")
      }
    }
  }

  /// Returns whether the log reports a frame of the version saved last within some milliseconds.
  func showsFrame(withinMilliseconds patience: Int32) throws -> Bool {
    guard try readMore(withinMilliseconds: patience) else { return false }
    var isShown = false
    while let line = nextLine() {
      if FirstFrame(line: line) != nil { isShown = true }
    }
    return isShown
  }

  /// Returns the next line of the log that was read; nil if none is complete.
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

  /// Returns the memory that the process alone uses: its anonymous pages in KiB (RssAnon in
  /// `/proc/PID/status`, proc(5)).
  func anonymousKibibytes() throws -> Int {
    let bytes = try WholeFile.read("/proc/\(program.process)/status", limit: 65_536)
    let status = String(decoding: bytes, as: UTF8.self)
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("RssAnon:") }),
      let kibibytes = Int(line.filter(\.isNumber))
    else { throw Problem("the kernel does not report the memory of the panel") }
    return kibibytes
  }
}
