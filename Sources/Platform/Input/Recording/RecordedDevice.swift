/// One input device, as described by a recording.
public struct RecordedDevice: Hashable, Sendable {
  /// The device's index in the file, from 0; it is the `device` of its contacts.
  public var number: Int32
  /// The kernel's name for it; empty if the recording has none.
  public var name = ""
  /// How it reports contacts; nil if it is not a touch device.
  public internal(set) var touch: TouchProtocol?

  var axes: [UInt16: AxisRange] = [:]

  /// The maximum length of names read with `EVIOCGNAME`.
  static let nameByteLimit = 256

  init(number: Int32) {
    self.number = number
  }
}

/// The three ways in which the kernel reports contacts
/// (`Documentation/input/multi-touch-protocol.rst`).
public enum TouchProtocol: Hashable, Sendable {
  /// Protocol B: each contact has a slot and a tracking id.
  case slots(x: AxisRange, y: AxisRange, count: Int)
  /// Protocol A: each frame lists all contacts, in any order.
  case anonymous(x: AxisRange, y: AxisRange)
  /// One contact: a key and two axes.
  case singleTouch(xCode: UInt16, x: AxisRange, yCode: UInt16, y: AxisRange)
}

/// The range of an absolute axis, in device units, including both ends.
public struct AxisRange: Hashable, Sendable {
  /// The minimum value.
  public var minimum: Int32
  /// The maximum value.
  public var maximum: Int32
  /// The recording's line that contains it, from 1.
  var line = 0

  var isDegenerate: Bool { minimum >= maximum }

  /// Returns the value as a fraction of the axis: 0 at the minimum, just below 1 at the maximum,
  /// like `libinput_event_touch_get_x_transformed`.
  func fraction(_ value: Int32) -> Double {
    let extent = Int64(maximum) - Int64(minimum) + 1
    return Double(Int64(value) - Int64(minimum)) / Double(extent)
  }
}
