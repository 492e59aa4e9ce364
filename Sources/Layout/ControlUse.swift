/// What a control is for; its keys in the layout depend on it.
public enum ControlUse: Hashable, Sendable {
  /// A knob sets and shows its value.
  case knob
  /// A label shows its value, and sets nothing.
  case readOut
  /// A press of a button sets 1, whatever its value is.
  case push
  /// A press of a button sets 1 or 0, whichever it is not, and it is lit while it is 1; or 1 while a
  /// finger is on the button, and 0 after that.
  case toggle
}

extension ControlUse {
  /// Whether its only values are off and on.
  public var isOnOff: Bool { self == .push || self == .toggle }
}
