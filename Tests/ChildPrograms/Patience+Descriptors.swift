internal import Glibc
internal import Linux
public import TestPatience

extension Patience {
  /// What a test waited for and did not come.
  public struct IsOver: Error, CustomStringConvertible {
    /// What was waited for, and what there was instead.
    public let description: String

    /// What to say of it.
    public init(_ description: String) {
      self.description = description
    }
  }

  /// Blocks until something is so, which is asked whenever one of the descriptors is readable.
  ///
  /// - Parameters:
  ///   - what: What is waited for, with what there is instead; made only if it does not come.
  ///   - descriptors: Those that become readable by what is waited for (poll(2)).
  ///   - isSo: Reads what is readable, and looks at it.
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
