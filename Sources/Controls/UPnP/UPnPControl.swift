internal import Linux

/// Drives the volume of a speaker on the network (UPnP RenderingControl), and reports when others
/// change it.
///
/// Volumes are those that the speaker allows (`allowedValueRange`): the knob's lowest value is the
/// least, its highest the greatest. While a finger turns the knob, at most ten volumes per second are
/// sent, one at a time: a second one on another connection could overtake the first. The last one is
/// sent as soon as the one before it is answered.
///
/// Events of speakers come late, twice and sometimes wrong, so they are only taken as a hint to ask
/// for the volume. Nothing is sent at the start or after a loss.
///
/// Not for use from a second thread; `stop` it before the loop ends.
final class UPnPControl: Control {
  /// How long a speaker may take to answer a request.
  static let answerMicroseconds: Int64 = 3_000_000
  /// How long the search may take until the speaker is reported as offline.
  static let searchMicroseconds: Int64 = 4_000_000
  /// How often a speaker without events is asked for its volume.
  static let pollMicroseconds: Int64 = 3_000_000
  /// How often one with events is, which somebody may keep away.
  static let slowPollMicroseconds: Int64 = 30_000_000
  /// How long after a volume was set the speaker is asked for it.
  static let settleMicroseconds: Int64 = 300_000
  /// Ten volumes a second, each after the answer to the one before.
  ///
  /// A second one on another connection could overtake it. What a speaker reports for a while need not
  /// be what it will do.
  static let pace = Pace(
    writeMicroseconds: 100_000, reportMicroseconds: 0, settleMicroseconds: 600_000,
    isSequential: true)
  /// The speaker is not asked for its volume more often.
  static let readIntervalMicroseconds: Int64 = 100_000

  enum Purpose {
    case description, details, readMute, readVolume, set, subscribe
  }

  let name: String
  var onEvent: (ControlEvent) -> Void {
    get { runner.onEvent }
    set { runner.onEvent = newValue }
  }
  let settings: UPnPSettings
  let network: UPnPNetwork
  let loop: EventLoop
  let runner: ExchangeRunner

  var device: UPnPDevice?
  /// The unique name of the room whose volume it is, in a zone's renderer; nil for a speaker's own.
  var room: String?
  var range = UPnPVolumeRange()
  /// What the speaker has answered to the questions that were asked together.
  struct Answers {
    /// nil before the answer; `.some(nil)` for a speaker without a mute.
    var isMuted: Bool??
    var volume: Int32?
  }

  var answers = Answers()
  /// Whether the speaker that was found has told its volume.
  var isRead = false
  /// Whether to read again after the read that is under way.
  var isReadWanted = false
  /// The requests that are under way.
  var exchanges: [Purpose: HTTPExchange] = [:]
  /// The last volume or mute that was sent, and when.
  private var lastCommand: UInt16 = 0
  var commandedAt: Int64 = .min
  var readAt: Int64 = .min
  var retry = Retry()

  /// Our own address as the speaker can reach it, and the speaker's as we do.
  var ownHost = ""
  var speakerHost = ""
  let token = String(UInt64.random(in: 1 << 60...UInt64.max), radix: 36)
  var subscription: String?

  var readAlarm: Alarm?
  var renewAlarm: Alarm?
  var retryAlarm: Alarm?

  init(_ settings: UPnPSettings, over network: UPnPNetwork, loop: EventLoop) {
    name = "UPnP \(settings.title)"
    (self.settings, self.network, self.loop) = (settings, network, loop)
    runner = ExchangeRunner(
      LevelExchange(Self.pace, scale: LevelExchange.Scale(range)), loop: loop)
    runner.target = self
  }

  deinit {
    stop()
  }

  /// Does nothing: the speaker is looked for from `start` on.
  func open() {}

  var isStarted: Bool { runner.isRunning }

  func start() {
    guard !isStarted else { return }
    runner.start()
    readAlarm = loop.makeAlarm { [unowned self] in askForState() }
    renewAlarm = loop.makeAlarm { [unowned self] in subscribe() }
    retryAlarm = loop.makeAlarm { [unowned self] in find() }
    if settings.location == nil {
      retryAlarm?.set(afterMicroseconds: Self.searchMicroseconds)
      network.join(self)
    } else {
      find()
    }
  }

