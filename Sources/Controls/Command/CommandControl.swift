internal import Diagnostics
internal import Layout
internal import Linux

/// Drives whatever programs drive: one sets a value, one reports it as long as the control runs, one
/// reads it once.
///
/// Nothing is set at the start or after a loss; instead the value is read. A value that cannot be set
/// now is never set later. While a finger turns the knob, at most twenty programs per second are
/// started, one at a time; the last value is set at once, or when the program before it has ended.
///
/// Without a program that reads, the target is assumed to follow.
///
/// Not for use from a second thread; `stop` it before the loop ends.
final class CommandControl: Control {
  /// How long a program that watches may take to print its first line.
  static let firstLineMicroseconds: Int64 = 5_000_000

  let name: String
  var onEvent: (ControlEvent) -> Void = { _ in }

  let settings: CommandSettings
  let loop: EventLoop
  let starter: ProgramStarter
  let leaving: LeavingPrograms
  var echoes: EchoFilter
  var muteEchoes = EchoFilter(tolerance: 0.25)
  /// The last report.
  enum Reported: Equatable {
    case nothing, level, unknown, loss
  }
  var reported = Reported.nothing
  /// The last reason of a loss, which is not repeated.
  var reason: String?
  var presence = Presence()
  /// The level of a target that nothing reads.
  var assumed: Double
  /// Whether the last program that set a level failed, so that setting it again is no repetition.
  var isUnset = false
  var complaints = Complaints()

  /// Nil while the control is stopped.
  var queue: CommandQueue?
  var watch: ProgramRun?
  var get: ProgramRun?
  /// Whether a level was set since `get` began, so that what it prints may be out of date.
  var isGetStale = false
  var retry = Retry()

  var retryAlarm: Alarm?
  var firstLineAlarm: Alarm?
  var echoAlarm: Alarm?
  var returnAlarm: Alarm?

  /// Creates a control that is not open yet.
  ///
  /// - Parameters:
  ///   - settings: The programs.
  ///   - starter: Starts them.
  ///   - leaving: Keeps those that end.
  ///   - loop: Where they are watched; must outlive the control.
  init(
    _ settings: CommandSettings, starter: ProgramStarter, leaving: LeavingPrograms, loop: EventLoop
  ) {
    let program = settings.programs.first?.arguments.first ?? ""
    name = "command \"\(VisibleText.printable(program))\""
    self.settings = settings
    self.loop = loop
    self.starter = starter
    self.leaving = leaving
    assumed = settings.initialLevel
    echoes = EchoFilter(tolerance: settings.value.tolerance)
  }

  deinit {
    stop()
  }

  /// Checks that the programs exist; none is started.
  func open() throws(CommandError) {
    for (_, arguments) in settings.programs {
      try ProgramSearch.check(arguments.first ?? "")
    }
  }

  func start() {
    guard queue == nil else { return }
    queue = makeQueue()
    retryAlarm = loop.makeAlarm { [unowned self] in connect() }
    firstLineAlarm = loop.makeAlarm { [unowned self] in missLine() }
    echoAlarm = loop.makeAlarm { [unowned self] in
      let now = loop.nowMicroseconds
      reportMute(muteEchoes.due(atMicroseconds: now))
      report(echoes.due(atMicroseconds: now))
    }
    returnAlarm = loop.makeAlarm { [unowned self] in comeBack() }
    connect()
  }

  func set(level: Double, isFinal: Bool) {
    let canSend = reported == .level || settings.use.isOnOff && reported == .unknown
    guard canSend, level.isFinite, let queue else { return }
    guard settings.set != nil else {
      // A gauge: the knob returns to what is there.
      if isFinal, let shown = echoes.shown { onEvent(.level(shown)) }
      return
    }
    queue.offer(level, isFinal: isFinal)
    if isFinal, !settings.use.isOnOff,
      let real = CoarseTarget.shown(settings.value.rounded(level), for: level)
    {
      onEvent(.level(real))
    }
  }

  func set(isMuted: Bool) {
    guard reported == .level, settings.mute != nil else { return }
    queue?.offer(isMuted: isMuted)
  }

