/// Limits that keep a knob from being turned by accident or too far: the layout key `guards`.
///
/// Values are in the knob's unit.
public struct Guards: Hashable, Sendable {
  /// What happens to the value when a contact is cancelled.
  public enum Cancel: String, CaseIterable, Sendable {
    /// It stays as it was turned.
    case keep
    /// It goes back to what it was before the contact.
    case restore
  }

  /// How fast the value can rise; nil for no limit.
  ///
  /// What is turned faster does not count.
  public var maximumRisePerSecond: Double?
  /// How far one contact can raise the value; nil for no limit.
  public var maximumRisePerGesture: Double?
  /// A contact can raise the value beyond this only if it was there already at the start; nil for no
  /// ceiling.
  public var ceiling: Double?
  /// Nothing here raises the value beyond this: no finger, tap, button or master; nil for no limit.
  ///
  /// A greater value of the control is shown, and stays until something lowers it.
  public var limit: Double?
  /// What unlocks the knob; nil for a knob that is never locked.
  public var lock: Lock?
  /// How long after the last touch the knob locks again.
  public var unlockedMicroseconds: Int64 = 5_000_000
  /// What happens to the value when a contact is cancelled.
  public var cancel = Cancel.keep
  /// Whether a second finger that taps the knob undoes what the first did.
  public var secondFingerCancels = false
  /// Wider contacts are not fingertips and are cancelled, in design pixels; nil for no limit.
  public var largestContact: Double?

  /// No guards.
  public init() {}
}
