/// The values of a knob that somebody turns: steadily up and down, then here and there.
///
/// Each is another one than the last.
struct ValueWalk {
  private var value = 40
  private var isUpward = true
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var count = 0

  /// Updates until both kinds have come equally often.
  static let period = 400

  /// 0…100; the next one.
  mutating func next() -> Double {
    count += 1
    // Once all the way up and down, then as long at random.
    if count % Self.period < Self.period / 2 {
      if value >= 100 { isUpward = false }
      if value <= 0 { isUpward = true }
      value += isUpward ? 1 : -1
    } else {
      let way = 1 + Int(random() % 4)
      value += value + way > 100 || (value - way >= 0 && random() % 2 == 0) ? -way : way
    }
    return Double(value)
  }

  /// Numbers that are the same in every run (xorshift64).
  private mutating func random() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state >> 11
  }
}
