internal import Linux

/// The machine's graphics cards, through udev, the device files and the process list; tests have
/// their own implementation.
protocol CardSystem: AnyObject {
  /// Returns the device files of a seat's cards that may have outputs, in the kernel's order.
  func cards(seat: String) throws(SystemError) -> [String]
  /// Returns the device file for a name such as `card1`, or for a link.
  func deviceFile(named name: String) -> String
  /// Opens a card, or takes over one that an earlier run of this program left open.
  func open(_ path: String) throws(SystemError) -> any DRMDevice
  /// Keeps this card, and no other, open after this program exits, if possible.
  func keep(_ device: any DRMDevice, at path: String)
  /// Stops keeping a card that is no longer usable.
  func forget(_ path: String)
  /// Returns the group that may open the device file.
  func group(of path: String) -> String?
  /// Returns the names and ids of the other processes that have it open, as far as this one may see.
  func holders(of path: String) -> [String]
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
  /// Events were lost: anything may have changed.
  case missed
}
