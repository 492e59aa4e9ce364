/// One finger, from down to up or cancel.
///
/// Slots are numbered per device, so two touchscreens never mix their fingers. A device's slot
/// number is free again after up or cancel.
public struct ContactID: Hashable, Sendable {
  /// Number that the touch source gave the device, never used again for another one.
  public var device: Int32
  /// The multitouch slot; −1 on a device that can only report one finger.
  public var slot: Int32

  public init(device: Int32, slot: Int32) {
    self.device = device
    self.slot = slot
  }
}

/// What happened to one contact.
///
/// Up and cancel have no position, as in libinput.
public enum ContactChange: Hashable, Sendable {
  case down(ContactID, DisplayFraction)
  case moved(ContactID, DisplayFraction)
  case up(ContactID)
  /// The contact ended without the person's doing: palm, unplugged device, console switch.
  case cancelled(ContactID)
}

/// How wide a contact is.
public struct ContactWidth: Hashable, Sendable {
  public var contact: ContactID
  /// Of the display's width, before any rotation.
  public var fractionOfDisplayWidth: Double

  public init(contact: ContactID, fractionOfDisplayWidth: Double) {
    self.contact = contact
    self.fractionOfDisplayWidth = fractionOfDisplayWidth
  }
}

/// All changes that the device reported as one, in order.
public struct TouchFrame: Hashable, Sendable {
  public var time: Timestamp
  public var changes: [ContactChange]
  /// The contacts whose width changed, from devices that can tell it.
  public var widths: [ContactWidth] = []

  public init(time: Timestamp, changes: [ContactChange]) {
    self.time = time
    self.changes = changes
  }
}
