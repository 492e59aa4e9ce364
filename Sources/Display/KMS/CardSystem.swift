internal import Linux

/// The machine's graphics cards, by udev, the device files and the process list; tests have their
/// own.
protocol CardSystem: AnyObject {
  /// Device files of the cards of a seat that may have outputs, in the kernel's order.
  func cards(seat: String) throws(SystemError) -> [String]
  /// The device file for a name such as `card1` or a link.
  func deviceFile(named name: String) -> String
  /// Opens a card, or goes on with one that an earlier run of this program has left open.
  func open(_ path: String) throws(SystemError) -> any DRMDevice
  /// Has the card stay open beyond the end of this program, and no other, if that is possible.
  func keep(_ device: any DRMDevice, at path: String)
  /// A card that was kept is of no more use.
  func forget(_ path: String)
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