  func stop() {
    guard let queue else { return }
    self.queue = nil
    leaving.finish(queue)
    for run in [watch, get].compactMap({ $0 }) { leaving.end(run) }
    (watch, get) = (nil, nil)
    for alarm in [retryAlarm, firstLineAlarm, echoAlarm, returnAlarm] { alarm?.cancel() }
    (retryAlarm, firstLineAlarm, echoAlarm, returnAlarm) = (nil, nil, nil, nil)
    forget()
    (reported, reason, presence) = (.nothing, nil, Presence())
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
      case .mute(let isMuted):
        muting?.arguments((isMuted ? mute?.muted : mute?.unmuted) ?? "")
      }
    }
    queue.onJob = { [unowned self] in willRun($0) }
    queue.onResult = { [unowned self] in didRun($0) }
    return queue
  }

  /// Whether there is something to do.
  private func willRun(_ job: CommandQueue.Job) -> Bool {
    let now = loop.nowMicroseconds
    switch job {
    case .level(let level):
      // A push does the same each time, and does not say what the state will be.
      if settings.use == .push { return true }
      let level = settings.value.rounded(level)
      guard isUnset || !echoes.isShown(level) else { return false }
      isUnset = false
      echoes.didCommand(level, atMicroseconds: now)
      assumed = level
    case .mute(let isMuted):
      guard !muteEchoes.isShown(isMuted ? 1 : 0) else { return false }
      muteEchoes.didCommand(isMuted ? 1 : 0, atMicroseconds: now)
    }
    isGetStale = true
    setEchoAlarm()
    return true
  }

  private func didRun(_ result: CommandQueue.Result) {
    guard case .failed(let job, let reason) = result else { return }
    complain(.command, reason)
    switch job {
    case .level: isUnset = true
    // Nothing tells whether it is muted now: the next request is none that is done already.
    case .mute where settings.watch == nil: muteEchoes.reset()
    case .mute: break
    }
    if settings.get != nil { read() }
  }

  /// Reports a problem, unless one of its kind was reported lately.
  func complain(_ kind: Complaints.Kind, _ reason: String) {
    guard complaints.isDue(kind, atMicroseconds: loop.nowMicroseconds) else { return }
    onEvent(.unreadable(reason: reason))
  }

  // MARK: Reporting

  func setEchoAlarm() {
    // Without a program that reads, no answer is expected.
    guard settings.watch != nil else { return }
    let deadlines = [echoes.deadlineMicroseconds, muteEchoes.deadlineMicroseconds]
    echoAlarm?.set(atMicroseconds: deadlines.compactMap { $0 }.min())
  }

  func report(_ change: Double?) {
    setEchoAlarm()
    guard presence.isHere, let level = change ?? (reported == .level ? nil : echoes.shown) else {
      return
    }
    if reported != .level {
      // Before the first level, whether it is muted; that it is not, until somebody says so.
      if settings.mute != nil {
        if muteEchoes.shown == nil { muteEchoes.assume(0) }
        onEvent(.muted(muteEchoes.shown == 1))
      }
      (reported, reason) = (.level, nil)
      firstLineAlarm?.set(atMicroseconds: nil)
    }
    // A level that waits: the panel goes to this one, which came after it.
    if change != nil { queue?.dropLevel() }
    onEvent(.level(level))
  }

  func reportMute(_ change: Double?) {
    setEchoAlarm()
    guard reported == .level, settings.mute != nil, let change else { return }
    onEvent(.muted(change == 1))
  }

  /// Reports that the target cannot be reached, or its value is unknown.
  func lose(_ event: ControlEvent) {
    forget()
    switch event {
    case .unknown(let reason):
      reported = .unknown
      if reason == self.reason { return }
      self.reason = reason
    case .offline(let reason):
      reported = .loss
      if reason == self.reason { return }
      self.reason = reason
    default: return
    }
    onEvent(event)
  }

  private func forget() {
    // The end of a press follows its beginning, whatever has become of the target meanwhile.
    if !settings.use.isOnOff { queue?.dropWaiting() }
    echoes.reset()
    muteEchoes.reset()
    isUnset = false
    for alarm in [echoAlarm, firstLineAlarm, returnAlarm] { alarm?.set(atMicroseconds: nil) }
  }
}
