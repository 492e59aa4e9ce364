/// A control of an input device that turns a knob without a touch: a rotary encoder, a wheel, or
/// the volume keys of a keyboard.
public struct EncoderInput: Hashable, Sendable {
  /// The part of the device that turns the knob, as named in `linux/input-event-codes.h`.
  public enum Axis: String, CaseIterable, Sendable {
    /// `REL_DIAL`; clockwise is positive.
    case dial
    /// `REL_WHEEL`, notch by notch; away from the user is positive.
    case wheel
    /// `REL_HWHEEL`; to the right is positive.
    case hwheel
    /// `REL_X`, the default of the kernel's driver for rotary encoders on GPIO pins.
    case x
    /// `REL_Y`.
    case y
    /// `KEY_VOLUMEUP` and `KEY_VOLUMEDOWN`, including key repeat.
    case keys
  }

  /// The device's name in the kernel (`EVIOCGNAME`), or a path in `/dev/input`.
  public var device: String
  /// The part of the device that turns the knob.
  public var axis: Axis

  /// Creates an encoder input.
  public init(device: String, axis: Axis) {
    self.device = device
    self.axis = axis
  }
}

/// An action on an encoder, a wheel or keys.
public enum EncoderAction: Hashable, Sendable {
  /// A turn by a number of counts, positive clockwise or up.
  case turned(counts: Int)
  /// A press of the encoder or the wheel.
  case pressed
  /// A press of the mute key.
  case muted
}
