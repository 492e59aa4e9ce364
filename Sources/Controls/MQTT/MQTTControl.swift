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
  /// How long a retained state may take to arrive.
  var firstStateMicroseconds: Int64 = 5_000_000

  /// The topic and the connection, for messages.
  public let name: String
  /// Receives all events; called on the event loop's thread.
  public var onEvent: (ControlEvent) -> Void = { _ in }

  private let endpoint: MQTTEndpoint
  private let connection: MQTTConnection
  private let loop: EventLoop
  private let template: PayloadTemplate
  private var reader: StateReader
  private var echoes: EchoFilter
  private var throttle = Throttle<Double>(intervalMicroseconds: commandIntervalMicroseconds)
  /// The level of a device without a state topic.
  private var assumed: Double

  /// The last report.
  private enum Reported: Equatable {
    case nothing, level, unknown, loss
  }
  private var reported = Reported.nothing
  /// Whether the device reports that it is available; true if it reports nothing.
  private var isOnline = true
  /// The unconfirmed command, and the level to send after it.
  private var underway: Int32?
  private var waiting: Double?
  /// The problem with the last message without a level.
  private var misfit: String?

  private var commandAlarm: Alarm?
  private var echoAlarm: Alarm?
  private var stateAlarm: Alarm?

  /// Creates a control that is not open yet.
  public init(_ endpoint: MQTTEndpoint, over connection: MQTTConnection, loop: EventLoop) {
    name = "MQTT topic \"\(endpoint.commandTopic)\" of \(connection.broker.title)"
    self.endpoint = endpoint
    self.connection = connection
    self.loop = loop
    assumed = endpoint.initialLevel
    template = PayloadTemplate(endpoint.payload, range: endpoint.range, decimals: endpoint.decimals)
    reader = StateReader(
      valuePath: endpoint.valuePath, powerPath: endpoint.powerPath, range: endpoint.range)
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
      if let level = throttle.due(atMicroseconds: MonotonicClock.microseconds) { command(level) }
    }
    echoAlarm = loop.makeAlarm { [unowned self] in
      report(echoes.due(atMicroseconds: MonotonicClock.microseconds))
    }
    stateAlarm = loop.makeAlarm { [unowned self] in missState() }
    connection.join(self)
  }

  /// Sends a command for a level; ignored unless the device's level is known.
  public func set(level: Double, isFinal: Bool) {
    guard reported == .level, level.isFinite else { return }
    // One at a time: a slow network must not fill up with outdated levels.
    if underway != nil, !isFinal {
      waiting = level
      return
    }
    waiting = nil
    let now = MonotonicClock.microseconds
    if let level = throttle.offer(level, isFinal: isFinal, atMicroseconds: now) { command(level) }
    commandAlarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
  }

  /// Leaves the connection; no event follows.
  public func stop() {
    guard commandAlarm != nil else { return }
    connection.leave(self)
    forget()
    for alarm in [commandAlarm, echoAlarm, stateAlarm] { alarm?.cancel() }
    (commandAlarm, echoAlarm, stateAlarm) = (nil, nil, nil)
    reported = .nothing
  }

  // MARK: Commands

  private func command(_ level: Double) {
    let level = template.rounded(level)
    guard !echoes.isShown(level) else { return }
    echoes.didCommand(level, atMicroseconds: MonotonicClock.microseconds)
    assumed = level
    echoAlarm?.set(atMicroseconds: echoes.deadlineMicroseconds)
    underway = connection.publish(
      MQTTMessage(
        topic: endpoint.commandTopic, payload: template.payload(for: level),
        quality: quality, isRetained: endpoint.isRetained))
  }

  // MARK: Reporting

  private func report(_ change: Double?) {
    echoAlarm?.set(atMicroseconds: echoes.deadlineMicroseconds)
    guard isOnline, let level = change ?? (reported == .level ? nil : echoes.shown) else { return }
    reported = .level
    stateAlarm?.set(atMicroseconds: nil)
    onEvent(.level(level))
  }

  /// Waits for the device's state, or assumes a level if the device does not report one.
  private func awaitState() {
    guard endpoint.stateTopic == nil else {
      stateAlarm?.set(
        atMicroseconds: MonotonicClock.microseconds + firstStateMicroseconds)
      return
    }
    echoes.assume(assumed)
    report(nil)
  }

  private func missState() {
    reported = .unknown
    let reason = misfit ?? "nothing came; is it published there, and kept by the broker (retained)?"
    onEvent(.unknown(reason: "state topic \"\(endpoint.stateTopic ?? "")\": \(reason)"))
  }

  private func lose(_ reason: String) {
    reported = .loss
    forget()
    onEvent(.offline(reason: reason))
  }

  private func forget() {
    echoes.reset()
    reader.reset()
    throttle.dropHeld()
    (underway, waiting, misfit) = (nil, nil, nil)
    for alarm in [commandAlarm, echoAlarm, stateAlarm] { alarm?.set(atMicroseconds: nil) }
  }
}

// MARK: - What the connection reports

extension MQTTControl: MQTTConnection.Member {
  var topics: [String] {
    [endpoint.stateTopic, endpoint.availability?.topic].compactMap { $0 }
  }

  var quality: Int32 { Int32(clamping: endpoint.quality) }

  func didOpen() {
    isOnline = true
    awaitState()
    if let request = endpoint.request {
      _ = connection.publish(
        MQTTMessage(topic: request.topic, payload: Array(request.payload.utf8)))
    }
  }

  func didReceive(_ payload: [UInt8], on topic: String) {
    if let availability = endpoint.availability, topic == availability.topic {
      switch availability.read(payload) {
      case true?: comeOnline()
      case false?: goOffline(topic)
      case nil: break
      }
    }
    guard topic == endpoint.stateTopic else { return }
    switch reader.read(payload) {
    case .level(let level):
      report(echoes.observe(level, atMicroseconds: MonotonicClock.microseconds))
    case .noLevel(let why): misfit = why
    }
  }

  private func comeOnline() {
    guard !isOnline else { return }
    isOnline = true
    report(nil)
    if reported != .level { awaitState() }
  }

  private func goOffline(_ topic: String) {
    guard isOnline else { return }
    isOnline = false
    lose("it is offline, as \"\(topic)\" says")
  }

  func didRefuse(_ topic: String) {
    lose("\(connection.broker.title): the broker does not let us read \"\(topic)\"")
  }

  func didDeliver(id: Int32) {
    guard id == underway else { return }
    underway = nil
    if let level = waiting { set(level: level, isFinal: false) }
  }

  func didLose(reason: String) {
    lose(reason)
  }
}
