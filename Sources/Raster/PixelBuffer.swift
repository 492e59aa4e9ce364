internal import Glibc

/// Owns a picture of 32-bit pixels in ordinary memory.
///
/// Rows run from the top, `stride` pixels apart. A pixel is `0xXXRRGGBB` as a native integer, the
/// layout that the kernel calls XRGB8888 on little-endian machines (`drm_fourcc.h`); the top byte is
/// the alpha (premultiplied) where a picture is used as a mask or image, and 255 elsewhere.
public final class PixelBuffer {
  /// In pixels.
  public let size: PixelSize
  /// Pixels from one row to the next; a multiple of 16, so that rows start on cache lines.
  public let stride: Int
  /// Valid as long as the buffer is referenced.
  public let pixels: UnsafeMutableBufferPointer<UInt32>
  /// Where the runs of a shape are kept while it is drawn: too much for the stack, and allocating it
  /// for each shape takes as long as a small one.
  let runs: UnsafeMutablePointer<RowRuns.Run>

  /// A picture filled with opaque black; nil if the size is empty or beyond 32768 a side.
  public convenience init?(size: PixelSize) {
    self.init(unsafeUninitialized: size)
    pixels.initialize(repeating: 0xFF00_0000)
  }

  /// A picture whose pixels are all to be written before any is read; nil if the size is empty or
  /// beyond 32768 a side.
  public init?(unsafeUninitialized size: PixelSize) {
    guard (1...32768).contains(size.width), (1...32768).contains(size.height) else { return nil }
    self.size = size
    stride = (size.width + 15) & ~15
    let byteCount = stride * size.height * 4
    // Room for four pixels to be read and written at once from the last one on.
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

  /// A picture with the same pixels; nil if there can be none, which is not so for one that there is.
  public convenience init?(copying picture: PixelBuffer) {
    self.init(unsafeUninitialized: picture.size)
    _ = pixels.update(fromContentsOf: picture.pixels)
  }

  /// Asks the kernel for all pages of some memory at once (`MADV_POPULATE_WRITE`, madvise(2)), which
  /// takes half the time of touching them one by one.
  ///
  /// Kernels before 5.14 refuse, and the pages come when they are touched. Of large pictures it is
  /// asked for pages of 2 MB (`MADV_HUGEPAGE`): each takes the time of a few small ones.
  private static func populate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    // What is smaller lies among other things, mostly in pages that are there.
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
