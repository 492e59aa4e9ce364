internal import CLinux
internal import Glibc

/// Reports when a time of day has come, when the clock was set, and when the machine was suspended.
///
/// The kernel cancels the timer when the clock jumps (timerfd_create(2),
/// `TFD_TIMER_CANCEL_ON_SET`), and also after a suspend: nothing is polled.
public final class WallClockTimer {
  /// The reason for a call of the handler.
  public enum Event: Sendable {
    /// The time has come.
    case due
    /// The clock was set.
    case clockSet
    /// The machine was suspended and runs again.
    case resumed
  }

  private let timer: FileDescriptor
  private let loop: EventLoop
  private var asleepMicroseconds: Int64

  /// Calls `handler` until the timer is closed.
  ///
  /// - Parameters:
  ///   - loop: The loop that waits.
  ///   - handler: Called with each event; sets the next time.
  /// - Throws: The error of timerfd_create(2).
  public init(loop: EventLoop, handler: @escaping (Event) -> Void) throws(SystemError) {
    timer = FileDescriptor(
      owning: try check("timerfd_create") {
        timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
      })
    self.loop = loop
    asleepMicroseconds = Self.asleepMicroseconds
    try loop.watch(timer.number, for: .readable) { [unowned self] _ in handler(readEvent()) }
    set(atUTCSeconds: nil)
  }

  deinit { loop.unwatch(timer.number) }

  /// Seconds of UTC (Unix time).
  public static var utcSeconds: Int64 { Int64(time(nil)) }

  /// Microseconds of UTC (Unix time).
  public static var utcMicroseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Returns the offset of local time from UTC at a moment, in seconds (localtime_r(3)).
  public static func offsetSeconds(atUTCSeconds moment: Int64) -> Int64 {
    var seconds = time_t(moment)
    var local = tm()
    guard localtime_r(&seconds, &local) != nil else { return 0 }
    return Int64(local.tm_gmtoff)
  }

  /// Sets the time; nil to report only clock jumps.
  public func set(atUTCSeconds moment: Int64?) {
    var setting = itimerspec()
    // A disarmed timer reports no jumps; one in the distant future does.
    setting.it_value.tv_sec = Int(max(moment ?? Self.distantSeconds, 1))
    let flags = Int32(TFD_TIMER_ABSTIME) | Self.cancelOnSet
    _ = timerfd_settime(timer.number, flags, &setting, nil)
  }

  /// The year 2100, which a 32-bit clock does not reach.
  private static let distantSeconds: Int64 = 4_102_444_800
  /// `TFD_TIMER_CANCEL_ON_SET` from linux/timerfd.h.
  private static let cancelOnSet: Int32 = 1 << 1

  private func readEvent() -> Event {
    var expirations: UInt64 = 0
    let count = withUnsafeMutableBytes(of: &expirations) {
      read(timer.number, $0.baseAddress, $0.count)
    }
    if count > 0 { return .due }
    let asleep = Self.asleepMicroseconds
    defer { asleepMicroseconds = asleep }
    // A small difference is the time between reading the two clocks.
    return asleep - asleepMicroseconds > 10_000 ? .resumed : .clockSet
  }

  /// The total time that the machine was suspended since boot, in microseconds.
  private static var asleepMicroseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000 - MonotonicClock.microseconds
  }
}

@available(*, unavailable)
extension WallClockTimer: Sendable {}
