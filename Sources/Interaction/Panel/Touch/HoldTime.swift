internal import Gesture
internal import Knobs

/// The time for which a finger has to stay on an item with `lock: hold`.
struct HoldTime {
  /// When the hold began; nil if none is running.
  private(set) var start: Timestamp?

  var isRunning: Bool { start != nil }

  /// When the hold is long enough; nil if none is running.
  var end: Timestamp? { start?.advanced(byMicroseconds: Lock.holdMicroseconds) }

  mutating func begin(at time: Timestamp) { start = time }

  /// Starts the time again if a hold is running.
  mutating func restart(at time: Timestamp) { if isRunning { start = time } }

  mutating func stop() { start = nil }

  func isDue(at time: Timestamp) -> Bool { end.map { $0 <= time } ?? false }

  /// Returns the elapsed part of the hold time, 0…1; 0 if no hold is running.
  func progress(at time: Timestamp) -> Double {
    start.map { time.progress(since: $0, ofMicroseconds: Lock.holdMicroseconds) ?? 1 } ?? 0
  }
}
