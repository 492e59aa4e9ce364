// Conversions that allow loops over pixels to be vectorised: `Int(Float)` may trap, which stops the
// optimiser. (Explicit SIMD4 of Float was tried too: its operators work lane by lane, four times
// slower.)
extension Float {
  /// 1.5 · 2²³: the sum with a number below 2²² has the rounded number in its low 22 bits.
  @inline(__always) static var integerBits: Float { 12_582_912 }

  /// Rounded to nearest, ties to even; must be below 2²², or the result is arbitrary.
  @inline(__always) var nearestInteger: Int32 {
    Int32(bitPattern: (self + Float.integerBits).bitPattern &- Float.integerBits.bitPattern)
  }

  /// Rounded to nearest, ties to even; must be in −½…255½.
  @inline(__always) var roundedByte: UInt32 { (self + Float.integerBits).bitPattern & 0xFF }

  /// Creates the number in the low eight bits.
  @inline(__always) init(byte bits: UInt32) {
    self = Float(Int32(bitPattern: bits & 0xFF))
  }

  /// Creates a fraction 0…1 from the upper bits of an integer, in steps of 2⁻²³.
  @inline(__always) init(fraction bits: UInt32) {
    self = Float(bitPattern: bits >> 9 | 0x3F80_0000) - 1
  }
}

/// Returns one number or the other, without a branch.
///
/// Selects bits, because `?:` starts as a branch, and dependent branches are expanded into all
/// their combinations before the loop is vectorised.
@inline(__always) func choose(_ condition: Bool, _ one: Float, _ other: Float) -> Float {
  // 0 or all ones; a `Bool` is a byte of 0 or 1.
  let mask = 0 &- UInt32(unsafeBitCast(condition, to: UInt8.self))
  return Float(bitPattern: one.bitPattern & mask | other.bitPattern & ~mask)
}

/// Returns the larger number in one vector instruction.
///
/// Swift's `max` treats NaN differently, which takes five instructions.
@inline(__always) func greater(_ one: Float, _ other: Float) -> Float {
  choose(one > other, one, other)
}

/// Returns the smaller number in one vector instruction.
@inline(__always) func lesser(_ one: Float, _ other: Float) -> Float {
  choose(one < other, one, other)
}

/// Returns the value clamped to 0…1.
@inline(__always) func saturate(_ value: Float) -> Float { lesser(greater(value, 0), 1) }
