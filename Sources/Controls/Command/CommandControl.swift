internal import Diagnostics
internal import Layout
internal import Linux

/// Drives a target by programs: one sets a value, one reports it while the control runs, one reads
/// it once.
///
/// At startup and after a loss, the value is read, and nothing is set. A value that cannot be set
/// now is never set later. While a finger turns the knob, at most twenty programs per second are
/// started, one at a time; the last value is set at once, or when the previous program has ended.
///
/// Without a program that reads, the target is assumed to follow.
///
/// Not thread-safe; call `stop` before the loop ends.
final class CommandControl: ExchangeControl {
  /// A program takes some milliseconds to start, so a higher rate would not be noticed.
  ///
  /// After a loss, a watching program has as long for its first line as at startup.
  static let pace = Pace(
    writeMicroseconds: 50_000, reportMicroseconds: 0, returnMicroseconds: 5_000_000,
    isSequential: true)

  let name: String

  let settings: CommandSettings
  let loop: EventLoop
  let starter: ProgramStarter
  let endingPrograms: EndingPrograms
  let runner: ExchangeRunner

  /// Nil while the control is stopped.
  var queue: CommandQueue?
  var watch: ProgramRun?
  var get: ProgramRun?
  /// Whether a level was set since `get` began, so that its output may be out of date.
  var isGetStale = false
  var retry = Retry()

  var retryAlarm: Alarm?
  /// The number of the last run that set something.
  private var lastRun: UInt16 = 0

  /// Creates a control, not yet open.
  ///
  /// - Parameters:
  ///   - settings: The programs.
  ///   - starter: Starts the programs.
  ///   - endingPrograms: Keeps programs until they have ended.
  ///   - loop: The event loop; must outlive the control.
  init(
    _ settings: CommandSettings, starter: ProgramStarter, ending endingPrograms: EndingPrograms,
    loop: EventLoop
  ) {
    name = "command \"\(VisibleText.printable(settings.firstProgram))\""
    self.settings = settings
    self.loop = loop
    self.starter = starter
    self.endingPrograms = endingPrograms
    var pace = Self.pace
    pace.reportsWrites = settings.watch != nil
    runner = ExchangeRunner(
      LevelExchange(
        pace, scale: LevelExchange.Scale(settings.value), use: settings.use,
        isReadOnly: settings.set == nil, initialLevel: settings.initialLevel),
      loop: loop)
    runner.target = self
  }

  deinit {
    stop()
  }

  /// Checks that the programs exist; starts none.
  func open() throws(CommandError) {
    for arguments in settings.programs { try ProgramSearch.check(arguments.first ?? "") }
  }

  func start() {
    guard queue == nil else { return }
    queue = makeQueue()
    runner.start()
    retryAlarm = loop.makeAlarm { [unowned self] in connect() }
    connect()
  }

  func stop() {
    guard let queue else { return }
    self.queue = nil
    if let write = runner.exchange.unsentWrite { try? queue.add(.level(write.number)) }
    if let isMuted = runner.exchange.unsentMute { try? queue.add(.mute(isMuted)) }
    endingPrograms.finish(queue)
    for run in [watch, get].compactMap({ $0 }) { endingPrograms.end(run) }
    (watch, get) = (nil, nil)
    retryAlarm?.cancel()
    retryAlarm = nil
    runner.stop()
  }

  // MARK: Setting

  private func makeQueue() -> CommandQueue {
    let value = settings.value
    let setting = settings.set.map { CommandTemplate($0, placeholder: "{value}") }
    let mute = settings.mute
    let muting = mute.map { CommandTemplate($0.set, placeholder: "{muted}") }
    let queue = CommandQueue(
      timeoutMicroseconds: settings.timeoutMicroseconds, starter: starter, loop: loop
    ) { job in
      switch job {
      case .level(let level): setting?.arguments(value.text(for: level))
      case .code: setting?.arguments("")
      case .mute(let isMuted):
        muting?.arguments((isMuted ? mute?.muted : mute?.unmuted) ?? "")
      }
    }
    queue.onEnd = { [unowned self] job, failure in
      if let failure { didFailToSet(job, failure) }
      runner.update { [lastRun] in $0.confirmed(lastRun, at: $1) }
    }
    return queue
  }

  private func begin(_ job: CommandQueue.Job) -> UInt16? {
    isGetStale = true
    lastRun &+= 1
    do throws(SystemError) {
      try queue?.add(job)
      return lastRun
    } catch {
      didFailToSet(job, error.description)
      return nil
    }
  }

  private func didFailToSet(_ job: CommandQueue.Job, _ reason: String) {
    complain(.command, reason)
    runner.update { exchange, _ in
      switch job {
      case .level: exchange.refused()
      case .mute: exchange.refusedMute()
      case .code: LevelExchange.Effects()
      }
    }
  }

  /// Reports a problem, unless one of its kind was reported recently.
  func complain(_ kind: Complaints.Kind, _ reason: String) {
    runner.update { $0.complain(kind, reason, at: $1) }
  }
}

extension CommandControl {
  func write(_ write: LevelExchange.Write) -> UInt16? { begin(.level(write.number)) }

  func write(isMuted: Bool) -> UInt16? { begin(.mute(isMuted)) }

  func send(code: TypedCode) -> Bool {
    guard runner.isRunning, runner.exchange.canWrite else { return false }
    return begin(.code(code)) != nil
  }
}
