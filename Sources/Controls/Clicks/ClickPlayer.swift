public import Linux

/// Plays clicks by ALSA on a thread of its own, which there is from the first touch on.
///
/// The caller is never blocked: not by a PCM that takes long to open, is missing, busy, removed, or
/// hangs. Not for use from a second thread; must not outlive the loop.
public final class ClickPlayer {
  /// How long the thread may take before it is told that it hangs.
  static let patienceMicroseconds: Int64 = 2_000_000
  /// How often the thread is told at most that a click may come.
  private static let expectationMicroseconds: Int64 = 500_000
  /// How long the program waits at its end for a thread that hangs.
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
  /// True while the thread hangs, which was told.
  private var isSilent = false
  /// True if there is no thread, which was told.
  private var isBroken = false

  /// How clicks are played; nil for not at all, which needs no thread.
  public var settings: ClickSettings? {
    didSet {
      guard settings != oldValue else { return }
      nextExpectation = 0
      // A thread that begins later gets them then.
      line?.requests.post { $0.settings = .some(settings) }
    }
  }

  /// Creates a player that plays nothing until it has settings.
  ///
  /// - Parameters:
  ///   - loop: The panel's event loop.
  ///   - report: Receives what is to be told, on that loop.
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

  /// Closes the PCM and ends the thread; one that hangs is left alone.
  public func close() {
    settings = nil
    guard let line else { return }
    self.line = nil
    loop.unwatch(line.reports.descriptor)
    line.requests.post { $0.isEnd = true }
    line.worker.join(withinMilliseconds: Self.endMilliseconds)
  }

  /// Says that a click may come soon: the PCM is opened if it is not, and stays open.
  public func expect() {
    let now = loop.nowMicroseconds
    guard settings != nil, now >= nextExpectation, isAnswering(at: now) else { return }
    nextExpectation = now + Self.expectationMicroseconds
    post { $0.isExpected = true }
  }

  /// Plays a click; of several before the thread begins with one, the most important.
  public func play(_ click: Click) {
    let now = loop.nowMicroseconds
    guard settings != nil, isAnswering(at: now) else { return }
    post { requests in
      requests.click = max(requests.click ?? click, click)
      requests.clickMicroseconds = now
    }
  }

  /// Whether the thread is not stuck in a call; tells once if it is.
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
