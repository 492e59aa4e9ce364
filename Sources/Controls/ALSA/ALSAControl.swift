internal import Linux

/// Drives one ALSA mixer element, and reports when another program changes it.
///
/// It never writes at start-up or when a card comes back; instead it reports the mixer's level. All
/// channels keep their balance. The element's switch is its mute, apart from the level, also at
/// level 0: muted are all channels, or it is not.
///
/// Its calls of alsa-lib block while a card hangs, so it must run on the thread of a
/// `ControlWorker`. `stop` it before the loop ends.
final class ALSAControl: ExchangeControl {
  typealias Opener = () throws(ALSAError) -> any MixerElement

  /// A write is a cheap ioctl; more than 50 per second make no audible difference.
  ///
  /// For a while after a write, a mixer may return an old value (snapcast waits 1 s).
  static let pace = Pace(
    writeMicroseconds: 20_000, reportMicroseconds: 0, settleMicroseconds: 250_000)

  /// How long udev may take to give a new card its permissions.
  private static let arrivalMicroseconds: Int64 = 100_000

  let name: String
  let runner: ExchangeRunner

  private let card: String
  private let elementName: String
  private let loop: EventLoop
  private let openElement: Opener
  private let mutesBySwitch: Bool
  /// The folder that contains "snd", "/dev" except in tests.
  private let deviceParent: String

  /// Both are nil while the element cannot be reached.
  private var element: (any MixerElement)?
  private var volume: MixerVolume?
  private var watched: [Int32] = []
  /// Kept between calls so that turning the knob does not allocate memory.
  private var channels: [Int] = []

  var retry = Retry()
  private var retryAlarm: Alarm?
  /// Nil while the element can be reached.
  private var arrivals: CardArrivals?

  /// A control that is not open yet.
  ///
  /// - Parameters:
  ///   - settings: Its card and element.
  ///   - loop: Where it watches the mixer; must outlive the control.
  convenience init(_ settings: ALSASettings, loop: EventLoop) {
    self.init(
      card: settings.card, element: settings.element, mutesBySwitch: settings.mutesBySwitch,
      loop: loop
    ) { () throws(ALSAError) in
      let mixer = try ALSAMixer(card: SoundCards.deviceName(of: settings.card))
      return try ALSAElement(ElementName(settings.element), of: mixer)
    }
  }

  init(
    card: String, element: String, mutesBySwitch: Bool = true, loop: EventLoop,
    deviceParent: String = "/dev", openElement: @escaping Opener
  ) {
    name = ALSAControl.name(card: card, element: element)
    self.card = card
    elementName = element
    self.loop = loop
    self.deviceParent = deviceParent
    self.mutesBySwitch = mutesBySwitch
    self.openElement = openElement
    // The scale is that of the element, once it is found.
    let scale = LevelExchange.Scale(number: { $0 }, level: { $0 }, tolerance: 0)
    runner = ExchangeRunner(LevelExchange(Self.pace, scale: scale), loop: loop)
    runner.target = self
  }

  deinit {
    stop()
  }

  /// The element's name in messages.
  static func name(card: String, element: String) -> String {
    "ALSA element \"\(element)\" of card \"\(card)\""
  }

  func open() throws(ALSAError) {
    guard element == nil else { return }
    let element = try openElement()
    let shape = try element.shape()
    try element.read(into: &channels)
    volume = try volume(of: element, shape)
    self.element = element
  }

  func start() {
    guard !runner.isRunning else { return }
    runner.start()
    retryAlarm = loop.makeAlarm { [unowned self] in connect() }
    connect()
  }

  func stop() {
    runner.stop()
    disconnect()
    retryAlarm?.cancel()
    (retryAlarm, arrivals) = (nil, nil)
  }

  // MARK: Connection

  private func connect() {
    attempt { () throws(ALSAError) in
      try open()
      guard let element else { return }
      for descriptor in element.descriptors { try watch(descriptor) }
      retry.didOpen(atMicroseconds: loop.nowMicroseconds)
      // It may have changed between `open` and `start`.
      try element.handleEvents()
      arrivals = nil
      runner.update { exchange, now in
        exchange.use(scale)
        return exchange.found(.readings, muteSource: .readings, at: now)
      }
      try readChanges()
    }
  }

  private func watch(_ descriptor: Int32) throws(ALSAError) {
    do throws(SystemError) {
      try loop.watch(descriptor, for: .readable) { [unowned self] readiness in
        attempt { () throws(ALSAError) in try process(readiness) }
      }
    } catch {
      throw .lost(elementName, card: card, reason: error.description)
    }
    watched.append(descriptor)
  }

