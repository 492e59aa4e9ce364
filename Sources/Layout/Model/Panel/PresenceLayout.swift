public import Gesture

/// The `presence:` section of a layout: the sensor that reports whether somebody is there.
public enum PresenceLayout: Hashable, Sendable {
  /// A control that can be read.
  case control(ControlLayout)
  /// A key or a switch of this machine, which is down while somebody is there.
  case input(KeyInput)

  /// The control; nil for an input.
  public var control: ControlLayout? {
    if case .control(let control) = self { control } else { nil }
  }

  /// The input; nil for a control.
  public var input: KeyInput? {
    if case .input(let input) = self { input } else { nil }
  }
}
