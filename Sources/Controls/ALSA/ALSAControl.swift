public import Linux

/// A knob on an ALSA mixer element, followed both ways.
///
/// It never writes at start-up or when a card comes back: the mixer's own level is news then. All
/// channels keep their balance. A playback switch (mute) is left alone, also at level 0.
///
/// Not for use from a second thread; `stop` it before the loop ends.
public final class ALSAControl: VolumeControl {
  typealias Opener = () throws(VolumeError) -> any MixerElement

  /// A write is a cheap ioctl, and 50 in a second are more than anybody hears.
  static let writeIntervalMicroseconds: Int64 = 20_000

  private static let arrivalMicroseconds: Int64 = 100_000

  public let name: String
  public var onEvent: (VolumeEvent) -> Void = { _ in }

  private let card: String
  private let elementName: String
  private let loop: EventLoop
  private let openElement: Opener
  /// The folder with the folder "snd"; another one in tests.
  private let deviceParent: String

  /// Both there while the element is.
  private var element: (any MixerElement)?
  private var volume: MixerVolume?
  private var watched: [Int32] = []
  /// Scratch, kept so that a turn of the knob allocates nothing.
  private var channels: [Int] = []

  private var throttle = Throttle<Double>(intervalMicroseconds: writeIntervalMicroseconds)
  var backoff = Backoff()
  private var connectedAtMicroseconds: Int64?
  private var reason: String?

  private var writeAlarm: Alarm?
  private var lookAlarm: Alarm?
  private var retryAlarm: Alarm?
  /// There while the element is not.
  private var arrivals: CardArrivals?

  /// A control that is not open yet.
  ///
  /// - Parameters:
  ///   - card: an id ("Dummy"), a name, a number, or what ALSA itself takes ("default", "hw:0").
  ///   - element: a simple mixer element, with its index if it has one ("Master", "PCM,1").
  ///   - loop: where it watches the mixer; must outlive the control.
  public convenience init(card: String, element: String, loop: EventLoop) {
    self.init(card: card, element: element, loop: loop) { () throws(VolumeError) in
      let mixer = try ALSAMixer(card: SoundCards.deviceName(of: card))
      return try ALSAElement(ElementName(element), of: mixer)
    }
  }

  init(
    card: String, element: String, loop: EventLoop, deviceParent: String = "/dev",
    openElement: @escaping Opener
  ) {
    name = "ALSA element \"\(element)\" of card \"\(card)\""
    self.card = card
    elementName = element
    self.loop = loop
    self.deviceParent = deviceParent
    self.openElement = openElement
  }

  deinit {
    stop()
  }

  public func open() throws(VolumeError) {
    guard element == nil else { return }
    let element = try openElement()
    volume = try read(element)
    self.element = element
  }

  public func start() {
    guard retryAlarm == nil else { return }
    writeAlarm = loop.makeAlarm { [unowned self] in
      if let level = throttle.due(atMicroseconds: MonotonicClock.microseconds) { write(level) }
    }
    lookAlarm = loop.makeAlarm { [unowned self] in attempt { () throws(VolumeError) in try look() }
    }
    retryAlarm = loop.makeAlarm { [unowned self] in connect() }
    connect()
  }

  public func set(level: Double, isFinal: Bool) {
    guard retryAlarm != nil, volume != nil, level.isFinite else { return }
    volume?.aim(at: level)
    let now = MonotonicClock.microseconds
    if let level = throttle.offer(level, isFinal: isFinal, atMicroseconds: now) { write(level) }
    writeAlarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
  }

  public func stop() {
    disconnect()
    for alarm in [writeAlarm, lookAlarm, retryAlarm] { alarm?.cancel() }
    (writeAlarm, lookAlarm, retryAlarm) = (nil, nil, nil)
    arrivals = nil
  }

  // MARK: The connection

