/// Identifies one contact, from down to up or cancel.
///
/// Slots are numbered per device. A slot is free again after up or cancel.
public struct ContactID: Hashable, Sendable {
  /// The number that the touch source gave the device; never reused.
  public var device: Int32
  /// The multitouch slot; −1 on a device without multitouch.
  public var slot: Int32

  /// Creates an ID from a device and a slot.
  public init(device: Int32, slot: Int32) {
    self.device = device
    self.slot = slot
  }
}

/// A change of one contact.
///
/// Up and cancel have no position, as in libinput.
public enum ContactChange: Hashable, Sendable {
  /// The contact began at this location.
  case down(ContactID, DisplayFraction)
  /// The contact moved to this location.
  case moved(ContactID, DisplayFraction)
  /// The finger lifted.
  case up(ContactID)
  /// The contact ended without a lift: a palm, an unplugged device, a console switch.
  case cancelled(ContactID)
}

/// The width of a contact.
public struct ContactWidth: Hashable, Sendable {
  /// The contact.
  public var contact: ContactID
  /// A fraction of the display's width, before any rotation.
  public var fractionOfDisplayWidth: Double

  /// Creates the width of a contact.
  public init(contact: ContactID, fractionOfDisplayWidth: Double) {
    self.contact = contact
    self.fractionOfDisplayWidth = fractionOfDisplayWidth
  }
}

/// All changes that a device reported together, as one libinput frame.
public struct TouchFrame: Hashable, Sendable {
  /// When the device reported the changes.
  public var time: Timestamp
  /// In the order of the events.
  public var changes: [ContactChange]
  /// The contacts whose width changed, from devices that report it.
  public var widths: [ContactWidth] = []

  /// Creates a frame without widths.
  public init(time: Timestamp, changes: [ContactChange]) {
    self.time = time
    self.changes = changes
  }
}
