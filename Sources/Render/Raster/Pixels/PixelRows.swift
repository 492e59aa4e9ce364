internal import Glibc

/// Rows of 32-bit pixels that are equally far apart in memory.
///
/// For a small rectangle, the steps from row to row take most of the time, so a step does nothing
/// else.
struct PixelRows<Pointer> {
  /// The first pixel of the first row.
  let first: Pointer
  /// Pixels from one row to the next.
  let stride: Int
}

extension PixelRows<UnsafePointer<UInt32>> {
  /// Copies `height` rows of `width` pixels to other memory.
  @inline(__always) func copy(
    to target: PixelRows<UnsafeMutablePointer<UInt32>>, width: Int, height: Int
  ) {
    var (from, to) = (UnsafeRawPointer(first), UnsafeMutableRawPointer(target.first))
    let (fromStep, toStep, byteCount) = (stride &* 4, target.stride &* 4, width &* 4)
    var rest = height
    while rest > 0 {
      memcpy(to, from, byteCount)
      from += fromStep
      to += toStep
      rest &-= 1
    }
  }

  /// The minimum width of rows that can be compared, in pixels.
  static var minWidth: Int { 4 }

  /// Returns whether `height` rows of `width` pixels, at least `minWidth`, are equal.
  func equal(_ other: PixelRows, width: Int, height: Int) -> Bool {
    var (one, two) = (UnsafeRawPointer(first), UnsafeRawPointer(other.first))
    // The last four overlap the ones before.
    let last = (width &- Self.minWidth) &* 4
    var rest = height
    while rest > 0 {
      var difference = Self.difference(one, two, last)
      var offset = 0
      while offset < last {
        difference |= Self.difference(one, two, offset)
        offset &+= 16
      }
      guard difference == .zero else { return false }
      one += stride &* 4
      two += other.stride &* 4
      rest &-= 1
    }
    return true
  }

  /// Returns the bits in which four pixels differ.
  @inline(__always) private static func difference(
    _ one: UnsafeRawPointer, _ two: UnsafeRawPointer, _ offset: Int
  ) -> SIMD4<UInt32> {
    one.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
      ^ two.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt32>.self)
  }
}

extension PixelRows<UnsafeMutablePointer<UInt32>> {
  @inline(__always) var readOnly: PixelRows<UnsafePointer<UInt32>> {
    PixelRows<UnsafePointer<UInt32>>(first: UnsafePointer(first), stride: stride)
  }
}
