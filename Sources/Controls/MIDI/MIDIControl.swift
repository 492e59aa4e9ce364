internal import Layout
internal import Linux

/// Drives a controller of a MIDI device, and reports when somebody moves it there.
///
/// MIDI devices cannot be asked: until one tells its value the knob shows its own, and nothing is
/// sent before it is turned. At most twenty values per second are sent, the last one at once.
///
/// Not for use from a second thread; `stop` it before the loop ends.
public final class MIDIControl: Control {
  static let writeIntervalMicroseconds: Int64 = 50_000
  /// More changes than these per second are not reported one by one; displays show 60.
  static let newsIntervalMicroseconds: Int64 = 20_000
  /// How long a device may take to send back what it was sent, as motor faders do.
  static let patienceMicroseconds: Int64 = 800_000

  /// The controller and the port, for messages.
  public let name: String
  /// Receives all events; called on the event loop's thread.
  public var onEvent: (ControlEvent) -> Void = { _ in }

  private let settings: MIDISettings
  private let connection: MIDIConnection
  private let loop: EventLoop
  private let channel: UInt8
  private var reader: MIDIReader
  private var port: MIDIPort?
  /// In numbers of MIDI.
  private var echoes = EchoFilter(tolerance: 0.5, patienceMicroseconds: patienceMicroseconds)
  private var throttle = Throttle<Double>(intervalMicroseconds: writeIntervalMicroseconds)
  private var news = Throttle<Double>(intervalMicroseconds: newsIntervalMicroseconds)
  private var complaints = Complaints()
  /// The number that was sent or told last, and its level before it was rounded.
  private var last: (number: Double, level: Double)

  private var writeAlarm: Alarm?
  private var echoAlarm: Alarm?
  private var newsAlarm: Alarm?

  /// Creates a control that is not open yet.
  init(_ settings: MIDISettings, over connection: MIDIConnection, loop: EventLoop) {
    name =
      "MIDI \(settings.parameter.title) of channel \(settings.channel) at \"\(settings.port)\""
    self.settings = settings
    self.connection = connection
    self.loop = loop
    channel = UInt8(clamping: settings.channel - 1)
    reader = MIDIReader(settings.parameter)
    last = (Double(settings.number(at: settings.initialLevel)), settings.initialLevel)
  }

  deinit {
    stop()
  }

  /// Does nothing: the device may be plugged in later.
  public func open() {}

  /// Joins the connection; the level, or the reason why there is none, arrives as an event.
  public func start() {
    guard writeAlarm == nil else { return }
    writeAlarm = loop.makeAlarm { [unowned self] in
      if let level = throttle.due(atMicroseconds: loop.nowMicroseconds) { write(level) }
    }
    echoAlarm = loop.makeAlarm { [unowned self] in
      report(echoes.due(atMicroseconds: loop.nowMicroseconds))
    }
    newsAlarm = loop.makeAlarm { [unowned self] in
      if let number = news.due(atMicroseconds: loop.nowMicroseconds) { tell(number) }
    }
    connection.join(self)
  }

  /// Sends a level; ignored while the device is not there.
  public func set(level: Double, isFinal: Bool) {
    guard port != nil, level.isFinite, settings.use != .readOut else { return }
    // What the device said before is out of date.
    news.dropHeld()
    let now = loop.nowMicroseconds
    if let level = throttle.offer(level, isFinal: isFinal, atMicroseconds: now) { write(level) }
    writeAlarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
    guard isFinal, settings.use == .knob else { return }
    let number = Double(settings.number(at: level))
    let rounded = settings.range.level(of: number)
    guard let real = CoarseTarget.shown(rounded, for: level) else { return }
    last = (number, real)
    onEvent(.level(real))
  }

  /// Leaves the connection; no event follows.
  public func stop() {
    guard writeAlarm != nil else { return }
    connection.leave(self)
    forget()
    for alarm in [writeAlarm, echoAlarm, newsAlarm] { alarm?.cancel() }
    (writeAlarm, echoAlarm, newsAlarm) = (nil, nil, nil)
  }

  private func write(_ level: Double) {
    guard let port else { return }
    let number = settings.number(at: level)
    // A push sends the same each time, and does not say what the state will be.
    if settings.use != .push {
      guard !echoes.isShown(Double(number)) else { return }
      echoes.didCommand(Double(number), atMicroseconds: loop.nowMicroseconds)
      echoes.forgetReport()
      last = (Double(number), level)
      echoAlarm?.set(atMicroseconds: echoes.deadlineMicroseconds)
    }
    settings.parameter.forEachChange(number) { controller, value in
      connection.send(
        MIDIChange(channel: channel, controller: controller, value: value), to: port.address)
    }
  }

  private func report(_ change: Double?) {
    echoAlarm?.set(atMicroseconds: echoes.deadlineMicroseconds)
    guard let number = change else { return }
    // A level that waits: the panel goes to this one, which came after it.
    throttle.dropHeld()
    writeAlarm?.set(atMicroseconds: nil)
    let due = news.offer(
      number, isFinal: false, atMicroseconds: loop.nowMicroseconds)
    newsAlarm?.set(atMicroseconds: news.deadlineMicroseconds)
    if let due { tell(due) }
  }

  private func tell(_ number: Double) {
    if number != last.number { last = (number, settings.range.level(of: number)) }
    onEvent(.level(last.level))
  }

  private func forget() {
    port = nil
    reader = MIDIReader(settings.parameter)
    echoes.reset()
    throttle.dropHeld()
    news.dropHeld()
    for alarm in [writeAlarm, echoAlarm, newsAlarm] { alarm?.set(atMicroseconds: nil) }
  }
}

extension MIDIControl: MIDIConnection.Member {
  var portText: String { settings.port }
  var sends: Bool { !settings.isReadOnly }

  func didFind(_ port: MIDIPort) {
    forget()
    self.port = port
    // A label has no value of its own.
    guard settings.use != .readOut else {
      return onEvent(
        .unknown(reason: "the MIDI device has not told it yet; move it there once"))
    }
    echoes.assume(last.number)
    onEvent(.level(last.level))
  }

  func didReceive(_ change: MIDIChange) {
    guard change.channel == channel,
      let number = reader.take(controller: change.controller, value: change.value)
    else { return }
    // Our own numbers are rounded.
    guard settings.range.level(ofReported: Double(number), rounding: 0.5) != nil else {
      return complain("it says \(settings.range.excess(Double(number)))")
    }
    report(echoes.observe(Double(number), atMicroseconds: loop.nowMicroseconds))
  }

  func didMisread(_ value: Int32) {
    complain("the value \(value) came, which MIDI does not have")
  }

  /// Reports nonsense, unless some was reported lately.
  private func complain(_ reason: String) {
    guard complaints.isDue(.outOfRange, atMicroseconds: loop.nowMicroseconds) else { return }
    onEvent(.unreadable(reason: "MIDI \(settings.parameter.title): \(reason)"))
  }

  func didLose(reason: String) {
    forget()
    onEvent(.offline(reason: reason))
  }
}
