internal import CLinux
internal import Glibc

/// Owns a descriptor by which another thread wakes an event loop (eventfd(2)).
public struct Wakeup: ~Copyable {
  private let event: FileDescriptor

  public init() throws(SystemError) {
    event = FileDescriptor(
      owning: try check("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
  }

  /// Readable from the first `signal` on.
  public var descriptor: Int32 { event.number }

  /// From any thread; all that the thread wrote before can be read by who is woken.
  public func signal() {
    // Fails only if 2^64 − 2 signals were not taken, and then it is readable anyway.
    _ = eventfd_write(event.number, 1)
  }
}
