/// The use of a control, which determines its keys in the layout.
public enum ControlUse: Hashable, Sendable {
  /// A knob sets and shows its value.
  case knob
  /// A label shows a value and sets nothing.
  case readOut
  /// A press of a button always sets 1.
  case push
  /// A button alternates between 1 and 0 with each press and is lit at 1; or it sets 1 while it is
  /// pressed, and then 0.
  case toggle
}

extension ControlUse {
  /// Whether its only values are off and on.
  public var isOnOff: Bool { self == .push || self == .toggle }
}
