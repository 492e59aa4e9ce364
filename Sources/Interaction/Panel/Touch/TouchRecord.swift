internal import Gesture
internal import Knobs

/// A knob's state before and during a touch, so that the touch can be undone.
struct TouchRecord {
  /// Whether the finger has changed the value.
  var hasChangedValue = false
  /// Whether the finger landed in the gap of an absolute knob and has not entered the sweep yet.
  var isOutsideSweep = false
  /// The knob when the finger landed, and its revision at that time.
  private(set) var initial: Knob.Mark
  private(set) var initialRevision = 0
  /// The knob at the end of the last touch, for a lost finger that comes back.
  var lastEnd: Knob.Mark
  /// The latest states of the knob, to undo the roll of a finger that lifts.
  private(set) var trail: Recent<Knob.Mark>

  init(_ knob: Knob) {
    initial = knob.mark
    lastEnd = knob.mark
    trail = Recent(filler: knob.mark)
  }

  /// Takes over the record of a finished touch, without its trail, which is a kilobyte.
  mutating func takeOver(
    ended hasChangedValue: Bool, initial: Knob.Mark, revision: Int, lastEnd: Knob.Mark
  ) {
    self.hasChangedValue = hasChangedValue
    (self.initial, initialRevision, self.lastEnd) = (initial, revision, lastEnd)
  }

  /// Begins a touch, or continues it from a value that something else has set.
  mutating func begin(_ knob: Knob, revision: Int) {
    initial = knob.mark
    initialRevision = revision
  }

  mutating func restartTrail(_ knob: Knob, at time: Timestamp) {
    trail.removeAll()
    trail.append(knob.mark, at: time)
  }

  mutating func append(_ knob: Knob, at time: Timestamp) {
    trail.append(knob.mark, at: time)
  }

  /// Takes over the touch of the same knob in an earlier layout, whose values differ in meaning.
  mutating func takeOver(
    _ old: TouchRecord, initial: Knob.Mark, now knob: Knob, at time: Timestamp
  ) {
    hasChangedValue = old.hasChangedValue
    isOutsideSweep = old.isOutsideSweep
    initialRevision = old.initialRevision
    self.initial = initial
    lastEnd = knob.mark
    restartTrail(knob, at: time)
  }
}
