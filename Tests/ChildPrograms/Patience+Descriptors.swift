internal import Glibc
internal import Linux
public import TestPatience

extension Patience {
  /// The error that a condition was not met in time.
  public struct TimedOut: Error, CustomStringConvertible {
    /// The condition that was not met, and the actual state.
    public let description: String

    /// Creates the error with a description.
    public init(_ description: String) {
      self.description = description
    }
  }

  /// Blocks until a condition holds, evaluating it whenever a file descriptor is readable.
  ///
  /// - Parameters:
  ///   - expectation: The condition and the actual state; evaluated only on failure.
  ///   - descriptors: File descriptors that become readable when the condition may have changed
  ///     (poll(2)).
  ///   - condition: Reads what is readable, and evaluates the condition.
  /// - Throws: `TimedOut`, or the error of `condition`.
  public static func wait(
    _ expectation: @autoclosure () -> String, for descriptors: [Int32],
    until condition: () throws -> Bool
  ) throws {
    let end = MonotonicClock.microseconds + Int64(milliseconds) * 1000
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while try !condition() {
      let left = end - MonotonicClock.microseconds
      guard left > 0 else { throw TimedOut(expectation()) }
      _ = poll(&requests, nfds_t(requests.count), Int32(left / 1000 + 1))
    }
  }
}
