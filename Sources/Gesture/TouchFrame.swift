/// Identifies one contact, from down to up or cancel.
///
/// Slots are numbered per device. A slot is free again after up or cancel.
public struct ContactID: Hashable, Sendable {
  /// The number that the touch source gave the device; not used again for another one.
  public var device: Int32
  /// The multitouch slot; −1 on a device without multitouch.
  public var slot: Int32

  /// A contact by its device and slot.
  public init(device: Int32, slot: Int32) {
    self.device = device
    self.slot = slot
  }
}

/// What happened to one contact.
///
/// Up and cancel have no position, as in libinput.
public enum ContactChange: Hashable, Sendable {
  /// The contact began at this place.
  case down(ContactID, DisplayFraction)
  /// The contact moved to this place.
  case moved(ContactID, DisplayFraction)
  /// The finger lifted.
  case up(ContactID)
  /// The contact ended without a lift: a palm, an unplugged device, a console switch.
  case cancelled(ContactID)
}

/// How wide a contact is.
public struct ContactWidth: Hashable, Sendable {
  /// The contact that it is the width of.
  public var contact: ContactID
  /// Of the display's width, before any rotation.
  public var fractionOfDisplayWidth: Double

  /// The width of a contact.
  public init(contact: ContactID, fractionOfDisplayWidth: Double) {
    self.contact = contact
    self.fractionOfDisplayWidth = fractionOfDisplayWidth
  }
}

/// All changes that a device reported together (one libinput frame).
public struct TouchFrame: Hashable, Sendable {
  /// When the device reported the changes.
  public var time: Timestamp
  /// In the order of the events.
  public var changes: [ContactChange]
  /// The contacts whose width changed, from devices that report it.
  public var widths: [ContactWidth] = []

  /// A frame without widths.
  public init(time: Timestamp, changes: [ContactChange]) {
    self.time = time
    self.changes = changes
  }
}
