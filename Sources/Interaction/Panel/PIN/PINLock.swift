internal import Gesture
internal import Layout

/// The lock state of items with `lock: pin`, and the count of wrong PINs.
///
/// The case table is at `PanelController+PIN`.
struct PINLock {
  /// The result of entering a PIN.
  enum CheckResult { case right, wrong, blocked }

  /// This many wrong PINs in a row block the pad for this long.
  private static let maximumWrongCount = 5
  private static let blockMicroseconds: Int64 = 30_000_000

  /// Nil if the layout has no PIN; then every PIN is wrong.
  private let pin: PIN?
  /// How long it stays unlocked after the last touch.
  let unlockedMicroseconds: Int64
  var isUnlocked = false
  private var wrongCount = 0
  private var blockedUntil: Timestamp?

  init(_ panel: PanelLayout) {
    pin = panel.pin
    unlockedMicroseconds = panel.pinUnlockedMicroseconds
  }

  /// The number of digits after which the entry is checked.
  var digitCount: Int { pin?.count ?? PIN.lengths.lowerBound }

  /// Returns whether digits are ignored.
  func isBlocked(at time: Timestamp) -> Bool { secondsBlocked(at: time) > 0 }

  /// Returns the number of seconds for which digits are still ignored, rounded up.
  func secondsBlocked(at time: Timestamp) -> Int {
    guard let blockedUntil else { return 0 }
    let left = min(blockedUntil.microseconds(since: time), Self.blockMicroseconds)
    return left > 0 ? Int((left + 999_999) / 1_000_000) : 0
  }

  /// Returns when `secondsBlocked` decreases next; nil if it is 0.
  func nextSecond(after time: Timestamp) -> Timestamp? {
    let seconds = secondsBlocked(at: time)
    guard let blockedUntil, seconds > 0 else { return nil }
    return blockedUntil.advanced(byMicroseconds: -Int64(seconds - 1) * 1_000_000)
  }

  mutating func check(_ digits: [UInt8], at time: Timestamp) -> CheckResult {
    if pin?.matches(digits) == true {
      (wrongCount, blockedUntil, isUnlocked) = (0, nil, true)
      return .right
    }
    wrongCount += 1
    guard wrongCount >= Self.maximumWrongCount else { return .wrong }
    wrongCount = 0
    blockedUntil = time.advanced(byMicroseconds: Self.blockMicroseconds)
    return .blocked
  }

  /// Takes over the count and the block, and stays unlocked if the PIN is the same.
  mutating func takeOver(_ old: PINLock) {
    (wrongCount, blockedUntil) = (old.wrongCount, old.blockedUntil)
    isUnlocked = old.isUnlocked && pin == old.pin
  }
}
