internal import Linux

/// Drives the volume of a sink, a source or an application's streams, and reports when others
/// change it.
///
/// Nothing is written at the start, after a loss, or when another sink becomes the default; instead
/// the volume is reported. While a finger turns the knob, at most twenty volumes per second are
/// written, each after the server has answered to the one before; the last one is written at once.
///
/// Its server's calls can block: it must run on the thread of a `ControlWorker`. `stop` it before
/// the loop ends.
final class PulseControl: Control {
  static let writeIntervalMicroseconds: Int64 = 50_000
  /// More often than this the server is not asked what the volume is; displays show 60 frames.
  static let readIntervalMicroseconds: Int64 = 20_000
  /// How long the server may take to answer.
  static let answerMicroseconds: Int64 = 3_000_000
  /// For so long after a command the knob counts as being turned.
  static let turnMicroseconds: Int64 = 500_000
  /// For so long after another target has taken the place of one that was being turned, levels are
  /// ignored: they were meant for that one.
  static let changeoverMicroseconds: Int64 = 100_000

  let name: String
  var onEvent: (ControlEvent) -> Void = { _ in }

  let target: PulseTarget
  let server: any PulseServer
  let loop: EventLoop
  let reader = PulseReader()

  var balance = PulseBalance()
  var complaints = Complaints()
  var level = PulseEcho(tolerance: PulseVolume.tolerance / PulseVolume.full)
  var mute = PulseEcho(tolerance: 0.5)
  var throttle = Throttle<Double>(intervalMicroseconds: writeIntervalMicroseconds)

  var isOpen = false
  /// Whether the last report was a level.
  var isOnline = false
  /// The last reported reason why there is no level.
  var reason: String?
  /// Whether the question underway is for names, to tell which ones there are.
  var isReadingNames = false
  var readMicroseconds: Int64?
  /// Whether the target may have changed since the question underway was asked.
  var isReadWanted = false
  /// Whether a command was sent to which the server has not answered, and the level to set then.
  var isWriteUnderway = false
  var waiting: Double?
  /// When the last command was sent, and until when commands are ignored.
  var commandMicroseconds: Int64?
  var changeoverEndMicroseconds: Int64?

  var writeAlarm: Alarm?
  var readAlarm: Alarm?
  var answerAlarm: Alarm?

  /// A control that is not started yet.
  init(_ settings: PulseSettings, at server: any PulseServer, loop: EventLoop) {
    name = PulseControl.name(of: settings)
    target = settings.target
    self.server = server
    self.loop = loop
    reader.onAnswer = { [unowned self] in didRead($0) }
  }

  deinit {
    stop()
  }

  /// The target's name in messages.
  static func name(of settings: PulseSettings) -> String {
    let server = settings.server.map { " of \(PulseError.title($0))" } ?? ""
    return "PulseAudio \(settings.target.title)\(server)"
  }

  // Without `open`: servers, sinks and applications come and go, and so does the library.
  func open() {}

  func start() {
    guard writeAlarm == nil else { return }
    writeAlarm = loop.makeAlarm { [unowned self] in
      if let level = throttle.due(atMicroseconds: loop.nowMicroseconds) { command(level) }
    }
    readAlarm = loop.makeAlarm { [unowned self] in read() }
    answerAlarm = loop.makeAlarm { [unowned self] in server.didNotAnswer() }
    server.join(self)
  }

  func set(level: Double, isFinal: Bool) {
    guard isOnline, level.isFinite, !isChangingOver else { return }
    // One at a time: a server that does not answer must not be sent outdated levels.
    if isWriteUnderway, !isFinal {
      waiting = level
      return
    }
    waiting = nil
    let now = loop.nowMicroseconds
    if let level = throttle.offer(level, isFinal: isFinal, atMicroseconds: now) { command(level) }
    writeAlarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
  }

  func set(isMuted: Bool) {
    let state: Double = isMuted ? 1 : 0
    guard isOnline, !mute.isShown(state), !isChangingOver else { return }
    for entry in balance.entries { server.setMute(isMuted, of: entry.index, target) }
    mute.didCommand(state, atMicroseconds: loop.nowMicroseconds)
    read()
  }

  func stop() {
    guard writeAlarm != nil else { return }
    reader.end()
    server.leave(self)
    forget()
    for alarm in [writeAlarm, readAlarm, answerAlarm] { alarm?.cancel() }
    (writeAlarm, readAlarm, answerAlarm) = (nil, nil, nil)
    isOpen = false
    reason = nil
  }

  // MARK: Writing

  private func command(_ wanted: Double) {
    // As the server will have it: volumes are whole numbers.
    let wanted = (min(max(wanted, 0), 1) * PulseVolume.full).rounded() / PulseVolume.full
    // A target that is amplified shows as 1, and stays as it is while the knob does.
    guard isOnline, !level.isShown(wanted) else { return }
    for index in balance.entries.indices {
      server.setVolume(
        balance.volume(of: index, at: wanted), of: balance.entries[index].index, target)
    }
    let now = loop.nowMicroseconds
    level.didCommand(wanted, atMicroseconds: now)
    commandMicroseconds = now
    isWriteUnderway = true
    // Its answer comes when the server has carried out the command.
    read()
  }

  /// Forgets a level that waits: the panel goes to one that was reported after it.
  func dropUnsent() {
    throttle.dropHeld()
    waiting = nil
    writeAlarm?.set(atMicroseconds: nil)
  }

  private var isChangingOver: Bool {
    guard let end = changeoverEndMicroseconds else { return false }
    if loop.nowMicroseconds < end { return true }
    changeoverEndMicroseconds = nil
    return false
  }

  // MARK: Losing it

  /// Reports that there is no level, and why, unless that was reported.
  func lose(_ reason: String) {
    forget()
    guard reason != self.reason else { return }
    self.reason = reason
    onEvent(.offline(reason: reason))
  }

  func forget() {
    isOnline = false
    balance = PulseBalance()
    level.reset()
    mute.reset()
    throttle.dropHeld()
    (isWriteUnderway, waiting) = (false, nil)
    (commandMicroseconds, changeoverEndMicroseconds) = (nil, nil)
    writeAlarm?.set(atMicroseconds: nil)
  }
}
