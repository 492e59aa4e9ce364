internal import Linux

/// Drives the volume of a speaker on the network (UPnP RenderingControl), and reports changes by
/// others.
///
/// The knob's range maps to the speaker's volume range (`allowedValueRange`). While a finger turns
/// the knob, at most ten volumes per second are sent, one at a time: a second one on another
/// connection could overtake the first. The last one is sent as soon as the previous one is
/// answered.
///
/// Speakers send events late, twice and sometimes wrong, so an event only triggers a read of the
/// volume. At startup and after a loss, no volume is sent.
///
/// Not thread-safe; call `stop` before the loop ends.
final class UPnPControl: ExchangeControl {
  /// The time limit of a response.
  static let answerMicroseconds: Int64 = 3_000_000
  /// How long to search before the speaker is reported as offline.
  static let searchMicroseconds: Int64 = 4_000_000
  /// The polling interval of a speaker without events.
  static let pollMicroseconds: Int64 = 3_000_000
  /// The polling interval of a speaker with events, which may be blocked.
  static let slowPollMicroseconds: Int64 = 30_000_000
  /// The delay between setting a volume and reading it.
  static let settleMicroseconds: Int64 = 300_000
  /// Ten volumes a second, each sent after the response to the previous one.
  ///
  /// A second one on another connection could overtake it. For a while, the speaker may report a
  /// volume other than the one it will adopt.
  static let pace = Pace(
    writeMicroseconds: 100_000, reportMicroseconds: 0, settleMicroseconds: 600_000,
    isSequential: true)
  /// The minimum time between reads.
  static let readIntervalMicroseconds: Int64 = 100_000

  enum Purpose {
    case description, details, readMute, readVolume, set, subscribe
  }

  let name: String
  let settings: UPnPSettings
  let network: UPnPNetwork
  let loop: EventLoop
  let runner: ExchangeRunner

  var device: UPnPDevice?
  /// The unique name of the room, if the device is a zone's renderer; nil for a speaker.
  var room: String?
  var range = UPnPVolumeRange()
  /// The answers to a read of mute and volume.
  struct Answers {
    /// The mute, once `isMuteAnswered`; nil if the speaker has none.
    var isMuted: Bool?
    /// Whether the answer about the mute has arrived.
    var isMuteAnswered = false
    var volume: Int32?
  }

  var answers = Answers()
  /// Whether the speaker's volume has been read.
  var isRead = false
  /// Whether to read again after the read in progress.
  var isReadWanted = false
  /// The requests in progress.
  var exchanges: [Purpose: HTTPExchange] = [:]
  /// The number of the last volume or mute command, and when it was sent.
  private var lastCommand: UInt16 = 0
  var commandedAt: Int64 = .min
  var readAt: Int64 = .min
  var retry = Retry()

  /// The local address towards the speaker, and the speaker's address.
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

  /// Does nothing: `start` begins the search.
  func open() {}

  var isStarted: Bool { runner.isRunning }

  func start() {
    guard !isStarted else { return }
    runner.start()
    readAlarm = loop.makeAlarm { [unowned self] in readState() }
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

  private func sendCommand(_ action: String, _ argument: (String, String)) -> UInt16? {
    guard let device else { return nil }
    commandedAt = loop.nowMicroseconds
    lastCommand &+= 1
    // The answers to a read in progress are out of date.
    (exchanges[.readMute], exchanges[.readVolume]) = (nil, nil)
    send(.set, RenderingControl.request(action, argument, room: room, to: device)) {
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

  /// Returns the name of an action, such as `SetVolume`, or `SetRoomVolume` in a zone.
  func action(_ verb: String, _ noun: String) -> String {
    verb + (room == nil ? "" : "Room") + noun
  }

  // MARK: Requests

  /// Sends a request; without a response, the speaker is lost.
  func send(
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
      case .failure(.malformed): lose("its answer is not HTTP, or is too long")
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
    retry.set(retryAlarm, now: loop.nowMicroseconds)
    reportOffline(reason)
  }

  func reportOffline(_ reason: String) {
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

extension UPnPControl {
  func write(_ write: LevelExchange.Write) -> UInt16? {
    sendCommand(action("Set", "Volume"), ("DesiredVolume", "\(Int(write.number))"))
  }

  func write(isMuted: Bool) -> UInt16? {
    sendCommand(action("Set", "Mute"), ("DesiredMute", isMuted ? "1" : "0"))
  }

  func read() { read(atMicroseconds: loop.nowMicroseconds) }
}

extension LevelExchange.Scale {
  /// Creates a speaker's scale, whose numbers are the speaker's volumes.
  init(_ range: UPnPVolumeRange) {
    self.init(
      number: { Double(range.volume(at: $0)) },
      level: { Int32(exactly: $0).flatMap(range.level(of:)) ?? 0 }, tolerance: 0.5)
  }
}
