internal import Gesture
internal import Linux

/// An input device that could turn knobs, as udev describes it.
struct EncoderDescription: Hashable {
  var name: String
  /// Such as `/dev/input/event3`.
  var node: String
  /// The links to it in `/dev/input/by-id` and `by-path`.
  var aliases: [String]
  /// What of it can turn knobs, in the order of `EncoderInput.Axis.allCases`.
  var axes: [EncoderInput.Axis]

  func matches(_ text: String) -> Bool { text == name || text == node || aliases.contains(text) }
}

/// The input devices of a machine.
protocol EncoderSystem: AnyObject {
  /// Those that could turn knobs, in the order of their nodes.
  func devices() -> [EncoderDescription]
  /// Opens one.
  ///
  /// - Throws: The error of open(2).
  func open(_ description: EncoderDescription) throws(SystemError) -> EncoderDevice
  /// Calls the handler when devices have come or gone; may be called once.
  func watch(on loop: EventLoop, handler: @escaping () -> Void) throws(SystemError)
  func unwatch()
}
