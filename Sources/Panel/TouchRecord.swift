internal import Gesture
internal import Knobs

/// What the finger on a knob found there and did since, so that it can be taken back.
struct TouchRecord {
  /// True once the finger has changed the value.
  var hasChangedValue = false
  /// The knob as the finger found it, and the revision of its value then.
  private(set) var found: Knob.Mark
  private(set) var foundRevision = 0
  /// The knob as the last finger left it, for a finger that was lost and comes back.
  var left: Knob.Mark
  /// The latest states of the knob, to take back the roll of a finger that lifts.
  private(set) var trail: Recent<Knob.Mark>

  init(_ knob: Knob) {
    found = knob.mark
    left = knob.mark
    trail = Recent(filler: knob.mark)
  }

  /// A finger begins, or goes on from where something else has put the knob.
  mutating func begin(_ knob: Knob, revision: Int) {
    found = knob.mark
    foundRevision = revision
  }

  mutating func restartTrail(_ knob: Knob, at time: Timestamp) {
    trail.removeAll()
    trail.append(knob.mark, at: time)
  }

  mutating func append(_ knob: Knob, at time: Timestamp) {
    trail.append(knob.mark, at: time)
  }

  /// Goes on with what a finger did to the same knob of an earlier layout, whose values mean
  /// something else here.
  mutating func takeOver(_ old: TouchRecord, found: Knob.Mark, now knob: Knob, at time: Timestamp) {
    hasChangedValue = old.hasChangedValue
    foundRevision = old.foundRevision
    self.found = found
    left = knob.mark
    restartTrail(knob, at: time)
  }
}
