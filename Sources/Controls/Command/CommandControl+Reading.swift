internal import Layout
internal import Linux

/// The programs that read.
extension CommandControl {
  /// Starts the programs that read; what they print, or why they do not, arrives as an event.
  func connect() {
    presence = Presence()
    if settings.watch != nil { return beginWatch() }
    if settings.get != nil { return read() }
    echoes.assume(assumed)
    report(nil)
  }

  // MARK: watch

  private func beginWatch() {
    guard watch == nil, let arguments = settings.watch else { return }
    do throws(SystemError) {
      let run = try ProgramRun(arguments, reading: .valuesAndErrors, by: starter, loop: loop)
      run.onStart = { [unowned self] in didBeginWatch() }
      run.onLines = { [unowned self] in take($0) }
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
    firstLineAlarm?.set(afterMicroseconds: Self.firstLineMicroseconds)
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
            "\(run.title) has ended, but `watch` is for a program that goes on; use `get` for "
            + "one that prints a value and ends"))
    }
  }

  private func retry(after event: ControlEvent) {
    readLater()
    lose(event)
  }

  private func readLater() {
    retryAlarm?.set(
      atMicroseconds: retry.nextMicroseconds(
        now: loop.nowMicroseconds, jitter: .random(in: 0...1)))
  }

  func missLine() {
    guard reported != .level, let watch else { return }
    lose(.unknown(reason: "\(watch.title) runs, but has not printed a value yet"))
  }

  private func take(_ batch: PrintedLines.Batch) {
    if let isMuted = batch.isMuted {
      let now = loop.nowMicroseconds
      reportMute(muteEchoes.observe(isMuted ? 1 : 0, atMicroseconds: now))
    }
    if batch.hasLongLine {
      complain(
        .tooLong,
        "\(watch?.title ?? name) printed a line of more than \(PrintedLines.byteLimit) bytes, which "
          + "is not read")
    }
    // The event may have stopped the control.
    guard queue != nil, let reading = reading(of: batch.lines) else { return }
    if watch != nil { apply(reading) }
  }

  /// What the last line with a value says; of lines without one, the last.
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

  private func apply(_ line: Line) {
    switch line.reading {
    case .level(let level):
      let change = echoes.observe(level, atMicroseconds: loop.nowMicroseconds)
      if presence.isHere { report(change) } else { comeBack() }
    case .offline:
      leave(.offline(reason: "\(watch?.title ?? name) says that it is not available"))
    case .unknown:
      leave(.unknown(reason: "\(watch?.title ?? name) says that its value is not known"))
    case .text, .noLevel, .unreadable, .outOfRange: didNotRead(line, of: watch)
    }
  }

  /// A line without a level: text for a label; for all else nonsense, which changes nothing.
  private func didNotRead(_ line: Line, of run: ProgramRun?) {
    firstLineAlarm?.set(atMicroseconds: nil)
    if settings.use == .readOut { return onEvent(.text(line.bytes.shownText())) }
    let (kind, why): (Complaints.Kind, String) =
      switch line.reading {
      case .outOfRange(let why): (.outOfRange, why)
      case .unreadable(let why), .noLevel(let why): (.unreadable, why)
      default: (.unreadable, "it is no number")
      }
    let reason = "\(run?.title ?? name): \(why)"
    // Until there is a level, that is why there is none; another one of its kind is no news.
    if reported == .level || reported == .unknown { return complain(kind, reason) }
    _ = complaints.isDue(kind, atMicroseconds: loop.nowMicroseconds)
    lose(.unknown(reason: reason))
  }

  private func leave(_ event: ControlEvent) {
    if presence.leave(atMicroseconds: loop.nowMicroseconds) { return lose(event) }
    returnAlarm?.set(atMicroseconds: nil)
    // It was gone already; levels that came in the meantime are out of date.
    echoes.reset()
  }

  /// Returns to the level when nothing says any more that the target is gone.
  func comeBack() {
    let isBack = presence.comeBack(atMicroseconds: loop.nowMicroseconds)
    returnAlarm?.set(atMicroseconds: presence.deadlineMicroseconds)
    if isBack { report(nil) }
  }

  // MARK: get

  /// Reads the value once; again if it was set meanwhile.
  func read() {
    guard get == nil, let arguments = settings.get else { return }
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
      missRead(error.description)
    }
  }

  private func didRead(_ run: ProgramRun, _ outcome: ProgramRun.Outcome) {
    guard queue != nil else { return }
    let lines: [[UInt8]]
    switch outcome {
    case .succeeded(let printed): lines = printed
    case .failed(let reason): return missRead(reason)
    }
    guard let line = reading(of: lines) else {
      return missRead("\(run.title) printed no value")
    }
    // A newer level is being set, and if that fails, it is read again.
    if isGetStale, reported == .level { return isUnset ? read() : () }
    switch line.reading {
    case .level(let level): adopt(level)
    case .offline: lack(.offline(reason: "\(run.title) says that it is not available"))
    case .unknown: lack(.unknown(reason: "\(run.title) says that its value is not known"))
    case .text, .noLevel, .unreadable, .outOfRange:
      didNotRead(line, of: run)
      if settings.use != .readOut, reported != .level, settings.watch == nil { readLater() }
    }
  }

  /// What was read says that there is no value.
  private func lack(_ event: ControlEvent) {
    guard settings.watch == nil else { return leave(event) }
    retry(after: event)
  }

  /// Takes a level that was read after a failure or at the start, whatever was set before.
  private func adopt(_ level: Double) {
    isUnset = false
    guard reported != .level || !echoes.isShown(level) else { return }
    let wasKnown = reported == .level
    echoes.assume(level)
    assumed = level
    report(wasKnown ? level : nil)
  }

  /// Without a value the control waits; with one it goes on.
  private func missRead(_ reason: String) {
    if reported == .level { return complain(.command, reason) }
    // What watches may still say it.
    if settings.watch != nil { return complain(.command, reason) }
    retry(after: .offline(reason: reason))
  }
}
