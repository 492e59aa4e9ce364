internal import Layout
internal import Linux

/// Drives one address of a desk, and reports when its value changes.
///
/// UDP loses packets: half a second after the last value, a desk that can be queried is queried for
/// the value it adopted. Any other desk is assumed to adopt it, and to report changes by others if
/// it can. `LevelExchange` implements the policy; its numbers are those on the wire, because the
/// desk rounds these and not levels.
///
/// Not thread-safe; call `stop` before the loop ends.
final class OSCControl: MemberControl {
  /// Desks answer within milliseconds; the rest is for the network.
  static let pace = Pace(
    writeMicroseconds: 50_000, answerMicroseconds: 800_000)

  /// The address and the connection, for messages.
  let name: String

  let endpoint: OSCEndpoint
  let connection: OSCConnection
  let runner: ExchangeRunner
  /// The value message, reused for every write.
  private var message: OSCMessage
  private var muteMessage: OSCMessage?

  /// Creates a control, not yet open.
  init(_ endpoint: OSCEndpoint, over connection: OSCConnection, loop: EventLoop) {
    name = "OSC address \"\(endpoint.address)\" of \(connection.desk.title)"
    self.endpoint = endpoint
    self.connection = connection
    message = OSCMessage(to: endpoint.address, form: endpoint.scale.form)
    muteMessage = endpoint.mute.map { OSCMessage(to: $0.address, form: .int) }
    let scale = endpoint.scale
    runner = ExchangeRunner(
      LevelExchange(
        Self.pace,
        scale: LevelExchange.Scale(
          number: { scale.number(at: $0) }, level: { scale.level(of: $0) },
          tolerance: scale.tolerance),
        use: endpoint.use, initialLevel: endpoint.initialLevel),
      loop: loop)
    runner.target = self
  }

  deinit {
    stop()
  }

  func join() { connection.join(self) }
  func leave() { connection.leave(self) }
  func forget() {}

  // MARK: Writing

  func write(_ write: LevelExchange.Write) -> UInt16? {
    if endpoint.scale.form == .string {
      message.setArgument(endpoint.scale.text(for: write.number))
    } else {
      message.setArgument(write.number)
    }
    connection.send(message, readAt: endpoint.readAddress)
    return nil
  }

  func send(code: TypedCode) -> Bool {
    guard runner.isRunning, runner.exchange.canWrite else { return false }
    var message = OSCMessage(to: endpoint.address, form: .string)
    message.setArgument(code.text)
    connection.send(message, readAt: endpoint.readAddress)
    return true
  }

  func write(isMuted: Bool) -> UInt16? {
    guard let mute = endpoint.mute, var message = muteMessage else { return nil }
    message.setArgument(Double(isMuted ? mute.muted : 1 - mute.muted))
    connection.send(message, readAt: mute.address)
    return nil
  }

  /// Does nothing: the connection queries the desk after each value.
  func read() {}
}
