internal import Glibc
internal import Linux

/// Plays clicks through a PCM that is open only while in use; the caller supplies the clock.
///
/// | # | PCM | event | result |
/// |---|---|---|---|
/// | 1 | closed | a click is expected or requested | opened; its latency is reported |
/// | 2 | closed | it cannot be opened | reported once; retried on next use, after a delay |
/// | 3 | open | a click | written at once |
/// | 4 | open, has played all, or was suspended | a click | prepared, then as 3 |
/// | 5 | open | underrun during a write | prepared, written again |
/// | 6 | open | disappears, or a write fails | closed, then as 2 |
/// | 7 | open, buffer full | a click | dropped: it would be late |
/// | 8 | open, buffer full for a second | a click | closed, then as 2 |
/// | 9 | any | a click older than 50 ms | dropped |
/// | 10 | open | unused for 2 seconds | closed |
/// | 11 | failed before | a click is written | recovery is reported |
/// | 12 | any | new settings | closed; the next click uses them |
final class ClickOutput {
  typealias Opener = (_ device: String) throws(PCMError) -> any PCM

  /// How long the PCM stays open after its last use.
  static let idleMicroseconds: Int64 = 2_000_000
  /// The age at which a click is dropped.
  static let staleMicroseconds: Int64 = 50_000
  /// How long the buffer may be full before the PCM counts as broken.
  static let fullMicroseconds: Int64 = 1_000_000
  private static let backoff = Backoff(
    firstMicroseconds: 1_000_000, longestMicroseconds: 60_000_000)

  fileprivate struct OpenPCM {
    let pcm: any PCM
    let samples: ClickSamples
  }

  private var settings: ClickSettings?
  private let open: Opener
  private let clock: () -> Int64
  private let report: (ClickReport) -> Void
  private var opened: OpenPCM?
  private var lastUse: Int64 = 0
  /// When the buffer became full; nil if it has room.
  private var fullSince: Int64?
  private var backoff = ClickOutput.backoff
  /// The earliest time of the next attempt to open it.
  private var retryTime: Int64 = 0
  /// The last reported problem; nil if there is none.
  private var reportedProblem: String?

  /// - Parameters:
  ///   - open: Opens a PCM.
  ///   - clock: Returns the current time in microseconds.
  ///   - report: Receives reports.
  init(
    open: @escaping Opener, clock: @escaping () -> Int64, report: @escaping (ClickReport) -> Void
  ) {
    self.open = open
    self.clock = clock
    self.report = report
  }

  /// When to call `closeIfIdle` next, in microseconds; nil while the PCM is closed.
  var idleTime: Int64? { opened == nil ? nil : lastUse + Self.idleMicroseconds }

  /// Uses these settings from now on; nil for no clicks.
  func apply(_ settings: ClickSettings?) {
    guard settings != self.settings else { return }
    self.settings = settings
    close()
    (reportedProblem, retryTime) = (nil, 0)
    backoff.reset()
  }

  /// Opens the PCM, so that the next click is not delayed.
  func getReady() {
    openIfClosed()
    lastUse = clock()
  }

  /// Plays a click that was requested at the given time of the clock.
  func play(_ click: Click, requestedAt time: Int64) {
    openIfClosed()
    let now = clock()
    guard let opened, now - time <= Self.staleMicroseconds else { return }
    lastUse = now
    var code = opened.write(click)
    if code == -Int(EPIPE) || code == -Int(ESTRPIPE) { code = opened.write(click) }
    if code < 0 { return fail(.write, Int32(clamping: code)) }
    guard code > 0 else { return noteFull(at: now) }
    fullSince = nil
    backoff.reset()
    if reportedProblem != nil {
      reportedProblem = nil
      report(.recovered)
    }
  }

  /// Closes the PCM if it was not used for a while.
  func closeIfIdle() {
    if let idleTime, idleTime <= clock() { close() }
  }

  /// Closes the PCM.
  func close() {
    opened = nil
    fullSince = nil
  }

  private func openIfClosed() {
    guard let settings, opened == nil, clock() >= retryTime else { return }
    do throws(PCMError) {
      let pcm = try open(settings.device)
      opened = OpenPCM(pcm: pcm, samples: ClickSamples(pcm.format, volume: settings.volume))
      report(.opened(device: settings.device, pcm.format))
    } catch {
      fail(error)
    }
  }

  private func noteFull(at now: Int64) {
    let since = fullSince ?? now
    fullSince = since
    if now - since >= Self.fullMicroseconds { fail(.play, -ETIMEDOUT) }
  }

  private func fail(_ step: PCMError.Step, _ code: Int32) {
    fail(PCMError(settings?.device ?? "", step, code))
  }

  private func fail(_ error: PCMError) {
    close()
    retryTime = clock() + backoff.nextMicroseconds()
    guard reportedProblem != error.description else { return }
    reportedProblem = error.description
    report(.failed(error.description))
  }
}

extension ClickOutput.OpenPCM {
  /// Writes a click; returns the number of frames, or 0 if the whole click does not fit.
  fileprivate func write(_ click: Click) -> Int {
    let code = pcm.prepareIfStopped()
    guard code >= 0 else { return code }
    let room = pcm.room()
    guard room >= samples.frameCount(of: click) else { return min(room, 0) }
    let count = samples.withSamples(of: click) { pcm.write($0) }
    return count == -Int(EAGAIN) ? 0 : count
  }
}
