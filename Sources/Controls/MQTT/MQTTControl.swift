internal import Layout
internal import Linux

/// Drives a device at an MQTT broker, and reports when its state changes.
///
/// Commands are retained only if the layout requests it. A device without a state topic is assumed
/// to follow its commands. `LevelExchange` implements the policy; its numbers are levels.
///
/// Not thread-safe; call `stop` before the loop ends.
final class MQTTControl: MemberControl {
  /// Zigbee networks cannot process more than ten commands a second.
  static let pace = Pace(writeMicroseconds: 100_000, reportsWrites: true)

  /// The topic and the connection, for messages.
  let name: String

  let endpoint: MQTTEndpoint
  let connection: MQTTConnection
  let template: PayloadTemplate
  var reader: StateReader
  let runner: ExchangeRunner

  /// Creates a control, not yet open.
  init(_ endpoint: MQTTEndpoint, over connection: MQTTConnection, loop: EventLoop) {
    let topic = endpoint.commandTopic ?? endpoint.stateTopic ?? ""
    name = "MQTT topic \"\(topic)\" of \(connection.broker.title)"
    self.endpoint = endpoint
    self.connection = connection
    let template = PayloadTemplate(
      endpoint.payload, range: endpoint.range, decimals: endpoint.decimals, words: endpoint.words)
    self.template = template
    reader = StateReader(
      valuePath: endpoint.valuePath, powerPath: endpoint.powerPath, range: endpoint.range,
      rounding: template.rounding, words: endpoint.words, acceptsText: endpoint.use == .readOut)
    runner = ExchangeRunner(
      LevelExchange(
        Self.pace,
        scale: LevelExchange.Scale(
          number: { template.rounded($0) }, level: { $0 }, tolerance: template.tolerance),
        use: endpoint.use, isReadOnly: endpoint.commandTopic == nil,
        initialLevel: endpoint.initialLevel),
      loop: loop)
    runner.target = self
  }

  deinit {
    stop()
  }

  /// Checks that the connection's files can be read; does not contact the broker.
  func open() throws(MQTTError) {
    try connection.check()
  }

  func join() { connection.join(self) }
  func leave() { connection.leave(self) }
  func forget() { reader.reset() }

  // MARK: Writing

  func write(_ write: LevelExchange.Write) -> UInt16? {
    guard let topic = endpoint.commandTopic else { return nil }
    return publish(template.payload(for: write.number), to: topic)
  }

  func write(isMuted: Bool) -> UInt16? {
    guard let mute = endpoint.mute, let topic = mute.commandTopic else { return nil }
    return publish(Array(mute.words.payload(for: isMuted ? 1 : 0).utf8), to: topic)
  }

  func send(code: TypedCode) -> Bool {
    guard runner.isRunning, runner.exchange.canWrite, let topic = endpoint.commandTopic else {
      return false
    }
    // Never retained: the broker would keep the code.
    _ = connection.publish(
      MQTTMessage(topic: topic, payload: template.payload(for: code), quality: quality))
    return true
  }

  private func publish(_ payload: [UInt8], to topic: String) -> UInt16? {
    connection.publish(
      MQTTMessage(
        topic: topic, payload: payload, quality: quality, isRetained: endpoint.isRetained))
  }

  /// Requests the state: the retained one from the broker, and the current one from the device if
  /// it must be queried.
  func read() {
    guard let topic = endpoint.stateTopic else { return }
    connection.resubscribe(topic)
    requestState()
  }

  /// Makes the device report its state, if it must be queried.
  func requestState() {
    guard let request = endpoint.request else { return }
    _ = connection.publish(
      MQTTMessage(topic: request.topic, payload: Array(request.payload.utf8)))
  }
}
