public import Layout

/// The look of the open PIN pad or keypad; excludes the digits.
public struct PINPadViewState: Hashable, Sendable {
  /// The message above the keys.
  public enum Notice: Hashable, Sendable {
    /// The prompt for the PIN.
    case none
    /// The PIN was wrong.
    case wrong
    /// Digits are ignored for this many seconds.
    case wait(seconds: Int)
    /// The target of the code cannot be reached.
    case offline
  }

  /// The key that ends a code whose number of digits is not fixed.
  public enum Confirmation: Hashable, Sendable {
    /// The code ends by itself.
    case none
    /// There are too few digits.
    case tooShort
    case possible
  }

  /// The number of digits entered.
  public var enteredCount: Int
  /// The number of digits of the PIN.
  public var digitCount: Int
  /// The message above the keys.
  public var notice = Notice.none
  /// Whether a code for a target is entered, and not the PIN.
  public var takesCode = false
  /// The key that ends the code.
  public var confirmation = Confirmation.none
  /// The keys with fingers on them, one bit each, by their index in `PINPadLayout.keys`.
  private var pressedKeys: UInt16 = 0

  /// Creates a pad without fingers on it.
  public init(enteredCount: Int, digitCount: Int) {
    self.enteredCount = enteredCount
    self.digitCount = digitCount
  }

  /// Returns the function of a key, by its index in `PINPadLayout.keys`.
  public func key(_ index: Int) -> PINPadLayout.Key {
    PINPadLayout.key(index, confirms: confirmation != .none, isEmpty: enteredCount == 0)
  }

  /// Whether a finger is on a key.
  public subscript(isPressed key: Int) -> Bool {
    get { pressedKeys & 1 << UInt16(key) != 0 }
    set {
      if newValue { pressedKeys |= 1 << UInt16(key) } else { pressedKeys &= ~(1 << UInt16(key)) }
    }
  }
}
