internal import CLinux
internal import Glibc

/// A timer file descriptor on the monotonic clock (timerfd_create(2)).
struct Timer: ~Copyable {
  private let timer: FileDescriptor

  init() throws(SystemError) {
    timer = FileDescriptor(
      owning: try check("timerfd_create") {
        timerfd_create(
          CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
      })
  }

  var descriptor: Int32 { timer.number }

  /// Makes the descriptor readable at that time, or immediately if it is past; nil stops the timer.
  func set(atMicroseconds deadline: Int64?) {
    var setting = itimerspec()
    if let deadline {
      // Zero would stop the timer, so the earliest time is one nanosecond.
      let moment = max(deadline, 0)
      setting.it_value.tv_sec = Int(moment / 1_000_000)
      setting.it_value.tv_nsec = max(Int(moment % 1_000_000) * 1000, moment == 0 ? 1 : 0)
    }
    let result = timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    precondition(result == 0, "timerfd_settime fails only for values that this type never produces")
  }

  /// Makes it unreadable again.
  func acknowledge() {
    var expirations: UInt64 = 0
    withUnsafeMutableBytes(of: &expirations) { _ = read(timer.number, $0.baseAddress, $0.count) }
  }
}
