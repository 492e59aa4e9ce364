public import Linux

/// Plays clicks through ALSA on a thread of its own, which starts at the first touch.
///
/// The caller is never blocked by a PCM that is slow to open, missing, busy, removed, or hangs. Not
/// thread-safe; must not outlive the loop.
public final class ClickPlayer {
  /// How long the thread may take before it is reported as hanging.
  static let patienceMicroseconds: Int64 = 2_000_000
  /// The minimum time between announcements of a possible click to the thread.
  private static let expectationMicroseconds: Int64 = 500_000
  /// How long the end of the program waits for a thread that hangs.
  private static let endMilliseconds: Int32 = 300

  private let loop: EventLoop
  private let patienceMicroseconds: Int64
  private let open: @Sendable (String) throws(PCMError) -> any PCM
  private let report: (ClickReport) -> Void
  private var worker: MailboxWorker<ClickRequests, ClickReport>?
  private var nextExpectation: Int64 = 0
  /// Whether the thread hangs, which has been reported.
  private var isSilent = false
  /// Whether there is no thread, which has been reported.
  private var isBroken = false

  /// How clicks are played; nil for no clicks and no thread.
  public var settings: ClickSettings? {
    didSet {
      guard settings != oldValue else { return }
      nextExpectation = 0
      // A thread that starts later receives the settings then.
      worker?.requests.post { ($0.settings, $0.hasNewSettings) = (settings, true) }
    }
  }

  /// Creates a player that plays nothing until it has settings.
  ///
  /// - Parameters:
  ///   - loop: The panel's event loop.
  ///   - report: Receives reports, on that loop.
  public convenience init(loop: EventLoop, report: @escaping (ClickReport) -> Void) {
    self.init(loop: loop, patienceMicroseconds: Self.patienceMicroseconds, report: report) {
      (device) throws(PCMError) in try ALSAPCM(device: device)
    }
  }

  init(
    loop: EventLoop, patienceMicroseconds: Int64, report: @escaping (ClickReport) -> Void,
    open: @escaping @Sendable (String) throws(PCMError) -> any PCM
  ) {
    self.loop = loop
    self.patienceMicroseconds = patienceMicroseconds
    self.report = report
    self.open = open
  }

  deinit {
    close()
  }

  /// Closes the PCM and ends the thread; abandons a thread that hangs.
  public func close() {
    settings = nil
    worker?.end(withinMilliseconds: Self.endMilliseconds) { $0.isEnd = true }
    worker = nil
  }

  /// Announces that a click may follow soon: the PCM is opened, and stays open.
  public func expect() {
    let now = loop.nowMicroseconds
    guard settings != nil, now >= nextExpectation, isAnswering(at: now) else { return }
    nextExpectation = now + Self.expectationMicroseconds
    post { $0.isExpected = true }
  }

  /// Plays a click; of several that wait for the thread, only the most important one is played.
  public func play(_ click: Click) {
    let now = loop.nowMicroseconds
    guard settings != nil, isAnswering(at: now) else { return }
    post { requests in
      requests.click = max(requests.click ?? click, click)
      requests.clickMicroseconds = now
    }
  }

  /// Whether the thread responds; reports once if it hangs.
  private func isAnswering(at now: Int64) -> Bool {
    guard let worker, let settings else { return true }
    let since = worker.requests.withContents { $0.busySinceMicroseconds }
    guard let since, now - since >= patienceMicroseconds else {
      if isSilent { report(.recovered) }
      isSilent = false
      return true
    }
    if !isSilent {
      isSilent = true
      report(
        .failed(
          "PCM \"\(settings.device)\" does not answer; check its card, or choose another `device`"))
    }
    return false
  }

  private func post(_ change: (inout ClickRequests) -> Void) {
    if worker == nil, settings != nil, !isBroken {
      do throws(SystemError) {
        worker = try makeWorker()
      } catch {
        isBroken = true
        report(.failed("their thread cannot be started: \(error); restart the panel"))
      }
    }
    worker?.requests.post(change)
  }

  private func makeWorker() throws(SystemError) -> MailboxWorker<ClickRequests, ClickReport> {
    var first = ClickRequests()
    (first.settings, first.hasNewSettings) = (settings, true)
    return try MailboxWorker(on: loop, first: first) {
      [open, clock = loop.clock] requests, reports in
      { ClickThread.run(requests, reports, clock: clock, open: open) }
    } onReports: { [report] reports in
      reports.forEach(report)
    }
  }
}
