/// The way back from where a tap or a button has sent a knob.
///
/// It can be used as long as nothing else changes what the knob says: a finger's turn, a change from
/// outside and another button each supersede it. Going back over it makes the one before it usable
/// again.
struct UndoPoint {
  /// What the knob said before.
  let value: Double
  /// The revision before the change, and the one that the change made.
  fileprivate let earlierRevision: Int
  fileprivate let revision: Int

  /// The same way back, to what that value is in another layout.
  func leading(to value: Double) -> UndoPoint {
    UndoPoint(value: value, earlierRevision: earlierRevision, revision: revision)
  }
}

/// Numbers the changes of a knob's value, so that each can tell whether it is still the latest.
struct UndoHistory {
  /// The change that holds now.
  private(set) var revision = 0
  private var lastRevision = 0
  /// How a muted knob goes back, if that can still be used.
  var mutePoint: UndoPoint?

  /// Begins a change; gives the way back to the value before it.
  @discardableResult mutating func advance(from value: Double) -> UndoPoint {
    let earlier = revision
    lastRevision &+= 1
    revision = lastRevision
    return UndoPoint(value: value, earlierRevision: earlier, revision: revision)
  }

  /// True if nothing has changed the value since.
  func isCurrent(_ point: UndoPoint) -> Bool { point.revision == revision }

  /// Makes the change before `point` the one that holds; the value is the caller's to restore.
  mutating func rollBack(over point: UndoPoint) { revision = point.earlierRevision }

  /// The same for the change that held when `revision` was noted.
  mutating func rollBack(to revision: Int) { self.revision = revision }

  /// How a muted knob goes back; nil if nothing muted it, or something changed it since.
  var wayFromMute: UndoPoint? { mutePoint.flatMap { isCurrent($0) ? $0 : nil } }
}
