internal import Gesture

/// Removes the touches that wake the screen, so that they do nothing else.
///
/// | # | screen | event | result |
/// |---|---|---|---|
/// | 1 | off | a finger lands | wakes it; the finger is ignored until it lifts |
/// | 2 | awake for less than the guard time | a finger lands | ignored until it lifts |
/// | 3 | awake for longer, with an ignored finger still down | another finger lands | ignored until it lifts |
/// | 4 | awake for 10 s | a finger lands | it acts, even with ignored contacts: one may be stuck |
/// | 5 | any | an ignored finger moves or lifts | nothing |
/// | 6 | any | a finger moves that was down before the screen was off | nothing; it was cancelled then |
struct TouchGuard {
  /// The ignored contacts.
  private var ignored: [ContactID] = []
  private var wakeTime: Timestamp?
  private let guardMicroseconds: Int64

  /// A contact that stays for longer than this after a wake may be stuck.
  private static let stuckMicroseconds: Int64 = 10_000_000

  init(guardMicroseconds: Int64) {
    self.guardMicroseconds = guardMicroseconds
  }

  /// Records that a finger or an encoder woke the screen.
  mutating func woke(at time: Timestamp) { wakeTime = time }

  /// Returns whether landing contacts are ignored.
  func isGuarding(at time: Timestamp) -> Bool {
    guard let wakeTime else { return false }
    let elapsed = time.microseconds(since: wakeTime)
    return elapsed < guardMicroseconds || !ignored.isEmpty && elapsed < Self.stuckMicroseconds
  }

  /// Returns the frame without ignored contacts; nil if nothing is left of it.
  mutating func filter(_ frame: TouchFrame) -> TouchFrame? {
    // The usual case.
    if wakeTime == nil { return frame }
    var rest = frame
    rest.changes.removeAll { change in
      switch change {
      case .down(let contact, _):
        let isIgnored = isGuarding(at: frame.time)
        ignored.removeAll { $0 == contact }
        if isIgnored { ignored.append(contact) }
        return isIgnored
      case .moved(let contact, _): return ignored.contains(contact)
      case .up(let contact), .cancelled(let contact):
        guard let index = ignored.firstIndex(of: contact) else { return false }
        ignored.remove(at: index)
        return true
      }
    }
    rest.widths.removeAll { ignored.contains($0.contact) }
    if ignored.isEmpty, !isGuarding(at: frame.time) { wakeTime = nil }
    return rest.changes.isEmpty && rest.widths.isEmpty ? nil : rest
  }
}
