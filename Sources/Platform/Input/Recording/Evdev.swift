/// The event types and codes used, from `linux/input-event-codes.h`.
enum Evdev {
  static let synchronization: UInt16 = 0x00
  static let key: UInt16 = 0x01
  static let relative: UInt16 = 0x02
  static let absolute: UInt16 = 0x03
  static let `switch`: UInt16 = 0x05

  /// `SYN_REPORT`: the end of a frame.
  static let report: UInt16 = 0
  /// `SYN_MT_REPORT`: the end of one contact's packet in protocol A.
  static let contactReport: UInt16 = 2
  /// `SYN_DROPPED`: the kernel's buffer overflowed; events up to the next `SYN_REPORT` are
  /// incomplete.
  static let dropped: UInt16 = 3

  /// `KEY_ENTER`.
  static let enter: UInt16 = 28
  /// `KEY_MUTE`.
  static let mute: UInt16 = 113
  /// `KEY_VOLUMEDOWN`.
  static let volumeDown: UInt16 = 114
  /// `KEY_VOLUMEUP`.
  static let volumeUp: UInt16 = 115
  /// `BTN_0`.
  static let button0: UInt16 = 0x100
  /// `BTN_MIDDLE`, also sent by pressing a wheel.
  static let middleButton: UInt16 = 0x112
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
