/// A key or a switch of an input device that reports a state, such as a motion sensor at a board's pin.
public struct KeyInput: Hashable, Sendable {
  /// A key or a switch, by its number in `linux/input-event-codes.h`.
  public enum Code: Hashable, Sendable {
    /// A key or button (`EV_KEY`).
    case key(UInt16)
    /// A switch (`EV_SW`).
    case `switch`(UInt16)

    /// The code as in layouts, such as `key: 143`.
    public var text: String {
      switch self {
      case .key(let number): "key: \(number)"
      case .switch(let number): "switch: \(number)"
      }
    }
  }

  /// The device's name in the kernel (`EVIOCGNAME`), or a path in `/dev/input`.
  public var device: String
  /// The key or switch; nil for all of the device.
  public var code: Code?

  /// Creates an input.
  public init(device: String, code: Code? = nil) {
    (self.device, self.code) = (device, code)
  }
}
