internal import Glibc
internal import Linux
public import TestPatience

extension Patience {
  /// The error that a condition was not met in time.
  public struct IsOver: Error, CustomStringConvertible {
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
  ///   - what: The condition and the actual state; evaluated only on failure.
  ///   - descriptors: File descriptors that become readable when the condition may have changed
  ///     (poll(2)).
  ///   - isSo: Reads what is readable, and evaluates the condition.
  /// - Throws: `IsOver`, or the error of `isSo`.
  public static func wait(
    _ what: @autoclosure () -> String, for descriptors: [Int32], until isSo: () throws -> Bool
  ) throws {
    let end = MonotonicClock.microseconds + Int64(milliseconds) * 1000
    var requests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while try !isSo() {
      let left = end - MonotonicClock.microseconds
      guard left > 0 else { throw IsOver(what()) }
      _ = poll(&requests, nfds_t(requests.count), Int32(left / 1000 + 1))
    }
  }
}
