/// A control of an input device that turns a knob without a touch: a rotary encoder, a wheel, or the
/// volume keys of a keyboard.
public struct EncoderInput: Hashable, Sendable {
  /// What of the device turns the knob, as `linux/input-event-codes.h` names it.
  public enum Axis: String, CaseIterable, Sendable {
    /// `REL_DIAL`; clockwise is positive.
    case dial
    /// `REL_WHEEL`, notch by notch; away from the user is positive.
    case wheel
    /// `REL_HWHEEL`; to the right is positive.
    case hwheel
    /// `REL_X`, as the driver for encoders at the pins of a board reports them by default.
    case x
    /// `REL_Y`.
    case y
    /// `KEY_VOLUMEUP` and `KEY_VOLUMEDOWN`, also while they repeat.
    case keys
  }

  /// The device's name as the kernel has it (`EVIOCGNAME`), or a path in `/dev/input`.
  public var device: String
  /// What of the device turns the knob.
  public var axis: Axis

  /// A control of a device.
  public init(device: String, axis: Axis) {
    self.device = device
    self.axis = axis
  }
}

/// What somebody did with an encoder, a wheel or keys.
public enum EncoderAction: Hashable, Sendable {
  /// Turned by so many counts, clockwise or up positive.
  case turned(counts: Int)
  /// Pressed the encoder or the wheel.
  case pressed
  /// Pressed the key that mutes.
  case muted
}
