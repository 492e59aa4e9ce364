internal import Glibc

/// The machine code of this program and its libraries in memory.
public enum ProgramCode {
  /// Unmaps its pages from memory, so that only those used from now on are resident.
  ///
  /// Most of a program's code is only used at its start. It is mapped from files and never written,
  /// so a page that is needed again is mapped again when it is used, mostly without reading the file
  /// (`MADV_DONTNEED`, madvise(2)).
  ///
  /// - Returns: The size of the code in bytes, whether it was resident or not; 0 without `/proc`.
  @discardableResult
  public static func unmapPages() -> Int {
    guard let bytes = try? WholeFile.read("/proc/self/maps", limit: 1 << 20) else { return 0 }
    var count = 0
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      // "5581c0a00000-5581c1800000 r-xp 00203000 fe:00 2231 /usr/local/bin/knobpanel" (proc(5))
      let words = line.split(separator: " ", maxSplits: 5)
      guard words.count == 6, words[1] == "r-xp", words[5].drop(while: { $0 == " " }).first == "/"
      else { continue }
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ends.count == 2, ends[0] < ends[1],
        madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
          == 0
      else { continue }
      count += Int(ends[1] - ends[0])
    }
    return count
  }
}
