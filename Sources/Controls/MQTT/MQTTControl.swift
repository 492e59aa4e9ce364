internal import Layout
public import Linux

/// Drives a device at an MQTT broker, and reports when its state changes.
///
/// Nothing is sent at the start or after a loss; instead the device's state is reported, which the
/// broker usually keeps (retained). Commands are retained only if the layout requests it, and a
/// command that cannot be sent now is never sent later. While a finger turns the knob, at most ten
/// commands per second are sent, one at a time; the last one is sent at once.
///
/// A device without a state topic is assumed to follow its commands.
///
/// Not for use from a second thread; `stop` it before the loop ends.
public final class MQTTControl: Control {
  /// Zigbee networks cannot process more.
  static let commandIntervalMicroseconds: Int64 = 100_000
  /// More changes than these per second are not reported one by one; displays show 60.
  static let newsIntervalMicroseconds: Int64 = 20_000
  /// How long a retained state may take to arrive.
  static let firstStateMicroseconds: Int64 = 5_000_000
  /// How long it may take after a loss, whose reason is not true any more.
  static let returnedStateMicroseconds: Int64 = 250_000

  /// The topic and the connection, for messages.
  public let name: String
  /// Receives all events; called on the event loop's thread.
  public var onEvent: (ControlEvent) -> Void = { _ in }

  let endpoint: MQTTEndpoint
  let connection: MQTTConnection
  let loop: EventLoop
  let template: PayloadTemplate
  var reader: StateReader
  var echoes: EchoFilter
  var throttle = Throttle<Double>(intervalMicroseconds: commandIntervalMicroseconds)
  /// The mute, 0 or 1, of a device that has one.
  var muteEchoes = EchoFilter(tolerance: 0.5)
  /// The level of a device without a state topic.
  var assumed: Double

  /// The last report.
  enum Reported: Equatable {
    case nothing, level, unknown, loss
  }
  var reported = Reported.nothing
  var presence = Presence()
  /// What the availability topic said of a device that is offline, and its state of one that is
  /// absent; nil if it is there.
  var offline: ControlEvent?
  var absent: ControlEvent?
  /// The loss that was reported last.
  var loss: ControlEvent?
  /// Whether the state may have changed without a message: the device was offline.
  var isStale = false
  /// The unconfirmed command, and the level to send after it.
  var underway: UInt16?
  var waiting: Double?
  /// The problem with the last message without a level.
  var misfit: String?
  var news = Throttle<Double>(intervalMicroseconds: newsIntervalMicroseconds)
  var complaints = Complaints()

  var commandAlarm: Alarm?
  var echoAlarm: Alarm?
  var stateAlarm: Alarm?
  var newsAlarm: Alarm?
  var returnAlarm: Alarm?
  var muteAlarm: Alarm?

  /// Creates a control that is not open yet.
  public init(_ endpoint: MQTTEndpoint, over connection: MQTTConnection, loop: EventLoop) {
    let topic = endpoint.commandTopic ?? endpoint.stateTopic ?? ""
    name = "MQTT topic \"\(topic)\" of \(connection.broker.title)"
    self.endpoint = endpoint
    self.connection = connection
    self.loop = loop
    assumed = endpoint.initialLevel
    template = PayloadTemplate(
      endpoint.payload, range: endpoint.range, decimals: endpoint.decimals, words: endpoint.words)
    reader = StateReader(
      valuePath: endpoint.valuePath, powerPath: endpoint.powerPath, range: endpoint.range,
      rounding: template.rounding, words: endpoint.words, takesText: endpoint.use == .readOut)
    echoes = EchoFilter(tolerance: template.tolerance)
  }

  deinit {
    stop()
  }

  /// Checks that the connection's files can be read; the broker itself is not contacted.
  public func open() throws(MQTTError) {
    try connection.check()
  }

  /// Joins the connection; the state, or the reason why there is none, arrives as an event.
  public func start() {
    guard commandAlarm == nil else { return }
    commandAlarm = loop.makeAlarm { [unowned self] in
      if let level = throttle.due(atMicroseconds: loop.nowMicroseconds) { command(level) }
    }
    echoAlarm = loop.makeAlarm { [unowned self] in
      report(echoes.due(atMicroseconds: loop.nowMicroseconds))
    }
    stateAlarm = loop.makeAlarm { [unowned self] in missState() }
    newsAlarm = loop.makeAlarm { [unowned self] in
      if let level = news.due(atMicroseconds: loop.nowMicroseconds) {
        onEvent(.level(level))
      }
    }
    muteAlarm = loop.makeAlarm { [unowned self] in
      reportMute(muteEchoes.due(atMicroseconds: loop.nowMicroseconds))
    }
    returnAlarm = loop.makeAlarm { [unowned self] in tellPresence() }
    connection.join(self)
  }

