internal import Glibc
internal import Linux

/// Plays clicks through a PCM that is open only while it is used; time comes from a clock that the
/// caller hands in.
///
/// | # | PCM | event | result |
/// |---|---|---|---|
/// | 1 | closed | a click may come, or comes | opened; its latency is told |
/// | 2 | closed | it cannot be opened | told once; tried again when it is next needed, after a wait |
/// | 3 | open | a click | written at once |
/// | 4 | open, has played all, or was suspended | a click | prepared, then as 3 |
/// | 5 | open | runs out while it is written to | prepared, written again |
/// | 6 | open | is gone, or refuses | closed, then as 2 |
/// | 7 | open, without room | a click | left out: it would be late |
/// | 8 | open, without room for a second | a click | closed, then as 2 |
/// | 9 | any | a click that is older than 50 ms | left out |
/// | 10 | open | nothing for 2 seconds | closed |
/// | 11 | failed before | a click is written | told |
/// | 12 | any | other settings | closed; the next click is played by them |
final class ClickOutput {
  typealias Opener = (_ device: String) throws(PCMError) -> any PCM

  /// How long it stays open after its last use.
  static let idleMicroseconds: Int64 = 2_000_000
  /// The age at which a click is better not heard at all.
  static let staleMicroseconds: Int64 = 50_000
  /// How long a PCM may have no room before it counts as broken.
  static let fullMicroseconds: Int64 = 1_000_000
  private static let backoff = Backoff(
    firstMicroseconds: 1_000_000, longestMicroseconds: 60_000_000)

  fileprivate struct Line {
    let pcm: any PCM
    let samples: ClickSamples
  }

  private var settings: ClickSettings?
  private let open: Opener
  private let clock: () -> Int64
  private let report: (ClickReport) -> Void
  private var line: Line?
  private var lastUse: Int64 = 0
  /// Since when it has had no room; nil while it has.
  private var fullSince: Int64?
  private var backoff = ClickOutput.backoff
  /// When the next attempt to open it may be made.
  private var retryTime: Int64 = 0
  /// What is wrong with it, as was told last; nil while nothing is.
  private var told: String?

  /// - Parameters:
  ///   - open: Opens a PCM.
  ///   - clock: The current time in microseconds.
  ///   - report: Receives what is to be told.
  init(
    open: @escaping Opener, clock: @escaping () -> Int64, report: @escaping (ClickReport) -> Void
  ) {
    self.open = open
    self.clock = clock
    self.report = report
  }

  /// When `closeIfIdle` has to be called next, in microseconds; nil while it is closed.
  var idleTime: Int64? { line == nil ? nil : lastUse + Self.idleMicroseconds }

  /// Plays by these settings from now on, or nothing.
  func use(_ settings: ClickSettings?) {
    guard settings != self.settings else { return }
    self.settings = settings
    close()
    (told, retryTime) = (nil, 0)
    backoff.reset()
  }

  /// Opens the PCM, so that the next click need not wait for that.
  func getReady() {
    openIfClosed()
    lastUse = clock()
  }

  /// Plays a click that was asked for at a time of the clock.
  func play(_ click: Click, requestedAt time: Int64) {
    openIfClosed()
    let now = clock()
    guard let line, now - time <= Self.staleMicroseconds else { return }
    lastUse = now
    var code = line.write(click)
    if code == -Int(EPIPE) || code == -Int(ESTRPIPE) { code = line.write(click) }
    if code < 0 { return fail(line, .write, Int32(clamping: code)) }
    guard code > 0 else { return noteFull(line, at: now) }
    fullSince = nil
    backoff.reset()
    if told != nil {
      told = nil
      report(.recovered)
    }
  }

  /// Closes the PCM if nothing was played for a while.
  func closeIfIdle() {
    if let idleTime, idleTime <= clock() { close() }
  }

  /// Closes the PCM.
  func close() {
    line = nil
    fullSince = nil
  }

  private func openIfClosed() {
    guard let settings, line == nil, clock() >= retryTime else { return }
    do throws(PCMError) {
      let pcm = try open(settings.device)
      line = Line(pcm: pcm, samples: ClickSamples(pcm.format, volume: settings.volume))
      report(.granted(pcm.format, by: settings.device))
    } catch {
      fail(error)
    }
  }

  private func noteFull(_ line: Line, at now: Int64) {
    let since = fullSince ?? now
    fullSince = since
    if now - since >= Self.fullMicroseconds { fail(line, .play, -ETIMEDOUT) }
  }

  private func fail(_ line: Line, _ step: PCMError.Step, _ code: Int32) {
    fail(PCMError(settings?.device ?? "", step, code))
  }

  private func fail(_ error: PCMError) {
    close()
    retryTime = clock() + backoff.nextMicroseconds()
    guard told != error.description else { return }
    told = error.description
    report(.failed(error.description))
  }
}

extension ClickOutput.Line {
  /// The frames that were written; 0 if there is no room for all of the click.
  fileprivate func write(_ click: Click) -> Int {
    let code = pcm.prepareIfStopped()
    guard code >= 0 else { return code }
    let room = pcm.room()
    guard room >= samples.frameCount(of: click) else { return min(room, 0) }
    let count = samples.withSamples(of: click) { pcm.write($0) }
    return count == -Int(EAGAIN) ? 0 : count
  }
}
