internal import Gesture
internal import Knobs

/// A knob's state before and during a touch, so that the touch can be undone.
struct TouchRecord {
  /// Whether the finger has changed the value.
  var hasChangedValue = false
  /// Whether the finger landed in the gap of an absolute knob and has not entered the sweep yet.
  var isOutsideSweep = false
  /// The knob when the finger landed, and its revision at that time.
  private(set) var found: Knob.Mark
  private(set) var foundRevision = 0
  /// The knob at the end of the last touch, for a lost finger that comes back.
  var left: Knob.Mark
  /// The latest states of the knob, to undo the roll of a finger that lifts.
  private(set) var trail: Recent<Knob.Mark>

  init(_ knob: Knob) {
    found = knob.mark
    left = knob.mark
    trail = Recent(filler: knob.mark)
  }

  /// Takes over the record of a finished touch, without its trail, which is a kilobyte.
  mutating func takeOver(
    ended hasChangedValue: Bool, found: Knob.Mark, revision: Int, left: Knob.Mark
  ) {
    self.hasChangedValue = hasChangedValue
    (self.found, foundRevision, self.left) = (found, revision, left)
  }

  /// Begins a touch, or continues it from a value that something else has set.
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

  /// Takes over the touch of the same knob in an earlier layout, whose values differ in meaning.
  mutating func takeOver(_ old: TouchRecord, found: Knob.Mark, now knob: Knob, at time: Timestamp) {
    hasChangedValue = old.hasChangedValue
    isOutsideSweep = old.isOutsideSweep
    foundRevision = old.foundRevision
    self.found = found
    left = knob.mark
    restartTrail(knob, at: time)
  }
}
