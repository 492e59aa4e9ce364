/// How the PIN pad looks while it is open; its digits are not part of it.
public struct PINPadViewState: Hashable, Sendable {
  /// What is said above the keys.
  public enum Notice: Hashable, Sendable {
    /// What is asked for.
    case none
    /// The PIN was wrong.
    case wrong
    /// No digits are taken for so many seconds.
    case wait(seconds: Int)
  }

  /// How many digits were entered.
  public var enteredCount: Int
  /// How many the PIN has.
  public var digitCount: Int
  /// What is said.
  public var notice = Notice.none
  /// The keys with fingers on them, a bit each, by their index in `PINPadLayout.keys`.
  private var pressedKeys: UInt16 = 0

  /// A pad without fingers on it.
  public init(enteredCount: Int, digitCount: Int) {
    self.enteredCount = enteredCount
    self.digitCount = digitCount
  }

  /// Whether a finger is on a key.
  public subscript(isPressed key: Int) -> Bool {
    get { pressedKeys & 1 << UInt16(key) != 0 }
    set {
      if newValue { pressedKeys |= 1 << UInt16(key) } else { pressedKeys &= ~(1 << UInt16(key)) }
    }
  }
}
