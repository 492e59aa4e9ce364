internal import Glibc

/// The clock of the kernel's input and page-flip events (clock_gettime(2)).
public enum MonotonicClock {
  /// The current `CLOCK_MONOTONIC` time, in microseconds.
  public static var microseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}
