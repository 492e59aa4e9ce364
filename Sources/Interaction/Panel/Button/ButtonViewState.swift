/// The changing part of a button's look; the rest is in the layout.
public struct ButtonViewState: Hashable, Sendable {
  /// Whether lifting the finger now would act.
  public var isPressed: Bool
  /// Whether the state that the button sets is reached, for example all its knobs are muted.
  public var isOn: Bool
  /// Whether pressing it does anything.
  public var isEnabled: Bool
  /// The elapsed part of the required hold time, 0…1; stays 1 until the finger lifts.
  public var holdProgress = 0.0

  /// Creates a view state; by default, of a button at rest.
  public init(isPressed: Bool = false, isOn: Bool = false, isEnabled: Bool = true) {
    self.isPressed = isPressed
    self.isOn = isOn
    self.isEnabled = isEnabled
  }
}
