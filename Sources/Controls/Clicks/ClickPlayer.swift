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

  private struct Line {
    let worker: Worker
    let requests: Mailbox<ClickRequests>
    let reports: Mailbox<[ClickReport]>
  }

  private let loop: EventLoop
  private let patienceMicroseconds: Int64
  private let open: @Sendable (String) throws(PCMError) -> any PCM
  private let report: (ClickReport) -> Void
  private var line: Line?
  private var taken: [ClickReport] = []
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
      line?.requests.post { $0.settings = .some(settings) }
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
    guard let line else { return }
    self.line = nil
    loop.unwatch(line.reports.descriptor)
    line.requests.post { $0.isEnd = true }
    line.worker.join(withinMilliseconds: Self.endMilliseconds)
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
    guard let line, let settings else { return true }
    let since = line.requests.withContents { $0.busySinceMicroseconds }
    guard let since, now - since >= patienceMicroseconds else {
      if isSilent { report(.recovered) }
      isSilent = false
      return true
    }
    if !isSilent {
      isSilent = true
      report(
        .failed(
          "PCM \"\(settings.device)\" does not answer; check its card, or write another `device`"))
    }
    return false
  }

  private func post(_ change: (inout ClickRequests) -> Void) {
    if line == nil, settings != nil, !isBroken {
      do throws(SystemError) {
        line = try begin()
      } catch {
        isBroken = true
        report(.failed("there is no thread for them: \(error); restart the panel"))
      }
    }
    line?.requests.post(change)
  }

  private func begin() throws(SystemError) -> Line {
    var first = ClickRequests()
    first.settings = .some(settings)
    let requests = try Mailbox(first)
    let reports = try Mailbox<[ClickReport]>([])
    try loop.watch(reports.descriptor, for: .readable) { [unowned self] _ in takeReports() }
    do throws(SystemError) {
      let worker = try Worker { [open, clock = loop.clock] in
        ClickThread.run(requests, reports, clock: clock, open: open)
      }
      return Line(worker: worker, requests: requests, reports: reports)
    } catch {
      loop.unwatch(reports.descriptor)
      throw error
    }
  }

  private func takeReports() {
    guard let line else { return }
    taken.removeAll(keepingCapacity: true)
    line.reports.take(into: &taken)
    for report in taken { self.report(report) }
  }
}
