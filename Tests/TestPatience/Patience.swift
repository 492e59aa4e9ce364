internal import Glibc
public import Linux
public import Testing

/// The time limit of tests that wait for a real server, a program, a thread or the kernel.
public enum Patience {
  /// Far more than a busy machine needs; only a failing test waits for so long.
  public static let seconds: Int64 = 60
  /// The same, as poll(2), epoll_wait(2) and mailboxes take it.
  public static let milliseconds = Int32(seconds * 1000)

  /// Runs the loop until the condition holds; records an issue if it never does.
  ///
  /// The time of the loop's `ManualClock` stands still meanwhile: advance it before or after.
  ///
  /// - Parameters:
  ///   - loop: The loop to run.
  ///   - state: The state that the issue reports; evaluated only on failure.
  ///   - sourceLocation: Where the issue is recorded.
  ///   - isDone: The condition, evaluated after each round of the loop and every few milliseconds.
  /// - Throws: The error of epoll_wait(2), or of the condition.
  public static func run(
    _ loop: EventLoop, state: @autoclosure () -> Any,
    sourceLocation: SourceLocation = #_sourceLocation, until isDone: () throws -> Bool
  ) throws {
    let end = MonotonicClock.microseconds + seconds * 1_000_000
    while try !isDone() {
      guard MonotonicClock.microseconds < end else {
        Issue.record("timed out; state: \(state())", sourceLocation: sourceLocation)
        return
      }
      try loop.runOnce(timeoutMilliseconds: 5)
    }
  }

  /// The error that a condition did not hold in time.
  public struct Exhausted: Error, CustomStringConvertible {
    public var description: String
  }

  /// Waits, without a loop, until the condition holds.
  ///
  /// - Parameters:
  ///   - message: The error's description if it never does.
  ///   - isDone: The condition, evaluated every few milliseconds.
  /// - Throws: `Exhausted`, or the error of the condition.
  public static func wait(_ message: String, until isDone: () throws -> Bool) throws {
    let end = MonotonicClock.microseconds + seconds * 1_000_000
    while try !isDone() {
      guard MonotonicClock.microseconds < end else { throw Exhausted(description: message) }
      poll(nil, 0, 5)
    }
  }
}
