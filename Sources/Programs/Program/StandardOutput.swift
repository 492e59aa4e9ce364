internal import Glibc
internal import Synchronization

/// Records failed writes to standard output, so that a command does not report success.
enum StandardOutput {
  private static let failure = Mutex<CInt?>(nil)

  /// Notes the `errno` of a failed write to standard output.
  ///
  /// A closed pipe (`EPIPE`) is not an error.
  static func noteFailure(_ code: CInt) {
    if code != EPIPE { failure.withLock { $0 = $0 ?? code } }
  }

  /// The problem to report if output was lost.
  static var problem: Problem? {
    failure.withLock { $0 }.map { Problem("standard output: \(String(cString: strerror($0)))") }
  }
}
