public import Gesture
internal import Linux

/// Lists the encoders, wheels and volume keys of this machine.
public enum EncoderDevices {
  /// A device and its axes that can turn a knob.
  public struct Entry: Hashable, Sendable {
    /// The kernel's name for it (`EVIOCGNAME`).
    public var name: String
    /// Such as `/dev/input/event3`; it can change at each boot.
    public var node: String
    /// In the order of `EncoderInput.Axis.allCases`.
    public var axes: [EncoderInput.Axis]
  }

  /// Returns every input device of a seat that could turn a knob and is not a touchscreen, in path
  /// order.
  public static func list(seat: String = "seat0") -> [Entry] {
    UdevEncoders(seat: seat, access: .direct).devices().map {
      Entry(name: $0.name, node: $0.node, axes: $0.axes)
    }
  }
}
