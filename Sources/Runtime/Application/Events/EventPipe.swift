internal import Glibc
internal import Linux
internal import Program

/// A named pipe (fifo(7)) whose reader may disconnect and return; writing waits for a reader.
struct EventPipe: Sendable {
  let path: String
  let report: EventTarget.Report
  private var file: OpenFile?

  init(path: String, report: @escaping EventTarget.Report) {
    self.path = path
    self.report = report
  }

  /// Waits for the first reader, so that it sees end of file even if there were no events.
  mutating func prepare() {
    // The first line fails with the same error.
    try? open(orReport: "\(path) has no reader yet; events wait for one")
  }

  /// Writes a whole line to one reader.
  ///
  /// - Throws: The error of opening or writing, for example because the pipe was removed.
  mutating func write(_ line: [UInt8]) throws(SystemError) {
    while true {
      if file == nil { try open(orReport: "\(path) has no reader; events wait for one") }
      do throws(SystemError) {
        try file?.output.writeAll(line)
        return
      } catch {
        file = nil
        if error.code != EPIPE { throw error }
      }
    }
  }

  private mutating func open(orReport message: String) throws(SystemError) {
    do throws(SystemError) {
      file = try OpenFile(path, flags: O_WRONLY | O_NOCTTY | O_NONBLOCK)
    } catch {
      guard error.code == ENXIO else { throw error }
      report(message)
      // Waits for a reader.
      file = try OpenFile(path, flags: O_WRONLY | O_NOCTTY)
    }
    guard let mode = file?.mode, mode & S_IFMT == S_IFIFO else {
      file = nil
      throw SystemError(call: "open", subject: path, code: ENOTSUP)
    }
  }
}
