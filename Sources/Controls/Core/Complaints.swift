/// Which complaints about what a target says are told: of each kind the first, and another one a
/// minute later; pure.
///
/// Nonsense changes nothing, and a target that says nothing else would fill the log.
struct Complaints {
  /// The kinds of nonsense.
  enum Kind: Hashable, CaseIterable {
    /// It is no number, no known word, or of another form.
    case unreadable
    /// It is a number that the range does not have.
    case outOfRange
    /// It is too long to be read.
    case tooLong
    /// It is about whether the target is there, or whether it is muted.
    case presence, mute
    /// A command could not be carried out, or is none.
    case command
  }

  /// How long nothing more of a kind is told.
  static let intervalMicroseconds: Int64 = 60_000_000

  private var told: [Kind: Int64] = [:]

  /// Whether a complaint that comes now is to be told.
  mutating func isDue(_ kind: Kind, atMicroseconds now: Int64) -> Bool {
    if let last = told[kind], last <= now, now - last < Self.intervalMicroseconds { return false }
    told[kind] = now
    return true
  }
}
