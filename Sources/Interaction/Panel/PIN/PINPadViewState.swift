/// The look of the open PIN pad; excludes the digits.
public struct PINPadViewState: Hashable, Sendable {
  /// The message above the keys.
  public enum Notice: Hashable, Sendable {
    /// The prompt for the PIN.
    case none
    /// The PIN was wrong.
    case wrong
    /// Digits are ignored for this many seconds.
    case wait(seconds: Int)
  }

  /// The number of digits entered.
  public var enteredCount: Int
  /// The number of digits of the PIN.
  public var digitCount: Int
  /// The message above the keys.
  public var notice = Notice.none
  /// The keys with fingers on them, one bit each, by their index in `PINPadLayout.keys`.
  private var pressedKeys: UInt16 = 0

  /// Creates a pad without fingers on it.
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
