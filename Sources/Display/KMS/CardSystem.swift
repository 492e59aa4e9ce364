internal import Linux

/// The machine's graphics cards: the seam to udev, the device files and the process list.
protocol CardSystem: AnyObject {
  /// Device files of the cards of a seat that may have outputs, in the kernel's order.
  func cards(seat: String) throws(SystemError) -> [String]
  /// The device file that a person means by `card1` or a link.
  func deviceFile(named name: String) -> String
  func open(_ path: String) throws(SystemError) -> any DRMDevice
  /// The group that may open the device file.
  func group(of path: String) -> String?
  /// Other processes that have it open, as far as this one may know.
  func holders(of path: String) -> [CardHolder]
  /// Tells of cards that come, go or find their cables changed, until `unwatch`.
  func watch(
    on loop: EventLoop, handler: @escaping (CardEvent) -> Void
  ) throws(SystemError)
  func unwatch()
}

enum CardEvent: Equatable {
  case added(String)
  case removed(String)
  /// A cable was plugged or pulled, or a link went bad.
  case changed(String)
}
