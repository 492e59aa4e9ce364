internal import CLinux

/// The memory of the C library's heap (malloc(3)).
public enum HeapMemory {
  /// Blocks from this size on are given back to the kernel when they are freed.
  public static let largeByteCount = 131_072

  /// Has the heap give large blocks back to the kernel from now on; to be called at the start.
  ///
  /// By itself glibc raises the size from which on it does so, up to 32 MB, whenever such a block is
  /// freed (`M_MMAP_THRESHOLD`, mallopt(3)). Each picture that is encoded on a thread would leave its
  /// megabytes in a heap of that thread, and they would be missed elsewhere.
  public static func returnLargeBlocks() {
    // Fails only for a size beyond that limit.
    _ = mallopt(M_MMAP_THRESHOLD, Int32(largeByteCount))
  }
}
