internal import CLinux
internal import Glibc

/// A file descriptor with which another thread wakes an event loop (eventfd(2)).
public struct Wakeup: ~Copyable, Sendable {
  private let event: FileDescriptor

  /// Creates a descriptor that is not readable yet.
  ///
  /// - Throws: The error of eventfd(2).
  public init() throws(SystemError) {
    event = FileDescriptor(
      owning: try check("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
  }

  /// Readable from a `signal` until the next `acknowledge`.
  public var descriptor: Int32 { event.number }

  /// Wakes the loop; may be called from any thread.
  ///
  /// The woken thread sees everything that the calling thread wrote before.
  public func signal() {
    // Fails only if the counter would overflow, and then the descriptor is already readable.
    _ = eventfd_write(event.number, 1)
  }

  /// Makes the descriptor unreadable until the next `signal`.
  public func acknowledge() {
    var count: eventfd_t = 0
    // Fails only if there was no signal.
    _ = eventfd_read(event.number, &count)
  }

  /// Blocks the calling thread until there is a signal; returns false after the timeout.
  public func wait(milliseconds: Int32) -> Bool {
    let deadline = MonotonicClock.microseconds + Int64(milliseconds) * 1000
    while true {
      var request = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
      let rest = max(deadline - MonotonicClock.microseconds, 0)
      let count = poll(&request, 1, Int32(clamping: (rest + 999) / 1000))
      if count > 0 { return true }
      // The timeout expired or poll(2) failed; after a signal (EINTR), the wait continues.
      if count == 0 || errno != EINTR { return false }
    }
  }
}
