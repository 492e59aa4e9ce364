/// A point for restoring the value from before a tap or a button changed a knob.
///
/// It is valid until something else changes the value: a finger's turn, a change from outside or
/// another button. Rolling back over it makes the previous undo point valid again.
struct UndoPoint {
  /// The value before the change.
  let value: Double
  /// The revisions before and after the change.
  fileprivate let earlierRevision: Int
  fileprivate let revision: Int

  /// Returns the same undo point with the value converted for another layout.
  func withValue(_ value: Double) -> UndoPoint {
    UndoPoint(value: value, earlierRevision: earlierRevision, revision: revision)
  }
}

/// The numbered changes of a knob's value, by which undo points are checked for validity.
struct UndoHistory {
  /// The number of the current change.
  private(set) var revision = 0
  private var lastRevision = 0
  /// Restores the value from before a mute; may be obsolete.
  var mutePoint: UndoPoint?

  /// Begins a change; returns the undo point for the value before it.
  @discardableResult mutating func advance(from value: Double) -> UndoPoint {
    let earlier = revision
    lastRevision &+= 1
    revision = lastRevision
    return UndoPoint(value: value, earlierRevision: earlier, revision: revision)
  }

  /// Returns whether nothing has changed the value since the undo point.
  func isCurrent(_ point: UndoPoint) -> Bool { point.revision == revision }

  /// Makes the change before `point` the current one; the caller restores the value.
  mutating func rollBack(over point: UndoPoint) { revision = point.earlierRevision }

  /// Makes the change with the number `revision` the current one.
  mutating func rollBack(to revision: Int) { self.revision = revision }

  /// Restores the value from before a mute; nil if the knob is not muted or was changed since.
  var currentMutePoint: UndoPoint? { mutePoint.flatMap { isCurrent($0) ? $0 : nil } }
}
