internal import Linux

/// Drives the volume of a sink, a source or an application's streams, and reports changes by
/// others.
///
/// At startup, after a loss, and when another sink becomes the default, nothing is written; the
/// volume is reported instead. While a finger turns the knob, at most twenty volumes per second are
/// written, each after the server has answered the previous one; the last one is written at once.
///
/// The server's calls can block: it must run on the thread of a `ControlWorker`. Call `stop` before
/// the loop ends.
final class PulseControl: ExchangeControl {
  /// PulseAudio itself has executed a command once it answers a later query.
  ///
  /// pipewire-pulse forwards commands to PipeWire, and may report the old value for some
  /// milliseconds.
  static let pace = Pace(
    writeMicroseconds: 50_000, reportMicroseconds: 0, settleMicroseconds: 300_000)
  /// The minimum time between reads of the volume; displays show 60 frames per second.
  static let readIntervalMicroseconds: Int64 = 20_000
  /// The time limit of an answer.
  static let answerMicroseconds: Int64 = 3_000_000
  /// How long after a command the knob counts as being turned.
  static let turnMicroseconds: Int64 = 500_000
  /// How long levels are ignored after the target was replaced during a turn: they were meant for
  /// the old target.
  static let changeoverMicroseconds: Int64 = 100_000

  let name: String

  let target: PulseTarget
  let server: any PulseServer
  let loop: EventLoop
  let reader = PulseReader()

  var balance = PulseBalance()
  let runner: ExchangeRunner

  var isOpen = false
  /// Whether the query in progress reads names, to list the available ones.
  var isReadingNames = false
  var readMicroseconds: Int64?
  /// Whether the target may have changed since the query in progress was sent.
  var isReadWanted = false
  /// The number of the last command, and when it was sent.
  var lastCommand: UInt16 = 0
  var commandMicroseconds: Int64?
  /// When commands stop being ignored.
  var changeoverEndMicroseconds: Int64?

  var readAlarm: Alarm?
  var answerAlarm: Alarm?

  /// Creates a control, not yet started.
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

  // Does nothing: servers, sinks and applications come and go, and so does the library.
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

  /// Reports why there is no level, unless already reported.
  func lose(_ reason: String) {
    forget()
    runner.update { exchange, _ in exchange.lost(.offline(reason: reason)) }
  }

  func forget() {
    balance = PulseBalance()
    (commandMicroseconds, changeoverEndMicroseconds) = (nil, nil)
  }
}

extension PulseControl {
  func write(_ write: LevelExchange.Write) -> UInt16? {
    for index in balance.entries.indices {
      server.setVolume(
        balance.volume(of: index, at: write.number), of: balance.entries[index].index, target)
    }
    commandMicroseconds = loop.nowMicroseconds
    lastCommand &+= 1
    // The server answers after it has executed the command.
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
  /// Rounds levels like the server, whose volumes are integers.
  fileprivate static var pulse: Self {
    Self(
      number: { (CoarseTarget.limited($0) * PulseVolume.full).rounded() / PulseVolume.full },
      level: { $0 }, tolerance: PulseVolume.tolerance / PulseVolume.full)
  }
}
