internal import Linux

/// Requests of the panel's thread to the one that plays.
struct ClickRequests: Sendable {
  /// Other settings from now on; nil for no change.
  var settings: ClickSettings??
  var isExpected = false
  var click: Click?
  /// When the click was asked for.
  var clickMicroseconds: Int64 = 0
  var isEnd = false
  /// Since when the thread has been processing what it took last; nil while it waits.
  var busySinceMicroseconds: Int64?
}

/// What runs on the thread that plays.
enum ClickThread {
  /// - Parameters:
  ///   - requests: What it takes its requests from.
  ///   - reports: Where it reports.
  ///   - clock: The clock of the panel's loop, by which clicks are asked for.
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
      if let settings = taken.settings { output.use(settings) }
      if taken.isExpected { output.getReady() }
      if let click = taken.click { output.play(click, requestedAt: taken.clickMicroseconds) }
      output.closeIfIdle()
      requests.withContents { $0.busySinceMicroseconds = nil }
    }
    output.close()
  }

  /// Milliseconds until a time, or for ever.
  private static func rest(until microseconds: Int64?, now: Int64) -> Int32 {
    guard let microseconds else { return .max }
    return Int32(clamping: max(microseconds - now, 0) / 1000 + 1)
  }
}
