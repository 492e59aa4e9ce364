/// The times of input events: 32 bits of milliseconds, which overflow after 49.7 days.
enum EventClock {
  private static let overflowMilliseconds: Int64 = 1 << 32

  /// The time near `now` (microseconds of the monotonic clock) whose low 32 bits of milliseconds are
  /// these.
  ///
  /// The protocol does not say which clock it is (`wl_pointer.motion`, `wl_touch.down`): if it is
  /// more than ten seconds off, it is another one, and the event counts as of now.
  static func microseconds(fromMilliseconds milliseconds: UInt32, now: Int64) -> Int64 {
    let nowMilliseconds = now / 1000
    let difference = Int32(
      truncatingIfNeeded: Int64(milliseconds) - nowMilliseconds % overflowMilliseconds)
    guard (-10_000...1000).contains(difference) else { return now }
    return (nowMilliseconds + Int64(difference)) * 1000
  }
}
