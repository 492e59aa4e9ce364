/// A generator of pseudorandom numbers that are the same in every run, for measurements and tests.
///
/// Source: SplitMix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the generator of a seed.
  public init(seed: UInt64) {
    // The states are far apart: states one step apart would give the same numbers, shifted by one.
    state = seed &* 0xD134_2543_DE82_EF95 &+ 0x2545_F491_4F6C_DD1D
  }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns the next fraction, uniform in 0..<1.
  public mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// Returns a whole number in `0..<limit`; `limit` must be positive.
  public mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
