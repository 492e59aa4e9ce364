internal import Linux

/// The machine's graphics cards, by udev, the device files and the process list; tests have their
/// own.
protocol CardSystem: AnyObject {
  /// Device files of the cards of a seat that may have outputs, in the kernel's order.
  func cards(seat: String) throws(SystemError) -> [String]
  /// The device file for a name such as `card1` or a link.
  func deviceFile(named name: String) -> String
  func open(_ path: String) throws(SystemError) -> any DRMDevice
  /// The group that may open the device file.
  func group(of path: String) -> String?
  /// Other processes that have it open, as far as this one may see.
  func holders(of path: String) -> [CardHolder]
  /// Reports cards that are added, removed or changed, until `unwatch`.
  func watch(
    on loop: EventLoop, handler: @escaping (CardEvent) -> Void
  ) throws(SystemError)
  func unwatch()
}

enum CardEvent: Equatable {
  case added(String)
  case removed(String)
  /// A cable was plugged in or pulled, or a link failed (`HOTPLUG=1`).
  case changed(String)
  /// Events were lost: anything may have happened.
  case missed
}
