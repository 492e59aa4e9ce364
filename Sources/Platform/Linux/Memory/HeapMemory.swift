internal import CLinux

/// The memory of the C library's heap (malloc(3)).
public enum HeapMemory {
  /// Blocks of at least this size are returned to the kernel when freed.
  public static let largeByteCount = 131_072

  /// Makes the heap return large blocks to the kernel from now on; call it at startup.
  ///
  /// By default, glibc raises this threshold, up to 32 MB, whenever such a block is freed
  /// (`M_MMAP_THRESHOLD`, mallopt(3)). Each picture encoded on a thread would then leave megabytes
  /// unused in that thread's heap.
  public static func returnLargeBlocks() {
    // Fails only for a size above that limit.
    _ = mallopt(M_MMAP_THRESHOLD, Int32(largeByteCount))
  }
}
