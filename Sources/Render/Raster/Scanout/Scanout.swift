/// Memory that a display controller reads, into which pictures are copied.
///
/// Such memory may be uncached or write-combining: reading it is up to a hundred times slower than
/// reading ordinary memory, so pictures are drawn elsewhere and copied here, and this memory is
/// never read (`DRM_CAP_DUMB_PREFER_SHADOW`, `drm.h`). Writes ascend within a row and cover whole
/// cache lines where possible, so that a write-combining buffer is flushed as one burst.
///
/// It does not own the memory, and is valid only as long as the memory is.
public struct Scanout {
  /// The first pixel of the first row.
  public let base: UnsafeMutableRawPointer
  /// Bytes from one row to the next.
  public let pitch: Int
  /// The layout of the pixels.
  public let format: PixelFormat
  /// In pixels.
  public let size: PixelSize

  /// The number of buffers for a display: one is shown while the other is filled.
  ///
  /// A third would help only if a picture were drawn while another awaits its refresh, which never
  /// happens. Each further buffer costs its memory and another copy of every change.
  public static let bufferCount = 2

  /// The size of a cache line, the unit in which write-combining memory is written, in bytes.
  static let lineByteCount = 64

  /// Creates a scan-out; nil if the size or pitch is invalid, or the memory does not hold the rows.
  public init?(
    memory: UnsafeMutableRawBufferPointer, pitch: Int, format: PixelFormat, size: PixelSize
  ) {
    guard let base = memory.baseAddress,
      (1...32768).contains(size.width), (1...32768).contains(size.height),
      pitch >= size.width * format.bytesPerPixel, pitch.isMultiple(of: format.bytesPerPixel),
      pitch <= memory.count / size.height
    else { return nil }
    self.base = base
    self.pitch = pitch
    self.format = format
    self.size = size
  }

  /// Copies the damaged parts of `picture`, turned clockwise by `rotation`, with the top left
  /// corners of both aligned; parts that do not fit are left out.
  ///
  /// Returns the number of bytes written. Pixels next to the damage are also written if that fills
  /// a cache line.
  @discardableResult
  public func copy(
    _ picture: PixelBuffer, damage: borrowing Damage, rotation: Rotation
  ) -> Int {
    var byteCount = 0
    damage.forEach { byteCount += copy(picture, rect: $0, rotation: rotation) }
    return byteCount
  }

  /// Makes all pixels black; returns the number of bytes written.
  @discardableResult
  public func clear() -> Int {
    let rowByteCount = size.width * format.bytesPerPixel
    for y in 0..<size.height {
      let row = base + y * pitch
      switch format {
      case .xrgb8888, .rgb565:
        row.initializeMemory(as: UInt8.self, repeating: 0, count: rowByteCount)
      case .argb8888:
        row.initializeMemory(as: UInt32.self, repeating: RGB8888RowWriter.opaque, count: size.width)
      }
    }
    return rowByteCount * size.height
  }

  /// Copies one rectangle, in pixels of the upright picture.
  @discardableResult
  public func copy(_ picture: PixelBuffer, rect: PixelRect, rotation: Rotation) -> Int {
    let visible = rotation.apply(to: picture.size).bounds.intersection(size.bounds)
    let requested = rotation.apply(to: rect.intersection(picture.size.bounds), in: picture.size)
    let target = wholeLines(requested.intersection(visible), within: visible)
    guard !target.isEmpty else { return 0 }
    let walk = PictureWalk(picture, rotation: rotation)
    switch format {
    case .xrgb8888 where rotation == .none:
      let first: UnsafeMutablePointer<UInt32> = pixel(atX: target.x, y: target.y)
      PixelRows(first: walk.pixel(atX: target.x, y: target.y), stride: walk.stepY).copy(
        to: PixelRows(first: first, stride: pitch / 4), width: target.width,
        height: target.height)
    case .xrgb8888: copy(walk, to: target, RGB8888RowWriter(alpha: 0))
    case .argb8888: copy(walk, to: target, RGB8888RowWriter(alpha: RGB8888RowWriter.opaque))
    case .rgb565:
      OrderedDither.withRows { copy(walk, to: target, RGB565RowWriter(thresholds: $0)) }
    }
    return target.area * format.bytesPerPixel
  }

