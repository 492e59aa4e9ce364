/// All that a button's picture depends on beside the layout.
public struct ButtonViewState: Hashable, Sendable {
  /// Lifting the finger now would act.
  public var isPressed: Bool
  /// What it does is the case.
  public var isOn: Bool
  /// Pressing it does something.
  public var isEnabled: Bool

  public init(isPressed: Bool = false, isOn: Bool = false, isEnabled: Bool = true) {
    self.isPressed = isPressed
    self.isOn = isOn
    self.isEnabled = isEnabled
  }
}
