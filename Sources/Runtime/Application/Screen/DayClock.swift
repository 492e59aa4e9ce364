internal import Layout
internal import Linux
internal import Logging

/// Reports the minute of the day when conditions on the time begin or end to hold.
final class DayClock {
  private let clock: () -> (utcSeconds: Int64, minute: Int)
  private let onMinute: (Int) -> Void
  private var timer: WallClockTimer?
  /// The minutes of the day at which a condition begins or ends to hold.
  private var bounds: Set<Int> = []

  /// The longest time between two reports: changes of the clock for summer and winter are at full or
  /// half hours.
  static let longestMinutes = 30

  /// - Parameters:
  ///   - clock: Returns the time: seconds of UTC (Unix time), and minutes since midnight in local time.
  ///   - onMinute: Receives the minute of the day in local time.
  init(
    clock: @escaping () -> (utcSeconds: Int64, minute: Int) = DayClock.now,
    onMinute: @escaping (Int) -> Void
  ) {
    (self.clock, self.onMinute) = (clock, onMinute)
  }

  /// Follows the times of another layout.
  ///
  /// - Parameters:
  ///   - times: The parts of the day in its conditions.
  ///   - loop: The loop that waits.
  /// - Throws: The error of timerfd_create(2).
  func follow(_ times: [DayTimes], on loop: EventLoop) throws(SystemError) {
    bounds = Set(times.flatMap { [$0.from, $0.to] })
    guard !bounds.isEmpty else { return timer = nil }
    if timer == nil { timer = try WallClockTimer(loop: loop) { [unowned self] _ in report() } }
    report()
  }

  /// Stops the timer.
  func close() { timer = nil }

  private func report() {
    let now = clock()
    timer?.set(atUTCSeconds: Self.next(after: now, bounds))
    onMinute(now.minute)
  }

  /// Returns the next time to report, in seconds of UTC.
  static func next(after now: (utcSeconds: Int64, minute: Int), _ bounds: Set<Int>) -> Int64 {
    let midnight = 24 * 60
    let untilHalfHour = longestMinutes - now.minute % longestMinutes
    let minutes = bounds.map { (($0 - now.minute - 1) % midnight + midnight) % midnight + 1 }
      .reduce(untilHalfHour, min)
    return now.utcSeconds - now.utcSeconds % 60 + Int64(minutes) * 60
  }

  /// The machine's time.
  private static func now() -> (utcSeconds: Int64, minute: Int) {
    let seconds = WallClockTimer.utcSeconds
    let fields = LocalTime.fields(atUTCSeconds: seconds)
    return (seconds, fields.map { $0.hour * 60 + $0.minute } ?? 0)
  }
}

extension Application {
  /// Follows the times of the layout's conditions.
  func followDay() {
    do throws(SystemError) {
      try dayClock.follow(layout.conditionTimes, on: loop)
    } catch {
      log.warning("conditions do not follow the time of day: \(error)")
    }
  }
}

extension LayoutDocument {
  /// The parts of the day in conditions.
  var conditionTimes: [DayTimes] {
    let cases =
      knobs.flatMap(\.cases) + buttons.flatMap(\.cases) + labels.flatMap(\.cases)
      + images.flatMap(\.cases) + pages.flatMap(\.cases)
    return cases.flatMap(\.conditions).compactMap {
      if case .time(let times) = $0 { times } else { nil }
    }
  }
}
