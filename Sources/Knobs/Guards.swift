/// What keeps a knob from being turned by accident, or too far.
///
/// Values are in the knob's unit.
public struct Guards: Hashable, Sendable {
  /// What becomes of the value when a contact ends without the person's doing.
  public enum Cancel: String, CaseIterable, Sendable {
    case keep, restore
  }

  /// How fast the value can rise; nil for no limit.
  ///
  /// What is turned faster does not count.
  public var maximumRisePerSecond: Double?
  /// How far one grab can raise it; nil for no limit.
  public var maximumRisePerGesture: Double?
  /// Only a finger that finds the knob there already can raise it beyond; nil for no ceiling.
  public var ceiling: Double?
  /// Whether the knob is locked until it is tapped.
  public var isLocked = false
  /// How long after the last touch it locks again.
  public var unlockedMicroseconds: Int64 = 5_000_000
  public var cancel = Cancel.keep
  /// Whether a second finger that taps the knob takes back what the first did.
  public var secondFingerCancels = false
  /// Contacts wider than this are no fingertips, in design pixels; nil trusts all.
  public var largestContact: Double?

  public init() {}
}
