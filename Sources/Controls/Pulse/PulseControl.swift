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
  /// PulseAudio itself has carried out a command when it answers a later question.
  ///
  /// pipewire-pulse hands
  /// it on to PipeWire, and may report for some milliseconds what was before.
  static let pace = Pace(
    writeMicroseconds: 50_000, reportMicroseconds: 0, settleMicroseconds: 300_000)
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
  var onEvent: (ControlEvent) -> Void {
    get { runner.onEvent }
    set { runner.onEvent = newValue }
  }

  let target: PulseTarget
  let server: any PulseServer
  let loop: EventLoop
  let reader = PulseReader()

  var balance = PulseBalance()
  let runner: ExchangeRunner

  var isOpen = false
  /// Whether the question underway is for names, to tell which ones there are.
  var isReadingNames = false
  var readMicroseconds: Int64?
  /// Whether the target may have changed since the question underway was asked.
  var isReadWanted = false
  /// The last command, and when it was sent.
  var lastCommand: UInt16 = 0
  var commandMicroseconds: Int64?
  /// Until when commands are ignored.
  var changeoverEndMicroseconds: Int64?

  var readAlarm: Alarm?
  var answerAlarm: Alarm?

  /// A control that is not started yet.
  init(_ settings: PulseSettings, at server: any PulseServer, loop: EventLoop) {
    name = PulseControl.name(of: settings)
    target = settings.target
    self.server = server
    self.loop = loop
    runner = ExchangeRunner(LevelExchange(Self.pace, scale: .pulse), loop: loop)
    runner.target = self
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
    guard !runner.isRunning else { return }
    runner.start()
    readAlarm = loop.makeAlarm { [unowned self] in read() }
    answerAlarm = loop.makeAlarm { [unowned self] in server.didNotAnswer() }
    server.join(self)
  }

  func set(level: Double, isFinal: Bool) {
    guard !isChangingOver else { return }
    runner.update { $0.set(level, isFinal: isFinal, at: $1) }
  }

  func set(isMuted: Bool) {
    guard !isChangingOver else { return }
    runner.update { $0.set(isMuted: isMuted, at: $1) }
  }

  func stop() {
    guard runner.isRunning else { return }
    reader.end()
    server.leave(self)
    runner.stop()
    forget()
    for alarm in [readAlarm, answerAlarm] { alarm?.cancel() }
    (readAlarm, answerAlarm) = (nil, nil)
    isOpen = false
  }

  /// Whether the volume is known.
  var isOnline: Bool { runner.exchange.known == .level }

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
    runner.update { exchange, _ in exchange.lost(.offline(reason: reason)) }
  }

  func forget() {
    balance = PulseBalance()
    (commandMicroseconds, changeoverEndMicroseconds) = (nil, nil)
  }
}

extension PulseControl: ExchangeTarget {
  func write(_ write: LevelExchange.Write) -> UInt16? {
    for index in balance.entries.indices {
      server.setVolume(
        balance.volume(of: index, at: write.number), of: balance.entries[index].index, target)
    }
    commandMicroseconds = loop.nowMicroseconds
    lastCommand &+= 1
    // Its answer comes when the server has carried out the command.
    read()
    return lastCommand
  }

  func write(isMuted: Bool) -> UInt16? {
    for entry in balance.entries { server.setMute(isMuted, of: entry.index, target) }
    read()
    return nil
  }
}

extension LevelExchange.Scale {
  /// Levels as the server has them: its volumes are whole numbers.
  fileprivate static var pulse: Self {
    Self(
      number: { (CoarseTarget.limited($0) * PulseVolume.full).rounded() / PulseVolume.full },
      level: { $0 }, tolerance: PulseVolume.tolerance / PulseVolume.full)
  }
}