  /// Sends a command for a level; ignored unless the device's level is known.
  public func set(level: Double, isFinal: Bool) {
    guard canSend, level.isFinite else { return }
    // What the device said before is out of date.
    news.dropHeld()
    // One at a time: a slow network must not fill up with outdated levels.
    if underway != nil, !isFinal {
      waiting = level
      return
    }
    waiting = nil
    let now = loop.nowMicroseconds
    if let level = throttle.offer(level, isFinal: isFinal, atMicroseconds: now) { command(level) }
    commandAlarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
    if isFinal, endpoint.use == .knob,
      let real = CoarseTarget.shown(template.rounded(level), for: level)
    {
      onEvent(.level(real))
    }
  }

  /// Leaves the connection; no event follows.
  public func stop() {
    guard commandAlarm != nil else { return }
    connection.leave(self)
    forget()
    for alarm in alarms { alarm?.cancel() }
    (commandAlarm, echoAlarm, stateAlarm) = (nil, nil, nil)
    (newsAlarm, returnAlarm, muteAlarm) = (nil, nil, nil)
    reported = .nothing
  }

  // MARK: Commands

  /// A button can send to a device that has told nothing yet.
  private var canSend: Bool {
    switch endpoint.use {
    case .knob: reported == .level
    case .readOut: false
    case .push, .toggle: reported == .level || reported == .unknown
    }
  }

  func command(_ level: Double) {
    guard let topic = endpoint.commandTopic else { return }
    let level = template.rounded(level)
    // A push sends the same each time, and does not say what the state will be.
    if endpoint.use != .push {
      guard !echoes.isShown(level) else { return }
      echoes.didCommand(level, atMicroseconds: loop.nowMicroseconds)
      assumed = level
      echoAlarm?.set(atMicroseconds: echoes.deadlineMicroseconds)
    }
    underway = connection.publish(
      MQTTMessage(
        topic: topic, payload: template.payload(for: level),
        quality: quality, isRetained: endpoint.isRetained))
  }

  // MARK: Reporting

  func report(_ change: Double?) {
    echoAlarm?.set(atMicroseconds: echoes.deadlineMicroseconds)
    guard presence.isHere, let level = change ?? (reported == .level ? nil : echoes.shown) else {
      return
    }
    let isFirst = beginReporting()
    dropUnsent()
    let now = loop.nowMicroseconds
    let due = news.offer(level, isFinal: isFirst, atMicroseconds: now)
    newsAlarm?.set(atMicroseconds: news.deadlineMicroseconds)
    if let due { onEvent(.level(due)) }
  }

  /// Forgets a level that waits: the panel goes to one that was reported after it.
  private func dropUnsent() {
    throttle.dropHeld()
    waiting = nil
    commandAlarm?.set(atMicroseconds: nil)
  }

  /// Reports text, for a label.
  func report(_ text: String) {
    _ = beginReporting()
    onEvent(.text(text))
  }

  /// Notes that the device has told its state; true if it had not before.
  private func beginReporting() -> Bool {
    guard reported != .level else { return false }
    stateAlarm?.set(atMicroseconds: nil)
    reportFirstMute()
    reported = .level
    return true
  }

  /// Waits for the device's state, or assumes a level if the device does not report one.
  func awaitState() {
    guard endpoint.stateTopic == nil else {
      stateAlarm?.set(
        afterMicroseconds: reported == .loss
          ? Self.returnedStateMicroseconds : Self.firstStateMicroseconds)
      return
    }
    echoes.assume(assumed)
    report(nil)
  }

  func missState() {
    reported = .unknown
    onEvent(
      .unknown(
        reason: aboutState(
          misfit
            ?? "nothing came; is it published there, and kept by the broker (retained)?")))
  }

  /// Reports that a message could not be read, unless one of its kind was reported lately.
  func complain(_ kind: Complaints.Kind, _ reason: String) {
    guard complaints.isDue(kind, atMicroseconds: loop.nowMicroseconds) else { return }
    onEvent(.unreadable(reason: reason))
  }

  func aboutState(_ text: String) -> String {
    "state topic \"\(endpoint.stateTopic ?? "")\": \(text)"
  }

  func lose(_ event: ControlEvent) {
    if case .unknown = event { reported = .unknown } else { reported = .loss }
    loss = event
    forget()
    onEvent(event)
  }

  private func forget() {
    echoes.reset()
    reader.reset()
    throttle.dropHeld()
    news.dropHeld()
    (underway, waiting, misfit) = (nil, nil, nil)
    for alarm in alarms { alarm?.set(atMicroseconds: nil) }
  }

  private var alarms: [Alarm?] {
    [commandAlarm, echoAlarm, stateAlarm, newsAlarm, returnAlarm, muteAlarm]
  }
}
