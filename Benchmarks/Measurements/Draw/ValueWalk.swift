internal import Randomness

/// The values of a knob that a person turns: steadily up and down, then at random.
///
/// Each value differs from the one before.
struct ValueWalk {
  private var value = 40
  private var isUpward = true
  private var random = SeededGenerator(seed: 1)
  private var count = 0

  /// The number of updates after which both kinds have occurred equally often.
  static let period = 400

  /// Returns the next value, 0…100.
  mutating func next() -> Double {
    count += 1
    // Half of the period once up and down, the other half at random.
    if count % Self.period < Self.period / 2 {
      if value >= 100 { isUpward = false }
      if value <= 0 { isUpward = true }
      value += isUpward ? 1 : -1
    } else {
      let step = 1 + Int.random(in: 0..<4, using: &random)
      let isDown = value + step > 100 || (value - step >= 0 && Bool.random(using: &random))
      value += isDown ? -step : step
    }
    return Double(value)
  }
}
