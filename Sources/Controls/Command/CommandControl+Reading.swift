internal import Layout
internal import Linux

/// Running the programs that read.
extension CommandControl {
  /// Starts the programs that read; their output, or their failure, arrives as an event.
  func connect() {
    if settings.watch != nil { return beginWatch() }
    let isRead = settings.get != nil
    runner.update {
      $0.found(isRead ? .answers : .none, muteSource: settings.mute.map { _ in .none }, at: $1)
    }
    if isRead { read() }
  }

  // MARK: watch

  private func beginWatch() {
    guard watch == nil, let arguments = settings.watch else { return }
    do throws(SystemError) {
      let run = try ProgramRun(arguments, reading: .valuesAndErrors, by: starter, loop: loop)
      run.onStart = { [unowned self] in didBeginWatch() }
      run.onLines = { [unowned self] in process($0) }
      run.onEnd = { [unowned self, unowned run] outcome in
        watch = nil
        didEndWatch(run, outcome)
      }
      watch = run
    } catch {
      retry(after: .offline(reason: error.description))
    }
  }

  private func didBeginWatch() {
    retry.didOpen(atMicroseconds: loop.nowMicroseconds)
    let timeoutReason = "\(watch?.title ?? name) runs, but has not printed a value yet"
    runner.update {
      $0.found(
        .reports, muteSource: settings.mute.map { _ in .reports },
        timeoutReason: timeoutReason, at: $1)
    }
    // It may print only changes.
    if settings.get != nil { read() }
  }

  private func didEndWatch(_ run: ProgramRun, _ outcome: ProgramRun.Outcome) {
    switch outcome {
    case .failed(let reason): retry(after: .offline(reason: reason))
    case .succeeded:
      retry(
        after: .offline(
          reason:
            "\(run.title) has ended, but `watch` is for a program that keeps running; use `get` "
            + "for one that prints a value and ends"))
    }
  }

  private func retry(after event: ControlEvent) {
    readLater()
    runner.update { exchange, _ in exchange.lost(event) }
  }

  private func readLater() { retry.set(retryAlarm, now: loop.nowMicroseconds) }

  private func process(_ batch: PrintedLines.Batch) {
    if let isMuted = batch.isMuted {
      runner.update { $0.reported(isMuted: isMuted, at: $1) }
    }
    if batch.hasLongLine {
      complain(
        .tooLong,
        "\(watch?.title ?? name) printed a line of more than \(PrintedLines.byteLimit) bytes, "
          + "which is ignored")
    }
    // The event may have stopped the control.
    guard queue != nil, let reading = reading(of: batch.lines) else { return }
    if watch != nil { report(reading, of: watch, isAnswer: false) }
  }

  /// Returns the reading of the last line with a value; if there is none, of the last line.
  private func reading(of lines: [[UInt8]]) -> Line? {
    var last: Line?
    for line in lines.reversed() {
      let reading = settings.value.read(line)
      switch reading {
      case .unreadable, .outOfRange: break
      default: return Line(bytes: line, reading: reading)
      }
      last = last ?? Line(bytes: line, reading: reading)
    }
    return last
  }

  private struct Line {
    var bytes: [UInt8]
    var reading: StateReader.Reading
  }

  /// Reports a line's reading; a line without a level is text for a label, and otherwise an error.
  private func report(_ line: Line, of run: ProgramRun?, isAnswer: Bool) {
    let title = run?.title ?? name
    runner.update { exchange, now in
      switch line.reading {
      case .level(let level): exchange.reported(level, isAnswer: isAnswer, at: now)
      case .offline:
        exchange.reported(
          none: .offline(reason: "\(title) reports that it is unavailable"), at: now)
      case .unknown:
        exchange.reported(
          none: .unknown(reason: "\(title) reports that its value is unknown"), at: now)
      case _ where settings.use == .readOut:
        exchange.reported(text: line.bytes.shownText(), at: now)
      case .text:
        exchange.misread(.unreadable, "\(title): it is not a number", isAnswer: true, at: now)
      case .noLevel(let why), .unreadable(let why):
        exchange.misread(.unreadable, "\(title): \(why)", isAnswer: true, at: now)
      case .outOfRange(let why):
        exchange.misread(.outOfRange, "\(title): \(why)", isAnswer: true, at: now)
      }
    }
  }

  // MARK: get

  /// Reads the value once; again if it was set in the meantime.
  func read() {
    guard let arguments = settings.get else { return }
    guard get == nil else { return isGetStale = true }
    isGetStale = false
    do throws(SystemError) {
      let run = try ProgramRun(
        arguments, reading: .valuesAndErrors, by: starter,
        timeoutMicroseconds: settings.timeoutMicroseconds, loop: loop)
      run.onEnd = { [unowned self, unowned run] outcome in
        get = nil
        didRead(run, outcome)
      }
      get = run
    } catch {
      readDidFail(error.description)
    }
  }

  private func didRead(_ run: ProgramRun, _ outcome: ProgramRun.Outcome) {
    guard queue != nil else { return }
    let lines: [[UInt8]]
    switch outcome {
    case .succeeded(let printed): lines = printed
    case .failed(let reason): return readDidFail(reason)
    }
    guard let line = reading(of: lines) else {
      return readDidFail("\(run.title) printed no value")
    }
    // A newer level is being set; if that fails, the value is read again.
    if isGetStale, isKnown { return }
    switch line.reading {
    case .offline where settings.watch == nil:
      retry(after: .offline(reason: "\(run.title) reports that it is unavailable"))
    case .unknown where settings.watch == nil:
      retry(after: .unknown(reason: "\(run.title) reports that its value is unknown"))
    default:
      report(line, of: run, isAnswer: true)
      if settings.use != .readOut, !isKnown, settings.watch == nil { readLater() }
    }
  }

  private var isKnown: Bool { runner.exchange.known == .level }

  /// Without a value and a watching program, the control goes offline and retries; otherwise it
  /// continues.
  private func readDidFail(_ reason: String) {
    guard isKnown || settings.watch != nil else { return retry(after: .offline(reason: reason)) }
    complain(.command, reason)
  }
}
