/// What is seen of a button now, beside what its layout says.
public struct ButtonViewState: Hashable, Sendable {
  /// True if lifting the finger now would act.
  public var isPressed: Bool
  /// True if what the button does is the case, such as that all its knobs are muted.
  public var isOn: Bool
  /// False if pressing it does nothing.
  public var isEnabled: Bool

  /// A view state; without arguments that of a button at rest.
  public init(isPressed: Bool = false, isOn: Bool = false, isEnabled: Bool = true) {
    self.isPressed = isPressed
    self.isOn = isOn
    self.isEnabled = isEnabled
  }
}
