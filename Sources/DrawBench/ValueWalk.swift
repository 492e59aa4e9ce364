internal import Randomness

/// The values of a knob that a person turns: steadily up and down, then here and there.
///
/// Each is another one than the last.
struct ValueWalk {
  private var value = 40
  private var isUpward = true
  private var random = SeededGenerator(seed: 1)
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
      let way = 1 + Int.random(in: 0..<4, using: &random)
      value += value + way > 100 || (value - way >= 0 && Bool.random(using: &random)) ? -way : way
    }
    return Double(value)
  }
}
