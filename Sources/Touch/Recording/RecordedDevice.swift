/// One input device as a recording describes it.
public struct RecordedDevice: Hashable, Sendable {
  /// The device's place in the file, from 0; it is the `device` of its contacts.
  public var number: Int32
  public var name = ""
  /// How its events tell of fingers; nil if they do not, as those of a keyboard.
  public internal(set) var touch: TouchProtocol?

  var axes: [UInt16: AxisRange] = [:]

  /// As long as the kernel lets a name be (`EVIOCGNAME` of evdev users).
  static let nameByteLimit = 256

  init(number: Int32) {
    self.number = number
  }
}

/// The three ways in which the kernel reports fingers
/// (`Documentation/input/multi-touch-protocol.rst`).
public enum TouchProtocol: Hashable, Sendable {
  /// Protocol B: each finger has a slot and a tracking id.
  case slots(x: AxisRange, y: AxisRange, count: Int)
  /// Protocol A: each frame lists all fingers, in any order.
  case anonymous(x: AxisRange, y: AxisRange)
  /// One finger: a key and two axes.
  case singleTouch(xCode: UInt16, x: AxisRange, yCode: UInt16, y: AxisRange)
}

/// What an absolute axis reports, in the device's own units, both ends included.
public struct AxisRange: Hashable, Sendable {
  public var minimum: Int32
  public var maximum: Int32
  /// Where the recording says so, from 1.
  var line = 0

  var isDegenerate: Bool { minimum >= maximum }

  /// The value as a fraction of the axis: 0 at the minimum, just below 1 at the maximum, as
  /// `libinput_event_touch_get_x_transformed` has it.
  func fraction(_ value: Int32) -> Double {
    let extent = Int64(maximum) - Int64(minimum) + 1
    return Double(Int64(value) - Int64(minimum)) / Double(extent)
  }
}
