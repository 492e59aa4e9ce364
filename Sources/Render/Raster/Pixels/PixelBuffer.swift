internal import Glibc

/// A picture of 32-bit pixels in ordinary memory, which it owns.
///
/// Rows run from the top, `stride` pixels apart. A pixel is `0xXXRRGGBB` as a native integer, the
/// layout that the kernel calls XRGB8888 on little-endian machines (`drm_fourcc.h`); the top byte
/// is the alpha (premultiplied) if the picture is used as a mask or image, and 255 otherwise.
public final class PixelBuffer {
  /// In pixels.
  public let size: PixelSize
  /// Pixels from one row to the next; a multiple of 16, so that rows start on cache lines.
  public let stride: Int
  /// Valid as long as the buffer is referenced.
  public let pixels: UnsafeMutableBufferPointer<UInt32>
  /// Memory for the runs of the shape being drawn: too large for the stack, and allocating it for
  /// each shape takes as long as drawing a small one.
  let runs: UnsafeMutablePointer<RowRuns.Run>

  /// Creates a picture filled with opaque black; nil if the size is empty or beyond 32768 a side.
  public convenience init?(size: PixelSize) {
    self.init(unsafeUninitialized: size)
    pixels.initialize(repeating: 0xFF00_0000)
  }

  /// Creates a picture whose pixels must all be written before any is read; nil if the size is
  /// empty or beyond 32768 a side.
  public init?(unsafeUninitialized size: PixelSize) {
    guard (1...32768).contains(size.width), (1...32768).contains(size.height) else { return nil }
    self.size = size
    stride = (size.width + 15) & ~15
    let byteCount = stride * size.height * 4
    // Padding for reading and writing four pixels at once, starting at the last one.
    let runsByteCount = RowRuns.memoryCapacity * MemoryLayout<RowRuns.Run>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount + 64 + runsByteCount, alignment: 64)
    (memory + byteCount).initializeMemory(as: UInt8.self, repeating: 0, count: 64)
    pixels = UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: UInt32.self, capacity: byteCount / 4), count: byteCount / 4)
    runs = (memory + byteCount + 64).bindMemory(
      to: RowRuns.Run.self, capacity: RowRuns.memoryCapacity)
    Self.populate(memory, byteCount: byteCount)
  }

  /// Creates a copy of a picture; nil only for an invalid size, which no existing picture has.
  public convenience init?(copying picture: PixelBuffer) {
    self.init(unsafeUninitialized: picture.size)
    _ = pixels.update(fromContentsOf: picture.pixels)
  }

  /// Populates all pages of a memory block at once (`MADV_POPULATE_WRITE`, madvise(2)), which takes
  /// half the time of touching them one by one.
  ///
  /// Kernels before 5.14 refuse, and pages are then populated on first access. Large pictures use
  /// pages of 2 MB (`MADV_HUGEPAGE`), each of which takes as long as a few small ones.
  private static func populate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    // Smaller blocks share pages that are mostly populated already.
    guard byteCount >= 1 << 18 else { return }
    let page = Int(getpagesize())
    let start = memory.alignedUp(toMultipleOf: page)
    let whole = (byteCount - (start - memory)) / page * page
    if whole >= 1 << 21 { madvise(start, whole, MADV_HUGEPAGE) }
    madvise(start, whole, MADV_POPULATE_WRITE)
  }

  deinit {
    UnsafeMutableRawPointer(pixels.baseAddress)?.deallocate()
  }
}