  func stop() {
    guard isStarted else { return }
    runner.stop()
    unsubscribe()
    forget()
    if settings.location == nil { network.leave(self) }
    for alarm in [readAlarm, renewAlarm, retryAlarm] { alarm?.cancel() }
    (readAlarm, renewAlarm, retryAlarm) = (nil, nil, nil)
  }

  func set(level: Double, isFinal: Bool) {
    guard isRead else { return }
    runner.update { $0.set(level, isFinal: isFinal, at: $1) }
  }

  func set(isMuted: Bool) {
    guard isRead else { return }
    runner.update { $0.set(isMuted: isMuted, at: $1) }
  }

  private func set(_ action: String, _ argument: (String, String)) -> UInt16? {
    guard let device else { return nil }
    commandedAt = loop.nowMicroseconds
    lastCommand &+= 1
    // What a read that is under way answers is out of date.
    (exchanges[.readMute], exchanges[.readVolume]) = (nil, nil)
    ask(.set, RenderingControl.request(action, argument, room: room, to: device)) {
      [unowned self] answer in
      if answer.status != 200 {
        let reason = RenderingControl.error(answer.body) ?? "HTTP status \(answer.status ?? 0)"
        complain("the speaker refuses \(action) (\(reason))")
      }
      runner.update { [lastCommand] in $0.confirmed(lastCommand, at: $1) }
      guard isStarted else { return }
      read(atMicroseconds: loop.nowMicroseconds + Self.settleMicroseconds)
    }
    return lastCommand
  }

  /// The name of an action, such as `SetVolume`, or `SetRoomVolume` in a zone.
  func action(_ verb: String, _ noun: String) -> String {
    verb + (room == nil ? "" : "Room") + noun
  }

  // MARK: Requests

  /// Sends a request; the speaker is lost if it does not answer.
  func ask(
    _ purpose: Purpose, _ request: HTTPExchange.Request,
    _ completion: @escaping (HTTPReader.Message) -> Void
  ) {
    let exchange = HTTPExchange(
      request, limitMicroseconds: Self.answerMicroseconds, loop: loop
    ) { [unowned self] result in
      if let own = exchanges[purpose]?.localAddress, let peer = exchanges[purpose]?.peerAddress {
        (ownHost, speakerHost) = (own.host, peer.host)
      }
      exchanges[purpose] = nil
      switch result {
      case .success(let message): completion(message)
      case .failure(.unreachable(let reason)): lose("it cannot be reached: \(reason)")
      case .failure(.silent(let seconds)): lose("no answer in \(seconds) seconds")
      case .failure(.malformed): lose("what answers there is not HTTP, or too long")
      }
    }
    exchanges[purpose] = exchange
    exchange.start()
  }

  // MARK: Reporting

  func complain(_ reason: String) {
    runner.update { $0.complain(.command, reason, at: $1) }
  }

  func lose(_ reason: String) {
    guard isStarted else { return }
    if let device { network.forget(device) }
    forget()
    let now = loop.nowMicroseconds
    retryAlarm?.set(
      atMicroseconds: retry.nextMicroseconds(now: now, jitter: .random(in: 0...1)))
    report(reason)
  }

  func report(_ reason: String) {
    runner.update { exchange, _ in exchange.lost(.offline(reason: "\(name): \(reason)")) }
  }

  func forget() {
    network.stopReceiving(token)
    exchanges = [:]
    (device, room, subscription, isRead, isReadWanted) = (nil, nil, nil, false, false)
    (commandedAt, readAt) = (.min, .min)
    for alarm in [readAlarm, renewAlarm] { alarm?.set(atMicroseconds: nil) }
  }
}

extension UPnPControl: ExchangeTarget {
  func write(_ write: LevelExchange.Write) -> UInt16? {
    set(action("Set", "Volume"), ("DesiredVolume", "\(Int(write.number))"))
  }

  func write(isMuted: Bool) -> UInt16? {
    set(action("Set", "Mute"), ("DesiredMute", isMuted ? "1" : "0"))
  }

  func read() { read(atMicroseconds: loop.nowMicroseconds) }
}

extension LevelExchange.Scale {
  /// The scale of a speaker; its numbers are the speaker's volumes.
  init(_ range: UPnPVolumeRange) {
    self.init(
      number: { Double(range.volume(at: $0)) },
      level: { Int32(exactly: $0).flatMap(range.level(of:)) ?? 0 }, tolerance: 0.5)
  }
}
