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
  private static let blockSeconds = 30

  /// Nil if the layout has no PIN; then every PIN is wrong.
  private let pin: PIN?
  /// How long it stays unlocked after the last touch.
  let unlockedMicroseconds: Int64
  var isUnlocked = false
  private var wrongCount = 0
  /// The time for which digits are ignored; nil if they never were.
  private var block: Countdown?

  init(_ panel: PanelLayout) {
    pin = panel.pin
    unlockedMicroseconds = panel.pinUnlockedMicroseconds
  }

  /// The number of digits after which the entry is checked.
  var digitCount: Int { pin?.count ?? PIN.lengths.lowerBound }

  /// Returns the number of seconds for which digits are still ignored, rounded up.
  func secondsBlocked(at time: Timestamp) -> Int {
    min(block?.secondsLeft(at: time) ?? 0, Self.blockSeconds)
  }

  /// Returns when `secondsBlocked` decreases next; nil if it is 0.
  func nextSecond(after time: Timestamp) -> Timestamp? { block?.nextSecond(after: time) }

  mutating func check(_ digits: [UInt8], at time: Timestamp) -> CheckResult {
    if pin?.matches(digits) == true {
      (wrongCount, block, isUnlocked) = (0, nil, true)
      return .right
    }
    wrongCount += 1
    guard wrongCount >= Self.maximumWrongCount else { return .wrong }
    wrongCount = 0
    block = Countdown(end: time.advanced(byMicroseconds: Int64(Self.blockSeconds) * 1_000_000))
    return .blocked
  }

  /// Takes over the count and the block, and stays unlocked if the PIN is the same.
  mutating func takeOver(_ old: PINLock) {
    (wrongCount, block) = (old.wrongCount, old.block)
    isUnlocked = old.isUnlocked && pin == old.pin
  }
}
