/// The event types and codes of `linux/input-event-codes.h` that say something about touch.
enum Evdev {
  static let synchronization: UInt16 = 0x00
  static let key: UInt16 = 0x01
  static let absolute: UInt16 = 0x03

  /// End of a frame.
  static let report: UInt16 = 0
  /// End of one contact's packet in the protocol without slots.
  static let contactReport: UInt16 = 2
  /// The kernel's buffer ran over; nothing is to be believed until the next end of a frame.
  static let dropped: UInt16 = 3

  static let touch: UInt16 = 0x14a

  static let x: UInt16 = 0x00
  static let y: UInt16 = 0x01
  static let z: UInt16 = 0x02
  static let rotationX: UInt16 = 0x03

  static let slot: UInt16 = 0x2f
  static let contactX: UInt16 = 0x35
  static let contactY: UInt16 = 0x36
  static let toolType: UInt16 = 0x37
  static let trackingID: UInt16 = 0x39

  /// Value of `toolType`: the firmware says that a hand lies on the surface.
  static let palm: Int32 = 2
}
