internal import Linux

/// Drives one ALSA mixer element, and reports when another program changes it.
///
/// It never writes at start-up or when a card comes back; instead it reports the mixer's level. All
/// channels keep their balance. The element's switch is its mute, apart from the level, also at
/// level 0: muted are all channels, or it is not.
///
/// Its calls of alsa-lib block while a card hangs, so it must run on the thread of a
/// `ControlWorker`. `stop` it before the loop ends.
final class ALSAControl: Control {
  typealias Opener = () throws(ALSAError) -> any MixerElement

  /// A write is a cheap ioctl; more than 50 per second make no audible difference.
  static let writeIntervalMicroseconds: Int64 = 20_000

  /// How long udev may take to give a new card its permissions.
  private static let arrivalMicroseconds: Int64 = 100_000

  let name: String
  var onEvent: (ControlEvent) -> Void = { _ in }

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
  /// Nil for an element without a switch, and while it cannot be reached.
  private var isMuted: Bool?
  private var watched: [Int32] = []
  /// Whether its steps were none of its range when they were first read.
  private var isUnknown = false
  private var complaints = Complaints()
  /// Kept between calls so that turning the knob does not allocate memory.
  private var channels: [Int] = []

  private var throttle = Throttle<Double>(intervalMicroseconds: writeIntervalMicroseconds)
  var backoff = Backoff()
  private var connectedAtMicroseconds: Int64?
  private var reason: String?

  private var writeAlarm: Alarm?
  private var readAlarm: Alarm?
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
    volume = try read(element)
    self.element = element
  }

  func start() {
    guard retryAlarm == nil else { return }
    writeAlarm = loop.makeAlarm { [unowned self] in
      if let level = throttle.due(atMicroseconds: loop.nowMicroseconds) { write(level) }
    }
    readAlarm = loop.makeAlarm { [unowned self] in
      attempt { () throws(ALSAError) in try readChanges() }
    }
    retryAlarm = loop.makeAlarm { [unowned self] in connect() }
    connect()
  }

  func set(level: Double, isFinal: Bool) {
    guard retryAlarm != nil, volume != nil, !isUnknown, level.isFinite else { return }
    volume?.aim(at: level)
    let now = loop.nowMicroseconds
    if let level = throttle.offer(level, isFinal: isFinal, atMicroseconds: now) { write(level) }
    writeAlarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
    if isFinal, let real = volume?.rest() { onEvent(.level(real)) }
  }

  func set(isMuted: Bool) {
    guard let known = self.isMuted, known != isMuted else { return }
    attempt { () throws(ALSAError) in
      try element?.set(isMuted: isMuted)
      self.isMuted = isMuted
    }
  }

  func stop() {
    disconnect()
    for alarm in [writeAlarm, readAlarm, retryAlarm] { alarm?.cancel() }
    (writeAlarm, readAlarm, retryAlarm) = (nil, nil, nil)
    arrivals = nil
  }

  // MARK: Connection

  private func connect() {
    attempt { () throws(ALSAError) in
      try open()
      guard let element else { return }
      for descriptor in element.descriptors { try watch(descriptor) }
      connectedAtMicroseconds = loop.nowMicroseconds
      // It may have changed between `open` and `start`.
      try element.handleEvents()
      let volume = try read(element)
      self.volume = volume
      arrivals = nil
      reason = nil
      try readSwitch()
      isUnknown = rangeError(volume.shape) != nil
      onEvent(rangeError(volume.shape).map { .unknown(reason: $0) } ?? .level(volume.level))
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
    (volume, element, isMuted) = (nil, nil, nil)
    throttle.dropHeld()
    writeAlarm?.set(atMicroseconds: nil)
    readAlarm?.set(atMicroseconds: nil)
  }

  /// Calls the mixer; on failure, reports the loss and retries later.
  private func attempt(_ body: () throws(ALSAError) -> Void) {
    do throws(ALSAError) { try body() } catch { lose(error) }
  }

  private func lose(_ error: ALSAError) {
    disconnect()
    let now = loop.nowMicroseconds
    if let since = connectedAtMicroseconds { backoff.reset(afterMicroseconds: now - since) }
    connectedAtMicroseconds = nil
    retryAlarm?.set(
      atMicroseconds: now + backoff.nextMicroseconds(jitter: .random(in: 0...1)))
    // If folders cannot be watched, retrying is sufficient.
    arrivals =
      arrivals
      ?? (try? CardArrivals(loop: loop, in: deviceParent) { [unowned self] in retrySoon() })
    guard reason != error.description else { return }
    reason = error.description
    onEvent(.offline(reason: error.description))
  }

  /// After a card has appeared: retries once udev has had time to set its permissions.
  private func retrySoon() {
    let soon = loop.nowMicroseconds + ALSAControl.arrivalMicroseconds
    guard let deadline = retryAlarm?.deadlineMicroseconds, soon < deadline else { return }
    retryAlarm?.set(atMicroseconds: soon)
  }

  // MARK: Reading and writing

  private func process(_ readiness: Readiness) throws(ALSAError) {
    try element?.handleEvents()
    guard readiness.isDisjoint(with: .failed) else {
      throw .lost(elementName, card: card, reason: "its device was removed")
    }
    try readChanges()
  }

  /// Reads the mixer, and reports a level that another program set.
  private func readChanges() throws(ALSAError) {
    guard let element else { return }
    try readSwitch()
    let shape = try element.shape()
    try element.read(into: &channels)
    if let rangeError = rangeError(shape) {
      if !isUnknown, complaints.isDue(.outOfRange, atMicroseconds: loop.nowMicroseconds) {
        onEvent(.unreadable(reason: rangeError))
      }
      return
    }
    guard shape == volume?.shape, !isUnknown else {
      // The driver changed its range or channels: earlier values no longer apply.
      let volume = try read(element)
      self.volume = volume
      isUnknown = false
      return onEvent(.level(volume.level))
    }
    switch volume?.observe(channels, atMicroseconds: loop.nowMicroseconds) {
    case .changed(let level):
      // A level that waits: the panel goes to this one, which came after it.
      throttle.dropHeld()
      writeAlarm?.set(atMicroseconds: nil)
      onEvent(.level(level))
    case .uncertain(let moment): readAlarm?.set(atMicroseconds: moment)
    case .unchanged, nil: break
    }
  }

  /// Reads the switch, and reports one that another program set, and the first state.
  private func readSwitch() throws(ALSAError) {
    guard mutesBySwitch, let element, let isMuted = try element.isMuted() else { return }
    guard isMuted != self.isMuted else { return }
    self.isMuted = isMuted
    onEvent(.muted(isMuted))
  }

  private func read(_ element: any MixerElement) throws(ALSAError) -> MixerVolume {
    let shape = try element.shape()
    try element.read(into: &channels)
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

  private func write(_ level: Double) {
    // Recomputed, because the mixer may have reported another level since.
    volume?.aim(at: level)
    guard volume?.steps(into: &channels) == true else { return }
    attempt { () throws(ALSAError) in
      try element?.write(channels)
      volume?.didWrite(channels, atMicroseconds: loop.nowMicroseconds)
    }
  }
}
