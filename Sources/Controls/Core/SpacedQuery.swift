internal import Linux

/// Sends a query whenever its last answer may be out of date, but only once per interval.
///
/// Not thread-safe; `stop` it before the loop ends.
final class SpacedQuery {
  private let intervalMicroseconds: Int64
  private let loop: EventLoop
  private let send: () -> Void
  private var sentAtMicroseconds: Int64?
  private var alarm: Alarm?

  /// Creates a query that is not scheduled yet.
  ///
  /// - Parameters:
  ///   - interval: The minimum time after the last query, in microseconds.
  ///   - loop: The event loop; must outlive the query.
  ///   - send: Sends the query.
  init(intervalMicroseconds interval: Int64, loop: EventLoop, send: @escaping () -> Void) {
    (intervalMicroseconds, self.loop, self.send) = (interval, loop, send)
  }

  deinit {
    stop()
  }

  /// Sends the query on the loop's next turn, or at the end of the interval.
  func schedule() {
    let alarm = alarm ?? loop.makeAlarm { [unowned self] in sendNow() }
    self.alarm = alarm
    guard alarm.deadlineMicroseconds == nil else { return }
    let earliest = sentAtMicroseconds.map { $0 + intervalMicroseconds } ?? 0
    alarm.set(atMicroseconds: max(earliest, loop.nowMicroseconds))
  }

  /// Sends the query now, and begins the interval.
  func sendNow() {
    alarm?.set(atMicroseconds: nil)
    sentAtMicroseconds = loop.nowMicroseconds
    send()
  }

  /// Cancels what is scheduled, and forgets the interval.
  func stop() {
    alarm?.cancel()
    (alarm, sentAtMicroseconds) = (nil, nil)
  }
}
