internal import Glibc

/// The monotonic clock in nanoseconds.
enum Stopwatch {
  static var nanoseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// What asking the clock twice takes, which is in every measured time.
  static let nanosecondsOfAsking: Int64 = {
    (0..<1000).map { _ in
      let start = nanoseconds
      return nanoseconds - start
    }.sorted()[500]
  }()
}
