/// Reads numbers from the bytes of an input; past the end, all are 0.
struct FuzzInput {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  init(_ bytes: [UInt8]) {
    self.init(bytes[...])
  }

  var isAtEnd: Bool { index >= bytes.endIndex }

  /// The unread bytes.
  var rest: ArraySlice<UInt8> { bytes[index...] }

  mutating func byte() -> UInt8 {
    guard !isAtEnd else { return 0 }
    defer { index += 1 }
    return bytes[index]
  }

  /// Returns a number below `limit`, which is 1…256.
  mutating func below(_ limit: Int) -> Int { Int(byte()) % limit }

  /// Returns four bytes as a little-endian number.
  mutating func word() -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(byte()) << UInt32($1 * 8) }
  }

  /// Returns a coordinate: mostly −0.25…1.25, around a display; sometimes an invalid one.
  mutating func fraction() -> Double {
    let coarse = byte()
    if coarse >= 250 { return Self.oddFractions[Int(coarse) - 250] }
    return Double(coarse) / 166 - 0.25 + Double(byte()) / 65_536
  }

  private static let oddFractions = [
    Double.nan, .infinity, -.infinity, 1e300, -1e300, -0.0,
  ]

  /// Returns the microseconds to the next step: mostly the time between two samples of a finger,
  /// sometimes zero, large or negative.
  mutating func interval() -> Int64 {
    let byte = byte()
    if byte < 200 { return Int64(byte) * 500 }
    return Self.oddIntervals[Int(byte) % Self.oddIntervals.count]
  }

  private static let oddIntervals: [Int64] = [
    0, 1, -1, -20_000, 300_000, 1_000_000, 10_000_000, 3_600_000_000, -3_600_000_000, 1 << 40,
  ]
}
