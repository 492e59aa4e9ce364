internal import Linux

/// Requests from the panel's thread to the playing thread.
struct ClickRequests: Sendable {
  /// The newest settings, if `hasNewSettings`; nil for no clicks.
  var settings: ClickSettings?
  var hasNewSettings = false
  var isExpected = false
  var click: Click?
  /// When the click was requested.
  var clickMicroseconds: Int64 = 0
  var isEnd = false
  /// Since when the thread has been processing its last requests; nil while it waits.
  var busySinceMicroseconds: Int64?
}

/// The playing thread's function.
enum ClickThread {
  /// - Parameters:
  ///   - requests: The requests to the thread.
  ///   - reports: The reports from the thread.
  ///   - clock: The clock of the panel's loop, which times the requests.
  ///   - open: Opens a PCM.
  static func run(
    _ requests: Mailbox<ClickRequests>, _ reports: Mailbox<[ClickReport]>,
    clock: @escaping @Sendable () -> Int64,
    open: @escaping @Sendable (String) throws(PCMError) -> any PCM
  ) {
    let output = ClickOutput(open: open, clock: clock) { report in
      reports.post { $0.append(report) }
    }
    var taken = ClickRequests()
    while !taken.isEnd {
      taken = ClickRequests()
      if requests.wait(milliseconds: rest(until: output.idleTime, now: clock())) {
        taken.busySinceMicroseconds = clock()
        requests.take(into: &taken)
      }
      if taken.hasNewSettings { output.apply(taken.settings) }
      if taken.isExpected { output.getReady() }
      if let click = taken.click { output.play(click, requestedAt: taken.clickMicroseconds) }
      output.closeIfIdle()
      requests.withContents { $0.busySinceMicroseconds = nil }
    }
    output.close()
  }

  /// Returns the milliseconds until a time; without a time, the maximum.
  private static func rest(until microseconds: Int64?, now: Int64) -> Int32 {
    guard let microseconds else { return .max }
    return Int32(clamping: max(microseconds - now, 0) / 1000 + 1)
  }
}
