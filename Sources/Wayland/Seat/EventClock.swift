/// The moments of input events: milliseconds of 32 bits that start over after 49.7 days.
enum EventClock {
  private static let turnMilliseconds: Int64 = 1 << 32

  /// The moment near `now` (microseconds of the monotonic clock) whose milliseconds end in these.
  ///
  /// The protocol leaves open whose clock it is (`wl_pointer.motion`, `wl_touch.down`): one that is
  /// more than ten seconds off is not ours, and the event counts as of now.
  static func microseconds(fromMilliseconds milliseconds: UInt32, now: Int64) -> Int64 {
    let nowMilliseconds = now / 1000
    let difference = Int32(
      truncatingIfNeeded: Int64(milliseconds) - nowMilliseconds % turnMilliseconds)
    guard (-10_000...1000).contains(difference) else { return now }
    return (nowMilliseconds + Int64(difference)) * 1000
  }
}
