internal import Layout
public import Linux

/// Drives one address of a desk, and reports when its value changes.
///
/// Nothing is sent at the start or after a loss but questions. While a finger turns the knob, at most
/// twenty values per second are sent; the last one is sent at once, and half a second later the desk
/// is asked what it made of it, because UDP loses packets. A value that cannot be sent is never sent
/// later.
///
/// A desk that cannot be asked is assumed to follow, and to tell what others change if it can.
///
/// Not for use from a second thread; `stop` it before the loop ends.
public final class OSCControl: Control {
  static let writeIntervalMicroseconds: Int64 = 50_000
  /// More changes than these per second are not reported one by one; displays show 60.
  static let newsIntervalMicroseconds: Int64 = 20_000
  /// How long an echo may take.
  ///
  /// Desks answer within milliseconds; the rest is for the network.
  static let patienceMicroseconds: Int64 = 800_000

  /// The address and the connection, for messages.
  public let name: String
  /// Receives all events; called on the event loop's thread.
  public var onEvent: (ControlEvent) -> Void = { _ in }

  let endpoint: OSCEndpoint
  let connection: OSCConnection
  let loop: EventLoop
  /// What the last write was, and the next one will be.
  var message: OSCMessage
  var muteMessage: OSCMessage?
  /// In numbers on the wire, as the desk rounds those and not levels.
  var echoes: EchoFilter
  var throttle = Throttle<Double>(intervalMicroseconds: writeIntervalMicroseconds)
  /// 0, or 1 for muted.
  var muteEchoes = EchoFilter(tolerance: 0.5, patienceMicroseconds: patienceMicroseconds)
  /// The number that was sent or told last, and its level before it was rounded for the wire.
  var last: (number: Double, level: Double)

  /// The last report.
  enum Reported: Equatable {
    case nothing, level, unknown, loss
  }
  var reported = Reported.nothing
  /// Whether the desk will be asked what it made of the last write; until then others may have told
  /// what is out of date.
  var isSettling = false
  var isMuteSettling = false
  /// Whether the desk has told, or has not told when asked, if it is muted.
  var isMuteAwaited = false
  var isMuteReported = false
  var news = Throttle<Double>(intervalMicroseconds: newsIntervalMicroseconds)
  var complaints = Complaints()

  var writeAlarm: Alarm?
  var echoAlarm: Alarm?
  var newsAlarm: Alarm?
  var muteAlarm: Alarm?

  /// Creates a control that is not open yet.
  public init(_ endpoint: OSCEndpoint, over connection: OSCConnection, loop: EventLoop) {
    name = "OSC address \"\(endpoint.address)\" of \(connection.desk.title)"
    self.endpoint = endpoint
    self.connection = connection
    self.loop = loop
    last = (endpoint.scale.number(at: endpoint.initialLevel), endpoint.initialLevel)
    message = OSCMessage(to: endpoint.address, form: endpoint.scale.form)
    muteMessage = endpoint.mute.map { OSCMessage(to: $0.address, form: .int) }
    echoes = EchoFilter(
      tolerance: endpoint.scale.tolerance, patienceMicroseconds: Self.patienceMicroseconds)
  }

  deinit {
    stop()
  }

  /// Does nothing: the desk may be switched on later.
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
    muteAlarm = loop.makeAlarm { [unowned self] in
      reportMute(muteEchoes.due(atMicroseconds: loop.nowMicroseconds))
    }
    connection.join(self)
  }

  /// Sends a level; ignored unless the device's level is known.
  public func set(level: Double, isFinal: Bool) {
    guard canSend, level.isFinite else { return }
    // What the device said before is out of date.
    news.dropHeld()
    let now = loop.nowMicroseconds
    if let level = throttle.offer(level, isFinal: isFinal, atMicroseconds: now) { write(level) }
    writeAlarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
    guard isFinal, endpoint.use == .knob else { return }
    let number = endpoint.scale.number(at: level)
    let rounded = endpoint.scale.level(of: number)
    guard let real = CoarseTarget.shown(rounded, for: level) else { return }
    last = (number, real)
    onEvent(.level(real))
  }

  /// Leaves the connection; no event follows.
  public func stop() {
    guard writeAlarm != nil else { return }
    connection.leave(self)
    forget()
    for alarm in [writeAlarm, echoAlarm, newsAlarm, muteAlarm] { alarm?.cancel() }
    (writeAlarm, echoAlarm, newsAlarm, muteAlarm) = (nil, nil, nil, nil)
    reported = .nothing
  }

  /// A button can send to a device that does not say what it is.
  private var canSend: Bool {
    switch endpoint.use {
    case .knob: reported == .level
    case .readOut: false
    case .push, .toggle: reported == .level || reported == .unknown
    }
  }

  private func write(_ level: Double) {
    let number = endpoint.scale.number(at: level)
    // A push sends the same each time, and does not say what the state will be.
    let isPush = endpoint.use == .push
    guard isPush || !echoes.isShown(number) else { return }
    if endpoint.scale.form == .string {
      message.set(endpoint.scale.text(for: number))
    } else {
      message.set(number)
    }
    if isPush { return connection.send(message, readAt: endpoint.readAddress) }
    echoes.didCommand(number, atMicroseconds: loop.nowMicroseconds)
    echoes.forgetReport()
    last = (number, level)
    echoAlarm?.set(atMicroseconds: echoes.deadlineMicroseconds)
    isSettling = connection.desk.isQueried
    connection.send(message, readAt: endpoint.readAddress)
  }

  // MARK: Reporting

  /// Reports a change; or the first level, once it is known and it is known whether it is muted.
  func report(_ change: Double?) {
    echoAlarm?.set(atMicroseconds: echoes.deadlineMicroseconds)
    guard let number = change ?? (reported == .level ? nil : echoes.shown), !isMuteAwaited else {
      return
    }
    let isFirst = reported != .level
    if isFirst {
      reportFirstMute()
      reported = .level
    }
    // A level that waits: the panel goes to this one, which came after it.
    throttle.dropHeld()
    writeAlarm?.set(atMicroseconds: nil)
    let now = loop.nowMicroseconds
    let due = news.offer(number, isFinal: isFirst, atMicroseconds: now)
    newsAlarm?.set(atMicroseconds: news.deadlineMicroseconds)
    if let due { tell(due) }
  }

  private func tell(_ number: Double) {
    if number != last.number { last = (number, endpoint.scale.level(of: number)) }
    onEvent(.level(last.level))
  }

  /// Reports that a message could not be read, unless one of its kind was reported lately.
  func complain(_ kind: Complaints.Kind, _ reason: String) {
    guard complaints.isDue(kind, atMicroseconds: loop.nowMicroseconds) else { return }
    onEvent(.unreadable(reason: reason))
  }

  func forget() {
    echoes.reset()
    (isSettling, isMuteSettling) = (false, false)
    throttle.dropHeld()
    news.dropHeld()
    for alarm in [writeAlarm, echoAlarm, newsAlarm, muteAlarm] { alarm?.set(atMicroseconds: nil) }
  }
}
