public import Linux

/// A knob on something that listens at an MQTT broker, followed both ways.
///
/// Nothing is said at the start or after a loss: what the thing says of itself (its state topic,
/// most often kept by the broker) is news then. Commands are not kept by the broker, unless the
/// layout asks for it, and one that cannot be sent now is never sent later. While a finger turns,
/// at most ten commands a second go out, one at a time; the last goes at once.
///
/// A thing without a state topic is believed to do what it is told.
///
/// Not for use from a second thread; `stop` it before the loop ends.
public final class MQTTControl: Control {
  /// Zigbee networks take no more.
  static let commandIntervalMicroseconds: Int64 = 100_000
  /// How long a state that the broker keeps may take to arrive.
  var firstStateMicroseconds: Int64 = 5_000_000

  public let name: String
  public var onEvent: (ControlEvent) -> Void = { _ in }

  private let thing: MQTTEndpoint
  private let connection: MQTTConnection
  private let loop: EventLoop
  private let template: PayloadTemplate
  private var reader: StateReader
  private var answers: EchoFilter
  private var throttle = Throttle<Double>(intervalMicroseconds: commandIntervalMicroseconds)
  /// Of a thing without a state topic: where it is believed to be.
  private var believed: Double

  /// What was told last.
  private enum Told: Equatable {
    case nothing, level, unknown, loss
  }
  private var told = Told.nothing
  /// What the thing says of being there; true where it says nothing.
  private var isOnline = true
  /// The command on its way, and the level that waits for it.
  private var underway: Int32?
  private var waiting: Double?
  /// What was wrong with the last message that said nothing about the level.
  private var misfit: String?

  private var commandAlarm: Alarm?
  private var answerAlarm: Alarm?
  private var stateAlarm: Alarm?

  /// A control that is not open yet.
  ///
  /// - Parameter level: Where a thing without a state topic is believed to be at first, 0…1.
  public init(
    _ thing: MQTTEndpoint, at level: Double, over connection: MQTTConnection, loop: EventLoop
  ) {
    name = "MQTT topic \"\(thing.commandTopic)\" of \(connection.broker.title)"
    self.thing = thing
    self.connection = connection
    self.loop = loop
    believed = level
    template = PayloadTemplate(thing.payload, range: thing.range, decimals: thing.decimals)
    reader = StateReader(
      valuePath: thing.valuePath, powerPath: thing.powerPath, range: thing.range)
    answers = EchoFilter(tolerance: template.tolerance)
  }

  deinit {
    stop()
  }

  public func open() throws(MQTTError) {
    try connection.check()
  }

  public func start() {
    guard commandAlarm == nil else { return }
    commandAlarm = loop.makeAlarm { [unowned self] in
      if let level = throttle.due(atMicroseconds: MonotonicClock.microseconds) { command(level) }
    }
    answerAlarm = loop.makeAlarm { [unowned self] in
      follow(answers.due(atMicroseconds: MonotonicClock.microseconds))
    }
    stateAlarm = loop.makeAlarm { [unowned self] in missState() }
    connection.join(self)
  }

  public func set(level: Double, isFinal: Bool) {
    guard told == .level, level.isFinite else { return }
    // One at a time: a slow way must not fill up with what nobody wants any more.
    if underway != nil, !isFinal {
      waiting = level
      return
    }
    waiting = nil
    let now = MonotonicClock.microseconds
    if let level = throttle.offer(level, isFinal: isFinal, atMicroseconds: now) { command(level) }
    commandAlarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
  }

  public func stop() {
    guard commandAlarm != nil else { return }
    connection.leave(self)
    forget()
    for alarm in [commandAlarm, answerAlarm, stateAlarm] { alarm?.cancel() }
    (commandAlarm, answerAlarm, stateAlarm) = (nil, nil, nil)
    told = .nothing
  }

  // MARK: Commands

  private func command(_ level: Double) {
    let level = template.rounded(level)
    guard !answers.isShown(level) else { return }
    answers.didCommand(level, atMicroseconds: MonotonicClock.microseconds)
    believed = level
    answerAlarm?.set(atMicroseconds: answers.deadlineMicroseconds)
    underway = connection.publish(
      MQTTMessage(
        topic: thing.commandTopic, payload: template.payload(for: level),
        quality: thing.quality, isRetained: thing.isRetained))
  }

  // MARK: What is told

  private func follow(_ news: Double?) {
    answerAlarm?.set(atMicroseconds: answers.deadlineMicroseconds)
    guard isOnline, let level = news ?? (told == .level ? nil : answers.shown) else { return }
    told = .level
    stateAlarm?.set(atMicroseconds: nil)
    onEvent(.level(level))
  }

  /// Nothing is known of the thing until it says something.
  private func awaitState() {
    guard thing.stateTopic == nil else {
      stateAlarm?.set(
        atMicroseconds: MonotonicClock.microseconds + firstStateMicroseconds)
      return
    }
    answers.believe(believed)
    follow(nil)
  }

  private func missState() {
    told = .unknown
    let reason = misfit ?? "nothing came; is it published there, and kept by the broker (retained)?"
    onEvent(.unknown(reason: "state topic \"\(thing.stateTopic ?? "")\": \(reason)"))
  }

  private func lose(_ reason: String) {
    told = .loss
    forget()
    onEvent(.offline(reason: reason))
  }

  private func forget() {
    answers.reset()
    reader.reset()
    throttle.dropHeld()
    (underway, waiting, misfit) = (nil, nil, nil)
    for alarm in [commandAlarm, answerAlarm, stateAlarm] { alarm?.set(atMicroseconds: nil) }
  }
}

// MARK: - What the connection tells

extension MQTTControl: MQTTConnection.Member {
  var topics: [String] {
    [thing.stateTopic, thing.availability?.topic].compactMap { $0 }
  }

  var quality: Int32 { thing.quality }

  func didOpen() {
    isOnline = true
    awaitState()
    if let request = thing.request {
      _ = connection.publish(
        MQTTMessage(topic: request.topic, payload: Array(request.payload.utf8)))
    }
  }

  func didReceive(_ payload: [UInt8], on topic: String) {
    if let availability = thing.availability, topic == availability.topic {
      switch availability.read(payload) {
      case true?: comeOnline()
      case false?: goOffline(topic)
      case nil: break
      }
    }
    guard topic == thing.stateTopic else { return }
    switch reader.read(payload) {
    case .level(let level):
      follow(answers.observe(level, atMicroseconds: MonotonicClock.microseconds))
    case .nothing(let why): misfit = why
    }
  }

  private func comeOnline() {
    guard !isOnline else { return }
    isOnline = true
    follow(nil)
    if told != .level { awaitState() }
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
