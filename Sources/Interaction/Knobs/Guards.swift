/// Limits that prevent turning a knob by accident or too far: the layout key `guards`.
///
/// Values are in the knob's unit.
public struct Guards: Hashable, Sendable {
  /// What happens to the value when a contact is cancelled.
  public enum Cancel: String, CaseIterable, Sendable {
    /// It stays at the turned value.
    case keep
    /// It returns to its value before the contact.
    case restore
  }

  /// The maximum rate at which the value can rise; nil for no limit.
  ///
  /// The excess of a faster turn is ignored.
  public var maximumRisePerSecond: Double?
  /// The maximum rise of the value by one contact; nil for no limit.
  public var maximumRisePerGesture: Double?
  /// A contact can raise the value beyond this only if the value was at or above it at the start;
  /// nil for no ceiling.
  public var ceiling: Double?
  /// The limit beyond which no finger, tap, button or master raises the value; nil for no limit.
  ///
  /// A greater value reported by the control is shown and stays until the knob is lowered.
  public var limit: Double?
  /// Id of the knob whose value is the limit, in place of `limit`; nil for none.
  public var limitKnob: String?
  /// How far a finger can turn the value from the last preset or default; nil for no bound.
  ///
  /// It is for both directions. A knob with it has a default and ends.
  public var within: Double?
  /// What unlocks the knob; nil for a knob that is never locked.
  public var lock: Lock?
  /// How long after the last touch the knob locks again.
  public var unlockedMicroseconds: Int64 = 5_000_000
  /// What happens to the value when a contact is cancelled.
  public var cancel = Cancel.keep
  /// Whether a tap by a second finger undoes the first finger's changes.
  public var secondFingerCancels = false
  /// The maximum contact width in design pixels; wider contacts are cancelled; nil for no limit.
  public var largestContact: Double?

  /// Creates a set without any guards.
  public init() {}
}