  private func disconnect() {
    // Before releasing the element, which closes the descriptors.
    for descriptor in watched { loop.unwatch(descriptor) }
    watched.removeAll()
    (volume, element) = (nil, nil)
  }

  /// Calls the mixer; on failure, reports the loss and retries later.
  private func attempt(_ body: () throws(ALSAError) -> Void) {
    do throws(ALSAError) { try body() } catch { lose(error) }
  }

  private func lose(_ error: ALSAError) {
    disconnect()
    retryAlarm?.set(
      atMicroseconds: retry.nextMicroseconds(
        now: loop.nowMicroseconds, jitter: .random(in: 0...1)))
    // If folders cannot be watched, retrying is sufficient.
    arrivals =
      arrivals
      ?? (try? CardArrivals(loop: loop, in: deviceParent) { [unowned self] in retrySoon() })
    runner.update { exchange, _ in exchange.lost(.offline(reason: error.description)) }
  }

  /// After a card has appeared: retries once udev has had time to set its permissions.
  private func retrySoon() {
    let soon = loop.nowMicroseconds + ALSAControl.arrivalMicroseconds
    guard let deadline = retryAlarm?.deadlineMicroseconds, soon < deadline else { return }
    retryAlarm?.set(atMicroseconds: soon)
  }

  // MARK: Reading

  private func process(_ readiness: Readiness) throws(ALSAError) {
    try element?.handleEvents()
    guard readiness.isDisjoint(with: .failed) else {
      throw .lost(elementName, card: card, reason: "its device was removed")
    }
    try readChanges()
  }

  /// Reads the element, and reports the mute and the level that another program set.
  private func readChanges() throws(ALSAError) {
    if mutesBySwitch, let isMuted = try element?.isMuted() {
      runner.update { $0.read(isMuted: isMuted, requestedAt: $1, at: $1) }
    }
    // The report may have stopped the control.
    guard let element else { return }
    let shape = try element.shape()
    try element.read(into: &channels)
    if let rangeError = rangeError(shape) { return report(rangeError) }
    guard runner.exchange.known == .level, shape == volume?.shape else {
      // It was found, or the driver changed its range or channels: earlier values no longer apply.
      let volume = try volume(of: element, shape)
      self.volume = volume
      return runner.update { exchange, _ in exchange.rescaled(to: volume.level) }
    }
    guard volume?.isKnown(channels) == false else { return }
    let now = loop.nowMicroseconds
    guard runner.exchange.isLevelCertain(requestedAt: now) else {
      return runner.update { exchange, _ in exchange.readAgain() }
    }
    guard let level = volume?.adopt(channels) else { return }
    runner.update { $0.read(level, requestedAt: now, at: $1) }
  }

  /// Returns the volume of an element whose channels were read.
  private func volume(
    of element: any MixerElement, _ shape: MixerShape
  ) throws(ALSAError) -> MixerVolume {
    let volume = MixerVolume(shape, channels: channels) { element.decibels(ofRaw: $0) }
    guard let volume else { throw .elementCannotMove(elementName, card: card) }
    return volume
  }

  /// Why the steps that were read are invalid; nil if they are within the mixer's range.
  private func rangeError(_ shape: MixerShape) -> String? {
    // By index, which asks for no memory.
    for index in channels.indices {
      let step = channels[index]
      if step >= shape.minimum, step <= shape.maximum { continue }
      return "\(name) is at step \(step), which is not within \(shape.minimum) to "
        + "\(shape.maximum)"
    }
    return nil
  }

  /// Reports steps out of range: the reason why there is no level yet, and otherwise a complaint.
  private func report(_ rangeError: String) {
    runner.update { exchange, now in
      switch exchange.known {
      case .level: exchange.complain(.outOfRange, rangeError, at: now)
      case .unknown: LevelExchange.Effects()
      case .nothing, .offline: exchange.lost(.unknown(reason: rangeError))
      }
    }
  }
}

extension ALSAControl {
  func write(_ write: LevelExchange.Write) -> UInt16? {
    attempt { () throws(ALSAError) in
      guard volume?.steps(at: write.number, into: &channels) == true else { return }
      try element?.write(channels)
      volume?.didWrite(channels)
      runner.update { $0.wrote(at: $1) }
    }
    return nil
  }

  func write(isMuted: Bool) -> UInt16? {
    attempt { () throws(ALSAError) in try element?.set(isMuted: isMuted) }
    return nil
  }

  func read() {
    attempt { () throws(ALSAError) in try readChanges() }
  }

  /// The numbers are levels: quieter channels also follow a level between two steps of the loudest.
  private var scale: LevelExchange.Scale {
    LevelExchange.Scale(
      number: { $0 }, level: { [unowned self] in volume?.shown($0) ?? $0 }, tolerance: 0)
  }
}
