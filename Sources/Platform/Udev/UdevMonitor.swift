internal import CLibudev
internal import Glibc
package import Linux

/// Reports, until it is released, that devices of a subsystem are added, removed or changed.
package final class UdevMonitor {
  /// The sender of the messages.
  package enum Sender: String {
    /// udev's daemon, once its rules have set names and permissions.
    case daemon = "udev"
    case kernel
  }

  /// The maximum number of messages taken in one turn of the loop.
  package static let turnLimit = 64

  private let udev: UdevDatabase
  private let monitor: OpaquePointer
  private weak var loop: EventLoop?

  /// Watches a subsystem.
  ///
  /// - Parameters:
  ///   - subsystem: The kernel's name of the subsystem, such as `input`.
  ///   - sender: The sender of the messages.
  ///   - loop: The loop that watches for messages.
  ///   - source: The source file named by `LongRound`.
  ///   - onMessages: Called when there are messages for `next`.
  /// - Throws: The failed call of libudev, or the error of epoll_ctl(2).
  package init(
    of subsystem: String, from sender: Sender, on loop: EventLoop,
    source: StaticString = #fileID, onMessages: @escaping () -> Void
  ) throws(SystemError) {
    udev = try UdevDatabase()
    guard let monitor = udev_monitor_new_from_netlink(udev.pointer, sender.rawValue) else {
      throw SystemError(call: "udev_monitor_new_from_netlink", code: ENOMEM)
    }
    (self.monitor, self.loop) = (monitor, loop)
    udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
    guard udev_monitor_enable_receiving(monitor) >= 0 else {
      throw SystemError(call: "udev_monitor_enable_receiving", code: EPERM)
    }
    try loop.watch(udev_monitor_get_fd(monitor), for: .readable, source: source) { _ in
      onMessages()
    }
  }

  deinit {
    loop?.unwatch(udev_monitor_get_fd(monitor))
    udev_monitor_unref(monitor)
  }

  /// Reads one message; `content` returns its content, or nil if it is irrelevant.
  package func next<Content>(
    _ content: (borrowing UdevDevice) -> Content?
  ) -> UdevMessages<Content>.Reception {
    errno = 0
    guard let device = udev_monitor_receive_device(monitor) else {
      return errno == ENOBUFS ? .loss : .nothing
    }
    return .message(content(UdevDevice(owning: device)))
  }
}
