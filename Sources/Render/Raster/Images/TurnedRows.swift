/// A few rows of a picture turned by a quarter, in memory that stays in the cache or in registers.
///
/// A turned row is a column of the picture. Four by four pixels are read as four vectors and
/// transposed.
enum TurnedRows {
  /// The maximum number of rows read at once: the number of pixels in a vector.
  static let maxHeight = 4

  /// Reads rows of scan-out pixels.
  ///
  /// - Parameters:
  ///   - walk: The picture to read.
  ///   - x: The scan-out column of the first pixel.
  ///   - y: The scan-out row of the first pixel.
  ///   - width: The number of pixels per row; only a few, as their memory is on the stack.
  ///   - height: The number of rows, at most `maxHeight`.
  ///   - body: Called with the first pixel of each row, and its scan-out row.
  @inline(__always) static func read(
    _ walk: PictureWalk, x: Int, y: Int, width: Int, height: Int,
    _ body: (_ row: UnsafePointer<UInt32>, _ y: Int) -> Void
  ) {
    // Start at the row that comes first in memory, which is the last one if rows go up.
    let isUpward = walk.stepY < 0
    let first = isUpward ? y &+ height &- 1 : y
    var source = walk.pixel(atX: x, y: first)
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width &* maxHeight) { pixels in
      guard let rows = pixels.baseAddress else { return }
      var column = 0
      if height == maxHeight {
        while column &+ 4 <= width {
          turn(source, walk.stepX, to: rows + column, width)
          source += walk.stepX &* 4
          column &+= 4
        }
      }
      while column < width {
        for row in 0..<height { rows[row &* width &+ column] = source[row] }
        source += walk.stepX
        column &+= 1
      }
      for row in 0..<height {
        body(UnsafePointer(rows + row &* width), isUpward ? first &- row : first &+ row)
      }
    }
  }

  /// Transposes four by four pixels: neighbours are paired, then those pairs.
  ///
  /// Each step uses lanes as wide as the data it moves: with one expression for each pixel, the
  /// compiler emits a fifth more instructions (x86-64).
  @inline(__always) private static func turn(
    _ source: UnsafePointer<UInt32>, _ step: Int, to target: UnsafeMutablePointer<UInt32>,
    _ targetStep: Int
  ) {
    func load(_ index: Int) -> SIMD4<UInt32> {
      UnsafeRawPointer(source + index &* step).loadUnaligned(as: SIMD4<UInt32>.self)
    }
    func pair(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> SIMD2<UInt64> {
      unsafeBitCast(SIMD4(a, b, c, d), to: SIMD2<UInt64>.self)
    }
    func store(_ left: UInt64, _ right: UInt64, _ row: Int) {
      UnsafeMutableRawPointer(target + row &* targetStep)
        .storeBytes(of: SIMD2(left, right), as: SIMD2<UInt64>.self)
    }
    let (a, b, c, d) = (load(0), load(1), load(2), load(3))
    let upperLeft = pair(a[0], b[0], a[1], b[1])
    let upperRight = pair(c[0], d[0], c[1], d[1])
    let lowerLeft = pair(a[2], b[2], a[3], b[3])
    let lowerRight = pair(c[2], d[2], c[3], d[3])
    store(upperLeft[0], upperRight[0], 0)
    store(upperLeft[1], upperRight[1], 1)
    store(lowerLeft[0], lowerRight[0], 2)
    store(lowerLeft[1], lowerRight[1], 3)
  }
}
