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
  /// How long after a command what a speaker tells need not be what it will do.
  static let followMicroseconds: Int64 = 800_000
  static let commandIntervalMicroseconds: Int64 = 100_000
  /// The speaker is not asked for its volume more often.
  static let readIntervalMicroseconds: Int64 = 100_000
  static let complaintIntervalMicroseconds: Int64 = 60_000_000

  enum Setting {
    case volume(Int32)
    case mute(Bool)
  }

  enum Purpose {
    case description, details, readMute, readVolume, set, subscribe
  }

  let name: String
  var onEvent: (ControlEvent) -> Void = { _ in }
  let settings: UPnPSettings
  let network: UPnPNetwork
  let loop: EventLoop

  var isStarted = false
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
  /// Whether to read again after the read that is under way.
  var isReadWanted = false
  /// The requests that are under way.
  var exchanges: [Purpose: HTTPExchange] = [:]
  /// The volume that the knob shows; nil while none is known.
  var volume: Int32?
  /// nil for a speaker without a mute of its own.
  var isMuted: Bool?
  /// What to set once the request that is under way is answered: a volume and a mute at most, in the
  /// order in which they were first wanted.
  var waiting: [Setting] = []
  /// When the last volume or mute was sent.
  var commandedAt: Int64 = .min
  var readAt: Int64 = .min
  /// A volume that differs from the one that was set, and has to be read once more to count.
  var suspected: Int32?
  var throttle = Throttle<Double>(intervalMicroseconds: commandIntervalMicroseconds)
  var complaints = Throttle<String>(intervalMicroseconds: complaintIntervalMicroseconds)
  var retry = Retry()
  var lastReason: String?

  /// Our own address as the speaker can reach it, and the speaker's as we do.
  var ownHost = ""
  var speakerHost = ""
  let token = String(UInt64.random(in: 1 << 60...UInt64.max), radix: 36)
  var subscription: String?

  var commandAlarm: Alarm?
  var readAlarm: Alarm?
  var renewAlarm: Alarm?
  var retryAlarm: Alarm?

  init(_ settings: UPnPSettings, over network: UPnPNetwork, loop: EventLoop) {
    name = "UPnP \(settings.title)"
    (self.settings, self.network, self.loop) = (settings, network, loop)
  }

  deinit {
    stop()
  }

  /// Does nothing: the speaker is looked for from `start` on.
  func open() {}

  func start() {
    guard !isStarted else { return }
    isStarted = true
    commandAlarm = loop.makeAlarm { [unowned self] in
      if let level = throttle.due(atMicroseconds: loop.nowMicroseconds) { command(level) }
    }
    readAlarm = loop.makeAlarm { [unowned self] in read() }
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
    isStarted = false
    unsubscribe()
    forget()
    if settings.location == nil { network.leave(self) }
    for alarm in [commandAlarm, readAlarm, renewAlarm, retryAlarm] { alarm?.cancel() }
    (commandAlarm, readAlarm, renewAlarm, retryAlarm) = (nil, nil, nil, nil)
    lastReason = nil
  }

  func set(level: Double, isFinal: Bool) {
    guard volume != nil, level.isFinite else { return }
    let now = loop.nowMicroseconds
    if let level = throttle.offer(level, isFinal: isFinal, atMicroseconds: now) { command(level) }
    commandAlarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
    if isFinal, let rounded = range.level(of: range.volume(at: level)),
      let real = CoarseTarget.shown(rounded, for: level)
    {
      onEvent(.level(real))
    }
  }

  func set(isMuted wanted: Bool) {
    guard volume != nil, let isMuted, isMuted != wanted else { return }
    self.isMuted = wanted
    send(.mute(wanted))
  }

  private func command(_ level: Double) {
    let wanted = range.volume(at: level)
    guard volume != nil, volume != wanted else { return }
    volume = wanted
    suspected = nil
    send(.volume(wanted))
  }

  private func send(_ setting: Setting) {
    let place = waiting.firstIndex {
      switch ($0, setting) {
      case (.volume, .volume), (.mute, .mute): true
      case (.volume, .mute), (.mute, .volume): false
      }
    }
    if let place { waiting[place] = setting } else { waiting.append(setting) }
    sendWaiting()
  }

  /// Sends what waits longest, if nothing is under way: of two requests the second could overtake the
  /// first, and some speakers unmute themselves when they are told a volume.
  private func sendWaiting() {
    guard exchanges[.set] == nil, !waiting.isEmpty else { return }
    switch waiting.removeFirst() {
    case .volume(let wanted): set(action("Set", "Volume"), ("DesiredVolume", "\(wanted)"))
    case .mute(let wanted): set(action("Set", "Mute"), ("DesiredMute", wanted ? "1" : "0"))
    }
  }

  private func set(_ action: String, _ argument: (String, String)) {
    guard let device else { return }
    commandedAt = loop.nowMicroseconds
    // What a read that is under way answers is out of date.
    (exchanges[.readMute], exchanges[.readVolume]) = (nil, nil)
    ask(.set, RenderingControl.request(action, argument, room: room, to: device)) {
      [unowned self] answer in
      if answer.status != 200 {
        let reason = RenderingControl.error(answer.body) ?? "HTTP status \(answer.status ?? 0)"
        complain("the speaker refuses \(action) (\(reason))")
      }
      guard isStarted else { return }
      sendWaiting()
      read(atMicroseconds: loop.nowMicroseconds + Self.settleMicroseconds)
    }
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
    let now = loop.nowMicroseconds
    guard let reason = complaints.offer(reason, isFinal: false, atMicroseconds: now) else { return }
    onEvent(.unreadable(reason: reason))
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
    guard lastReason != reason else { return }
    lastReason = reason
    onEvent(.offline(reason: "\(name): \(reason)"))
  }

  func forget() {
    network.stopReceiving(token)
    exchanges = [:]
    (device, room, volume, isMuted, subscription) = (nil, nil, nil, nil, nil)
    (waiting, suspected, isReadWanted) = ([], nil, false)
    (commandedAt, readAt) = (.min, .min)
    throttle.dropHeld()
    for alarm in [commandAlarm, readAlarm, renewAlarm] { alarm?.set(atMicroseconds: nil) }
  }
}
