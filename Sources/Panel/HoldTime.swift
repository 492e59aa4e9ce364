internal import Gesture
internal import Knobs

/// The time for which a finger has to stay on something with `lock: hold`.
struct HoldTime {
  /// Since when the finger stays; nil while none has to.
  private(set) var start: Timestamp?

  var isRunning: Bool { start != nil }

  /// When the finger has stayed for long enough; nil while none has to.
  var end: Timestamp? { start?.advanced(byMicroseconds: Lock.holdMicroseconds) }

  mutating func begin(at time: Timestamp) { start = time }

  /// Counts from now on, if a finger is being waited for.
  mutating func restart(at time: Timestamp) { if isRunning { start = time } }

  mutating func stop() { start = nil }

  func isDue(at time: Timestamp) -> Bool { end.map { $0 <= time } ?? false }

  /// How much of the time is over, 0…1; 0 while no finger has to stay.
  func progress(at time: Timestamp) -> Double {
    start.map { time.progress(since: $0, ofMicroseconds: Lock.holdMicroseconds) ?? 1 } ?? 0
  }
}
