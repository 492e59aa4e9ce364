/// Passes on values at most once per interval: the first at once, and the last is never lost.
///
/// | when                           | offered   | does                                     |
/// |--------------------------------|-----------|------------------------------------------|
/// | nothing went out for a while   | any       | out now; the interval begins             |
/// | within the interval            | not final | held, instead of an older one            |
/// | within the interval            | final     | out now, what was held is dropped        |
/// | the interval is over (`due`)   |           | what is held goes out; the next begins   |
///
/// The time is a parameter: microseconds of any clock. A clock that runs backwards ends the
/// interval.
struct Throttle<Value> {
  let intervalMicroseconds: Int64
  /// The value that waits for the end of the interval.
  private(set) var held: Value?
  private var lastMicroseconds: Int64?

  init(intervalMicroseconds: Int64) {
    self.intervalMicroseconds = intervalMicroseconds
  }

  /// When to call `due`; nil if nothing is held.
  var deadlineMicroseconds: Int64? {
    guard held != nil, let lastMicroseconds else { return nil }
    return lastMicroseconds + intervalMicroseconds
  }

  /// Offers a value; returns it if it must be sent now, or nil if it is held.
  mutating func offer(_ value: Value, isFinal: Bool, atMicroseconds now: Int64) -> Value? {
    guard isFinal || isOpen(at: now) else {
      held = value
      return nil
    }
    return release(value, at: now)
  }

  /// The held value, if it must be sent at this time.
  mutating func due(atMicroseconds now: Int64) -> Value? {
    guard let held, isOpen(at: now) else { return nil }
    return release(held, at: now)
  }

  /// Drops the held value, whose receiver has disappeared or changed.
  mutating func dropHeld() {
    held = nil
  }

  private func isOpen(at now: Int64) -> Bool {
    guard let lastMicroseconds else { return true }
    return now < lastMicroseconds || now - lastMicroseconds >= intervalMicroseconds
  }

  private mutating func release(_ value: Value, at now: Int64) -> Value {
    held = nil
    lastMicroseconds = now
    return value
  }
}
