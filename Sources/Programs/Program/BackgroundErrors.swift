internal import Glibc
public import Linux
internal import Synchronization

/// The thread that writes standard error while a panel runs.
enum BackgroundErrors {
  static let writer = Mutex<LineWriter?>(nil)

  /// The maximum number of bytes queued for the reader of standard error.
  static let byteLimit = 1 << 16
  /// How long the program waits for the reader before it exits.
  static let patienceMilliseconds: Int32 = 500
}

extension Output {
  /// Writes standard error on a thread from now on, never waiting for its reader.
  ///
  /// Messages that are not read in time are dropped, and counted in a later message.
  ///
  /// - Throws: If there are no threads or file descriptors left.
  public static func beginBackgroundErrors() throws(SystemError) {
    reopenErrorsNonBlocking()
    let writer = try LineWriter(to: ErrorTarget(), byteLimit: BackgroundErrors.byteLimit)
    BackgroundErrors.writer.withLock { $0 = writer }
  }

  /// Writes the messages queued for standard error, if its reader reads soon, and ends the thread.
  public static func endBackgroundErrors() {
    let writer = BackgroundErrors.writer.withLock { writer in
      defer { writer = nil }
      return writer
    }
    writer?.end(withinMilliseconds: BackgroundErrors.patienceMilliseconds)
  }

  /// Replaces standard error by a non-blocking open file of the same pipe or terminal, because
  /// libraries such as fontconfig print there too.
  ///
  /// This is not possible for a socket, nor if the pipe or terminal belongs to another user; output
  /// of libraries then blocks while its reader is slow.
  private static func reopenErrorsNonBlocking() {
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0,
      status.st_mode & S_IFMT == S_IFIFO || isatty(STDERR_FILENO) == 1
    else { return }
    guard
      let file = try? FileDescriptor.open(
        "/proc/self/fd/\(STDERR_FILENO)", flags: O_WRONLY | O_NONBLOCK | O_NOCTTY)
    else { return }
    // Fails only if interrupted or while another thread opens a file; then it stays as it was.
    dup2(file.number, STDERR_FILENO)
  }
}

/// Standard error, with a message in place of those that were dropped.
private struct ErrorTarget: LineTarget {
  mutating func prepare() {}

  mutating func write(_ line: [UInt8], afterDropping count: Int) throws(SystemError) {
    if count > 0 {
      let what = count == 1 ? "message" : "messages"
      try Output.error.writeAll(Array("knobpanel: \(count) \(what) dropped\n".utf8))
    }
    try Output.error.writeAll(line)
  }

  /// Does nothing: there is no other output for the error.
  mutating func handleFailure(_ error: SystemError) {}
}
