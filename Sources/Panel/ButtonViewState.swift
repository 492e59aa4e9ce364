/// The changing part of a button's look; the rest is in its layout.
public struct ButtonViewState: Hashable, Sendable {
  /// True if lifting the finger now would act.
  public var isPressed: Bool
  /// True if the state that the button sets is reached, for example all its knobs are muted.
  public var isOn: Bool
  /// False if pressing it does nothing.
  public var isEnabled: Bool
  /// How much of the time is over for which a finger has to stay on it, 0…1; stays 1 until the finger
  /// lifts.
  public var holdProgress = 0.0

  /// Creates a view state; without arguments, that of a button at rest.
  public init(isPressed: Bool = false, isOn: Bool = false, isEnabled: Bool = true) {
    self.isPressed = isPressed
    self.isOn = isOn
    self.isEnabled = isEnabled
  }
}