  private func copy<Writer: ScanoutRowWriter>(
    _ walk: PictureWalk, to target: PixelRect, _ writer: Writer
  ) {
    if walk.isTurnedByQuarter {
      copyTurned(walk, to: target, writer)
    } else {
      for y in target.y..<target.maxY {
        writer.write(
          walk.pixel(atX: target.x, y: y), isReversed: walk.stepX < 0, count: target.width,
          to: pixel(atX: target.x, y: y), y: y)
      }
    }
  }

  /// Copies a picture turned by a quarter: a scan-out row is a column of the picture.
  ///
  /// Copies a few rows at a time, each as long as a cache line: the next rows use the rest of the
  /// picture's cache lines that were read for these.
  private func copyTurned<Writer: ScanoutRowWriter>(
    _ walk: PictureWalk, to target: PixelRect, _ writer: Writer
  ) {
    let height = min(TurnedRows.maxHeight, target.height)
    var left = target.x
    while left < target.maxX {
      let right = min((left / Writer.linePixels &+ 1) &* Writer.linePixels, target.maxX)
      var top = target.y
      while top < target.maxY {
        // The last rows are written twice rather than read pixel by pixel.
        top = min(top, target.maxY &- height)
        if height == TurnedRows.maxHeight, right &- left == Writer.linePixels {
          // The usual case: constant sizes allow the compiler to unroll the loops.
          TurnedRows.read(
            walk, x: left, y: top, width: Writer.linePixels, height: TurnedRows.maxHeight
          ) {
            writer.write(
              $0, isReversed: false, count: Writer.linePixels, to: pixel(atX: left, y: $1), y: $1)
          }
        } else {
          TurnedRows.read(walk, x: left, y: top, width: right &- left, height: height) {
            writer.write(
              $0, isReversed: false, count: right &- left, to: pixel(atX: left, y: $1), y: $1)
          }
        }
        top &+= height
      }
      left = right
    }
  }

  @inline(__always) private func pixel<Pixel>(atX x: Int, y: Int) -> UnsafeMutablePointer<Pixel> {
    (base + y &* pitch).assumingMemoryBound(to: Pixel.self) + x
  }

  /// Returns `rect` with its left and right edges moved out to cache lines, but not past `limit`.
  private func wholeLines(_ rect: PixelRect, within limit: PixelRect) -> PixelRect {
    guard !rect.isEmpty else { return rect }
    let linePixels = Self.lineByteCount / format.bytesPerPixel
    let left = max(rect.x / linePixels * linePixels, limit.x)
    let right = min((rect.maxX + linePixels - 1) / linePixels * linePixels, limit.maxX)
    return PixelRect(x: left, y: rect.y, width: right - left, height: rect.height)
  }
}

/// The position in a picture of the pixel for each scan-out position, as steps through memory.
struct PictureWalk {
  private let origin: UnsafePointer<UInt32>
  /// Pixels of memory from one scan-out column to the next, and from one row to the next.
  let stepX: Int
  let stepY: Int
  /// Whether a scan-out row is a column of the picture.
  let isTurnedByQuarter: Bool

  init(_ picture: PixelBuffer, rotation: Rotation) {
    let stride = picture.stride
    let lastColumn = picture.size.width - 1
    let lastRow = (picture.size.height - 1) * stride
    let offset: Int
    switch rotation {
    case .none: (offset, stepX, stepY) = (0, 1, stride)
    case .quarter: (offset, stepX, stepY) = (lastRow, -stride, 1)
    case .half: (offset, stepX, stepY) = (lastRow + lastColumn, -1, -stride)
    case .threeQuarters: (offset, stepX, stepY) = (lastColumn, stride, -1)
    }
    guard let pixels = picture.pixels.baseAddress else {
      preconditionFailure("a picture has at least one pixel")
    }
    origin = UnsafePointer(pixels) + offset
    isTurnedByQuarter = rotation.swapsAxes
  }

  func pixel(atX x: Int, y: Int) -> UnsafePointer<UInt32> {
    origin + (x * stepX + y * stepY)
  }
}
