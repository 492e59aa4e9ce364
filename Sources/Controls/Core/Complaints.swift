/// Limits complaints about a target's messages: of each kind, the first is reported, and another
/// one a minute later; pure.
///
/// Invalid messages change nothing, and a target that sends only these would fill the log.
struct Complaints {
  /// The kinds of invalid messages.
  enum Kind: Hashable, CaseIterable {
    /// Not a number or a known word, or of another form.
    case unreadable
    /// A number that is out of range.
    case outOfRange
    /// Too long to read.
    case tooLong
    /// About the presence or the mute of the target.
    case presence, mute
    /// A command that is invalid, or could not be carried out.
    case command
  }

  /// The minimum time between two reports of a kind.
  static let intervalMicroseconds: Int64 = 60_000_000

  private var lastReported: [Kind: Int64] = [:]

  /// Whether to report a complaint now.
  mutating func isDue(_ kind: Kind, atMicroseconds now: Int64) -> Bool {
    if let last = lastReported[kind], last <= now, now - last < Self.intervalMicroseconds {
      return false
    }
    lastReported[kind] = now
    return true
  }
}
