internal import Glibc
public import Linux
internal import Synchronization

/// The thread that writes standard error while a panel runs.
enum BackgroundErrors {
  static let writer = Mutex<LineWriter?>(nil)

  /// The most bytes of messages that wait for the reader of standard error.
  static let byteLimit = 1 << 16
  /// How long the program waits for the reader at its end.
  static let patienceMilliseconds: Int32 = 500
}

extension Output {
  /// From now on, writing to standard error never waits for its reader.
  ///
  /// What the reader does not take is dropped, and counted in a message once it reads again.
  ///
  /// - Throws: If there are no threads or descriptors left.
  public static func beginBackgroundErrors() throws(SystemError) {
    reopenErrorsNonBlocking()
    let writer = try LineWriter(to: ErrorTarget(), byteLimit: BackgroundErrors.byteLimit)
    BackgroundErrors.writer.withLock { $0 = writer }
  }

  /// Writes what waits for the reader of standard error, if it reads soon, and ends the thread.
  public static func endBackgroundErrors() {
    let writer = BackgroundErrors.writer.withLock { writer in
      defer { writer = nil }
      return writer
    }
    writer?.end(withinMilliseconds: BackgroundErrors.patienceMilliseconds)
  }

  /// Replaces standard error by another open file of the same pipe or terminal, which does not
  /// block: libraries print there too, such as fontconfig.
  ///
  /// Not possible for a socket, nor if the pipe or terminal belongs to another user; what libraries
  /// print then blocks while nobody reads.
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

/// Standard error, where a gap in the messages is told in its place.
private struct ErrorTarget: LineTarget {
  mutating func prepare() {}

  mutating func write(_ line: [UInt8], afterDropping count: Int) throws(SystemError) {
    if count > 0 {
      let what = count == 1 ? "message" : "messages"
      try Output.error.writeAll(Array("knobpanel: \(count) \(what) dropped\n".utf8))
    }
    try Output.error.writeAll(line)
  }

  /// There is nobody to tell.
  mutating func handleFailure(_ error: SystemError) {}
}