  private func connect() {
    attempt { () throws(VolumeError) in
      try open()
      guard let element else { return }
      for descriptor in element.descriptors { try watch(descriptor) }
      connectedAtMicroseconds = MonotonicClock.microseconds
      // It may have changed between `open` and `start`.
      try element.handleEvents()
      let volume = try read(element)
      self.volume = volume
      arrivals = nil
      reason = nil
      onEvent(.level(volume.level))
    }
  }

  private func watch(_ descriptor: Int32) throws(VolumeError) {
    do throws(SystemError) {
      try loop.watch(descriptor, for: .readable) { [unowned self] readiness in
        attempt { () throws(VolumeError) in try handle(readiness) }
      }
    } catch {
      throw .lost(elementName, card: card, reason: error.description)
    }
    watched.append(descriptor)
  }

  private func disconnect() {
    // Before the element, which closes the descriptors.
    for descriptor in watched { loop.unwatch(descriptor) }
    watched.removeAll()
    volume = nil
    element = nil
    throttle.dropHeld()
    writeAlarm?.set(atMicroseconds: nil)
    lookAlarm?.set(atMicroseconds: nil)
  }

  /// Does something with the mixer; if it fails, the mixer is lost and looked for again later.
  private func attempt(_ body: () throws(VolumeError) -> Void) {
    do throws(VolumeError) { try body() } catch { lose(error) }
  }

  private func lose(_ error: VolumeError) {
    disconnect()
    let now = MonotonicClock.microseconds
    // One that comes and goes all the time must not be tried ever faster.
    if let since = connectedAtMicroseconds, now - since > Backoff.longestMicroseconds {
      backoff.reset()
    }
    connectedAtMicroseconds = nil
    retryAlarm?.set(
      atMicroseconds: now + backoff.nextMicroseconds(jitter: .random(in: 0...1)))
    // Where it cannot be had, trying again is enough.
    arrivals =
      arrivals ?? (try? CardArrivals(loop: loop, in: deviceParent) { [unowned self] in hurry() })
    guard reason != error.description else { return }
    reason = error.description
    onEvent(.unavailable(reason: error.description))
  }

  /// A card came: tries soon, when udev has made it allowed, too.
  private func hurry() {
    let soon = MonotonicClock.microseconds + ALSAControl.arrivalMicroseconds
    guard let deadline = retryAlarm?.deadlineMicroseconds, soon < deadline else { return }
    retryAlarm?.set(atMicroseconds: soon)
  }

  // MARK: Reading and writing

  private func handle(_ readiness: Readiness) throws(VolumeError) {
    try element?.handleEvents()
    guard readiness.isDisjoint(with: .failed) else {
      throw .lost(elementName, card: card, reason: "its device was removed")
    }
    try look()
  }

  /// Reads the mixer, and tells if that is news.
  private func look() throws(VolumeError) {
    guard let element else { return }
    guard try element.shape() == volume?.shape else {
      // The driver changed its range or channels: what was known means nothing any more.
      let volume = try read(element)
      self.volume = volume
      return onEvent(.level(volume.level))
    }
    try element.read(into: &channels)
    switch volume?.observe(channels, atMicroseconds: MonotonicClock.microseconds) {
    case .news(let level): onEvent(.level(level))
    case .unsure(let moment): lookAlarm?.set(atMicroseconds: moment)
    case .nothing, nil: break
    }
  }

  private func read(_ element: any MixerElement) throws(VolumeError) -> MixerVolume {
    let shape = try element.shape()
    try element.read(into: &channels)
    let volume = MixerVolume(shape, channels: channels) { element.decibels(ofRaw: $0) }
    guard let volume else { throw .elementCannotMove(elementName, card: card) }
    return volume
  }

  private func write(_ level: Double) {
    // Again, because the mixer may have told something else meanwhile.
    volume?.aim(at: level)
    guard volume?.steps(into: &channels) == true else { return }
    attempt { () throws(VolumeError) in
      try element?.write(channels)
      volume?.didWrite(channels, atMicroseconds: MonotonicClock.microseconds)
    }
  }
}
