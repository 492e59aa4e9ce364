internal import CLinux
internal import Glibc

/// What this program and its libraries have mapped from files to be read and run, never written.
public enum ProgramCode {
  /// Unmaps its pages from memory, so that only those used from now on are resident.
  ///
  /// Most of a program's code and tables is only used at its start. They are never written, so a
  /// page that is needed again is mapped again when it is used, mostly without reading the file
  /// (`MADV_DONTNEED`, madvise(2)). Pages that the loader has written, such as relocated constants,
  /// are in segments that can be written, and stay.
  ///
  /// - Returns: The size of the code in bytes, whether it was resident or not.
  @discardableResult
  public static func unmapPages() -> Int {
    var count = 0
    // No library can be loaded or unloaded meanwhile (dl_iterate_phdr(3)).
    _ = dl_iterate_phdr(
      { object, _, count in
        guard let object = object?.pointee, let segments = object.dlpi_phdr, let count else {
          return 0
        }
        for segment in UnsafeBufferPointer(start: segments, count: Int(object.dlpi_phnum))
        where segment.p_type == UInt32(PT_LOAD) && segment.p_flags & UInt32(PF_W) == 0 {
          let page = UInt(getpagesize())
          let start = UInt(object.dlpi_addr) + UInt(segment.p_vaddr)
          let end = start + UInt(segment.p_memsz)
          // Page boundaries: the segments of a file never share a page of memory.
          let first = start & ~(page - 1)
          let size = Int((end + page - 1) & ~(page - 1)) - Int(first)
          guard madvise(UnsafeMutableRawPointer(bitPattern: first), size, MADV_DONTNEED) == 0 else {
            continue
          }
          count.assumingMemoryBound(to: Int.self).pointee += size
        }
        return 0
      }, &count)
    return count
  }
}
