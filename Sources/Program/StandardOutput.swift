internal import Glibc
internal import Synchronization

/// Whether what was printed arrived, so that a command does not end as if it had.
enum StandardOutput {
  private static let failure = Mutex<CInt?>(nil)

  /// Notes the `errno` of a failed write to standard output.
  ///
  /// A reader that has closed its end has what it wanted (`EPIPE`).
  static func noteFailure(_ code: CInt) {
    if code != EPIPE { failure.withLock { $0 = $0 ?? code } }
  }

  /// What to say if something printed was lost.
  static var problem: Problem? {
    failure.withLock { $0 }.map { Problem("standard output: \(String(cString: strerror($0)))") }
  }
}
