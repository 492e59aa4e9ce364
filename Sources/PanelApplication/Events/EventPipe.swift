internal import Glibc
internal import Linux
internal import Program

/// A named pipe (fifo(7)) whose reader may come and go; writing waits for one.
struct EventPipe: Sendable {
  let path: String
  let report: EventTarget.Report
  private var file: OpenFile?

  init(path: String, report: @escaping EventTarget.Report) {
    self.path = path
    self.report = report
  }

  /// Waits for the first reader, so that it sees the end of the events even if there was none.
  mutating func prepare() {
    // A failure comes again with the first line.
    try? open(orReport: "nobody reads \(path) yet; events wait for a reader")
  }

  /// Writes a line whole to one reader.
  ///
  /// - Throws: Why the pipe cannot be opened, such as because it is gone.
  mutating func write(_ line: [UInt8]) throws(SystemError) {
    while true {
      if file == nil { try open(orReport: "nobody reads \(path); events wait for a reader") }
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
