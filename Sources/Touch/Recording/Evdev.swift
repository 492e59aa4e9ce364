/// The event types and codes of `linux/input-event-codes.h` that are used for touch.
enum Evdev {
  static let synchronization: UInt16 = 0x00
  static let key: UInt16 = 0x01
  static let absolute: UInt16 = 0x03

  /// `SYN_REPORT`: the end of a frame.
  static let report: UInt16 = 0
  /// `SYN_MT_REPORT`: the end of one contact's packet in protocol A.
  static let contactReport: UInt16 = 2
  /// `SYN_DROPPED`: the kernel's buffer overflowed; events up to the next `SYN_REPORT` are
  /// incomplete.
  static let dropped: UInt16 = 3

  /// `BTN_TOUCH`.
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

  /// `MT_TOOL_PALM`, a value of `toolType`: a palm touches the surface.
  static let palm: Int32 = 2
}
