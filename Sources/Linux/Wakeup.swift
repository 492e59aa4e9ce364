internal import CLinux
internal import Glibc

/// Owns a descriptor with which another thread wakes an event loop (eventfd(2)).
public struct Wakeup: ~Copyable {
  private let event: FileDescriptor

  /// A descriptor that is not readable yet.
  ///
  /// - Throws: The error of eventfd(2).
  public init() throws(SystemError) {
    event = FileDescriptor(
      owning: try check("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
  }

  /// Readable from the first call of `signal` on.
  public var descriptor: Int32 { event.number }

  /// Wakes the loop; may be called from any thread.
  ///
  /// What the thread wrote before can be read by the thread that is woken.
  public func signal() {
    // Fails only if the counter would overflow, and then the descriptor is readable anyway.
    _ = eventfd_write(event.number, 1)
  }
}
