/// A part of a picture turned by a quarter, in memory that stays in the cache.
///
/// Turned, a row is a column of the picture. Four by four pixels are read as four vectors, whose
/// lanes are then exchanged.
struct TurnedTile {
  /// As many pixels as fill a cache line of a scan-out buffer, and of the picture.
  static var width: Int { Scanout.lineByteCount / PixelFormat.rgb565.bytesPerPixel }
  static var height: Int { Scanout.lineByteCount / PixelFormat.xrgb8888.bytesPerPixel }
  typealias Pixels = InlineArray<512, UInt32>

  /// Rows from the top, `width` pixels each.
  private var pixels = Pixels(repeating: 0)

  /// Reads the pixels of some scan-out columns and rows, at most `width` and `height`, and calls
  /// `body` with each row from the top and its leftmost pixel.
  @inline(__always) mutating func read(
    _ walk: PictureWalk, columns: Range<Int>, rows: Range<Int>,
    _ body: (_ y: Int, _ row: UnsafePointer<UInt32>) -> Void
  ) {
    var span = pixels.mutableSpan
    span.withUnsafeMutableBufferPointer { pixels in
      guard let tile = pixels.baseAddress else { return }
      Self.read(walk, columns: columns, rows: rows, to: tile)
      for y in rows { body(y, UnsafePointer(tile + (y - rows.lowerBound) * Self.width)) }
    }
  }

  private static func read(
    _ walk: PictureWalk, columns: Range<Int>, rows: Range<Int>,
    to tile: UnsafeMutablePointer<UInt32>
  ) {
    let (blockWidth, blockHeight) = (columns.count & ~3, rows.count & ~3)
    // Where the rows go up in memory, the last of four comes first.
    let isUpward = walk.stepY < 0
    let targetStep = isUpward ? -width : width
    var y = 0
    while y < blockHeight {
      var source = walk.pixel(
        atX: columns.lowerBound, y: rows.lowerBound + (isUpward ? y + 3 : y))
      var target = tile + (isUpward ? y + 3 : y) * width
      let end = target + blockWidth
      while target < end {
        turn(source, walk.stepX, to: target, targetStep)
        source += walk.stepX &* 4
        target += 4
      }
      readPlainly(walk, columns, rows, blockWidth..<columns.count, y..<y + 4, to: tile)
      y += 4
    }
    readPlainly(walk, columns, rows, 0..<columns.count, blockHeight..<rows.count, to: tile)
  }

  /// Exchanges rows and columns of four by four pixels.
  @inline(__always) private static func turn(
    _ source: UnsafePointer<UInt32>, _ step: Int, to target: UnsafeMutablePointer<UInt32>,
    _ targetStep: Int
  ) {
    func load(_ index: Int) -> SIMD4<UInt32> {
      UnsafeRawPointer(source + index &* step).loadUnaligned(as: SIMD4<UInt32>.self)
    }
    func store(_ row: SIMD4<UInt32>, _ index: Int) {
      UnsafeMutableRawPointer(target + index &* targetStep)
        .storeBytes(of: row, as: SIMD4<UInt32>.self)
    }
    let (a, b, c, d) = (load(0), load(1), load(2), load(3))
    for lane in 0..<4 { store(SIMD4(a[lane], b[lane], c[lane], d[lane]), lane) }
  }

  private static func readPlainly(
    _ walk: PictureWalk, _ columns: Range<Int>, _ rows: Range<Int>, _ tileColumns: Range<Int>,
    _ tileRows: Range<Int>, to tile: UnsafeMutablePointer<UInt32>
  ) {
    for y in tileRows {
      for x in tileColumns {
        tile[y * width + x] =
          walk.pixel(atX: columns.lowerBound + x, y: rows.lowerBound + y).pointee
      }
    }
  }
}
