// Conversions that loops over pixels can be vectorised with: `Int(Float)` may trap, which stops the
// optimiser. (Explicit SIMD4 of Float was tried too: its operators go lane by lane, four times slower.)
extension Float {
  /// 1.5 · 2²³: the sum with a number below 2²² has the rounded number in its low 22 bits.
  @inline(__always) static var integerBits: Float { 12_582_912 }

  /// Rounded to nearest, ties to even; must be below 2²², or it is some integer.
  @inline(__always) var nearestInteger: Int32 {
    Int32(bitPattern: (self + Float.integerBits).bitPattern &- Float.integerBits.bitPattern)
  }

  /// Rounded to nearest, ties to even; must be in −½…255½.
  @inline(__always) var roundedByte: UInt32 { (self + Float.integerBits).bitPattern & 0xFF }

  /// The low eight bits as a number.
  @inline(__always) init(byte bits: UInt32) {
    self = Float(Int32(bitPattern: bits & 0xFF))
  }

  /// The upper bits of an integer as a fraction 0…1, in steps of 2⁻²³.
  @inline(__always) init(fraction bits: UInt32) {
    self = Float(bitPattern: bits >> 9 | 0x3F80_0000) - 1
  }
}

/// The one number or the other, without a branch.
///
/// Of bits: `?:` is a branch at first, and several that depend on each other are multiplied into
/// all their combinations before a vector loop is made of them.
@inline(__always) func choose(_ condition: Bool, _ one: Float, _ other: Float) -> Float {
  // 0 or all ones; a `Bool` is a byte of 0 or 1.
  let mask = 0 &- UInt32(unsafeBitCast(condition, to: UInt8.self))
  return Float(bitPattern: one.bitPattern & mask | other.bitPattern & ~mask)
}

/// The larger number in one vector instruction.
///
/// Swift's `max` treats NaN differently, which takes five instructions.
@inline(__always) func greater(_ one: Float, _ other: Float) -> Float {
  choose(one > other, one, other)
}

/// The smaller number in one vector instruction.
@inline(__always) func lesser(_ one: Float, _ other: Float) -> Float {
  choose(one < other, one, other)
}
