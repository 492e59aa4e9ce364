internal import Gesture
internal import Layout

/// Whether what has `lock: pin` is locked, and who may still try.
///
/// The rows are at `PanelController+PIN`.
struct PINLock {
  /// What a PIN that was entered comes to.
  enum Answer { case right, wrong, blocked }

  /// How many wrong ones in a row are taken, and for how long none is after that.
  private static let mostWrong = 5
  private static let blockMicroseconds: Int64 = 30_000_000

  /// Nil where the layout has none: then none is right.
  private let pin: PIN?
  /// For how long it stays unlocked after the last touch.
  let unlockedMicroseconds: Int64
  var isUnlocked = false
  private var wrongCount = 0
  private var blockedUntil: Timestamp?

  init(_ panel: PanelLayout) {
    pin = panel.pin
    unlockedMicroseconds = panel.pinUnlockedMicroseconds
  }

  /// How many digits are entered before they are looked at.
  var digitCount: Int { pin?.count ?? PIN.lengths.lowerBound }

  /// Whether no digits are taken.
  func isBlocked(at time: Timestamp) -> Bool { secondsBlocked(at: time) > 0 }

  /// For how many seconds no digits are taken, of which the last is counted whole.
  func secondsBlocked(at time: Timestamp) -> Int {
    guard let blockedUntil else { return 0 }
    let left = min(blockedUntil.microseconds(since: time), Self.blockMicroseconds)
    return left > 0 ? Int((left + 999_999) / 1_000_000) : 0
  }

  /// When `secondsBlocked` is less by one.
  func nextSecond(after time: Timestamp) -> Timestamp? {
    let seconds = secondsBlocked(at: time)
    guard let blockedUntil, seconds > 0 else { return nil }
    return blockedUntil.advanced(byMicroseconds: -Int64(seconds - 1) * 1_000_000)
  }

  mutating func answer(to digits: [UInt8], at time: Timestamp) -> Answer {
    if pin?.matches(digits) == true {
      (wrongCount, blockedUntil, isUnlocked) = (0, nil, true)
      return .right
    }
    wrongCount += 1
    guard wrongCount >= Self.mostWrong else { return .wrong }
    wrongCount = 0
    blockedUntil = time.advanced(byMicroseconds: Self.blockMicroseconds)
    return .blocked
  }

  /// Takes over who may still try, and what is unlocked if the PIN is the same.
  mutating func takeOver(_ old: PINLock) {
    (wrongCount, blockedUntil) = (old.wrongCount, old.blockedUntil)
    isUnlocked = old.isUnlocked && pin == old.pin
  }
}
