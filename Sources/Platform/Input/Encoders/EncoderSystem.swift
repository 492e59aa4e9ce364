public import Gesture
internal import Linux

/// An input device that could turn knobs or report a state, as described by udev.
public struct EncoderDescription: Hashable, Sendable {
  /// The kernel's name for it (`EVIOCGNAME`).
  public let name: String
  /// Such as `/dev/input/event3`; it can change at each boot.
  public let node: String
  /// The links to it in `/dev/input/by-id` and `by-path`.
  let aliases: [String]
  /// The axes that can turn knobs, in the order of `EncoderInput.Axis.allCases`.
  public let axes: [EncoderInput.Axis]
  /// Its keys, then its switches, in the order of their numbers.
  public var keys: [KeyInput.Code] = []

  func matches(_ text: String) -> Bool { text == name || text == node || aliases.contains(text) }

  /// Returns every input device of a seat that has an axis or a key and is not a touchscreen, in path
  /// order.
  public static func list(seat: String = "seat0") -> [EncoderDescription] {
    UdevEncoders(seat: seat, access: .direct).devices()
  }
}

/// The input devices of a machine.
protocol EncoderSystem: AnyObject {
  /// Returns the devices that have an axis or a key, in the order of their nodes.
  func devices() -> [EncoderDescription]
  /// Opens a device.
  ///
  /// - Throws: The error of open(2).
  func open(_ description: EncoderDescription) throws(SystemError) -> EncoderDevice
  /// Calls the handler when devices were added or removed; may be called once.
  func watch(on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError)
  func unwatch()
}
