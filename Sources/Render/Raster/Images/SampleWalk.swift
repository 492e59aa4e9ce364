/// Maps the pixels of a turned image to sample positions, in whole 2⁻³² of a sample: a position
/// depends only on the pixel, never on where a row begins.
struct SampleWalk {
  /// The step from one column to the next.
  let columnX: Int
  let columnY: Int
  private let startX: Int
  private let startY: Int

  private static let one = 4_294_967_296.0

  init(
    center: PixelPoint, angle: Direction, density: Int, originX: Float, originY: Float
  ) {
    let scale = Self.one * Double(density)
    columnX = Int((Double(angle.cosine) * scale).rounded())
    columnY = Int((-Double(angle.sine) * scale).rounded())
    let (x, y) = (0.5 - Double(center.x), 0.5 - Double(center.y))
    let (sine, cosine) = (Double(angle.sine), Double(angle.cosine))
    startX = Int(((x * cosine + y * sine) * scale + Double(originX) * Self.one).rounded())
    startY = Int(((y * cosine - x * sine) * scale + Double(originY) * Self.one).rounded())
  }

  /// Returns the sample coordinates of a pixel's centre.
  func position(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
    // The step of a row is the step of a column turned by a right angle.
    (
      startX &+ column &* columnX &- row &* columnY,
      startY &+ column &* columnY &+ row &* columnX
    )
  }

  /// Returns the columns whose four nearest samples all exist.
  func columns(_ row: Int, within columns: Range<Int>, of size: PixelSize) -> Range<Int> {
    let start = position(0, row)
    var (first, end) = (columns.lowerBound, columns.upperBound)
    Self.narrow(&first, &end, start.x, columnX, limit: size.width - 1)
    Self.narrow(&first, &end, start.y, columnY, limit: size.height - 1)
    return first..<max(first, end)
  }

  /// Keeps the columns for which 0 ≤ start + column · step < limit.
  private static func narrow(
    _ first: inout Int, _ end: inout Int, _ start: Int, _ step: Int, limit: Int
  ) {
    let limit = limit << 32
    if step == 0 {
      if start < 0 || start >= limit { end = first }
    } else if step > 0 {
      first = max(first, ceiling(-start, step))
      end = min(end, ceiling(limit - start, step))
    } else {
      // start − column · |step|, so the bounds are swapped.
      first = max(first, floor(start - limit, -step) + 1)
      end = min(end, floor(start, -step) + 1)
    }
  }

  /// Returns the quotient rounded down, for a positive divisor.
  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
  }

  private static func ceiling(_ number: Int, _ divisor: Int) -> Int {
    -floor(-number, divisor)
  }
}
