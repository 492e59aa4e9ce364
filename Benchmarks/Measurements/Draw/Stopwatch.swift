internal import Glibc

/// Clocks in nanoseconds.
enum Stopwatch {
  /// The monotonic clock.
  static var nanoseconds: Int64 { read(CLOCK_MONOTONIC) }

  /// The CPU time of this thread, whatever else the machine does.
  static var threadNanoseconds: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time between two reads of the clock, which every measured time includes.
  static let overheadNanoseconds: Int64 = {
    (0..<1000).map { _ in
      let start = nanoseconds
      return nanoseconds - start
    }.sorted()[500]
  }()
}
