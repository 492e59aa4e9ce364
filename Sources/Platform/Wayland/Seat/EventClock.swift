/// The times of input events: 32-bit milliseconds, which overflow after 49.7 days.
enum EventClock {
  private static let overflowMilliseconds: Int64 = 1 << 32

  /// Returns the time near `now` (microseconds on the monotonic clock) with these low 32 bits of
  /// milliseconds.
  ///
  /// The protocol does not specify the clock (`wl_pointer.motion`, `wl_touch.down`): if it is more
  /// than 10 s behind or 1 s ahead, it is a different one, and the result is `now`.
  static func microseconds(fromMilliseconds milliseconds: UInt32, now: Int64) -> Int64 {
    let nowMilliseconds = now / 1000
    let difference = Int32(
      truncatingIfNeeded: Int64(milliseconds) - nowMilliseconds % overflowMilliseconds)
    guard (-10_000...1000).contains(difference) else { return now }
    return (nowMilliseconds + Int64(difference)) * 1000
  }
}
