internal import Glibc
internal import Linux
internal import Program

/// A panel without a display in a process of its own, which ends with this.
final class PanelProcess {
  /// Its output is its log.
  private let program: RunningProgram
  /// What it logged and nothing was made of yet.
  private var unread: [UInt8] = []

  private static let patienceMilliseconds: Int32 = 20_000

  /// Starts it with the layout at a path.
  init(_ layout: String) throws {
    program = try PanelProgram.spawn(
      ["run", "--display", "headless", "--verbose", "--", layout], reading: STDERR_FILENO)
  }

  deinit {
    kill(program.process, SIGTERM)
    waitpid(program.process, nil, 0)
  }

  /// Waits until it hands over the first frame of the layout, or of the one that was saved since.
  func firstFrame() throws -> FirstFrame {
    var lines: [String] = []
    while true {
      while let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread.removeSubrange(...end)
        if let frame = FirstFrame(line: line) { return frame }
        lines.append(line)
      }
      guard try readMore() else {
        throw Problem("the panel has shown no frame; it said: \(lines.joined(separator: "\n"))")
      }
    }
  }

  /// False if nothing came, or nothing can come any more.
  private func readMore() throws -> Bool {
    var wait = pollfd(fd: program.output.number, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, Self.patienceMilliseconds) == 1 else { return false }
    return try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { chunk in
      guard let count = try program.output.read(into: chunk), count > 0 else { return false }
      unread += chunk[..<count]
      return true
    }
  }

  /// What it takes of the memory.
  func memory() throws -> Memory {
    let bytes = try WholeFile.read("/proc/\(program.process)/status", limit: 65_536)
    let status = String(decoding: bytes, as: UTF8.self)
    return Memory(
      residentKibibytes: Self.kibibytes("VmRSS:", in: status),
      anonymousKibibytes: Self.kibibytes("RssAnon:", in: status))
  }

  struct Memory {
    /// VmRSS: pages of files and its own.
    var residentKibibytes: Int
    /// RssAnon: its own.
    var anonymousKibibytes: Int
  }

  /// The number behind a word of `/proc/PID/status` (proc(5)); 0 if it is not there.
  private static func kibibytes(_ word: String, in status: String) -> Int {
    for line in status.split(separator: "\n") where line.hasPrefix(word) {
      return Int(line.filter(\.isNumber)) ?? 0
    }
    return 0
  }
}
