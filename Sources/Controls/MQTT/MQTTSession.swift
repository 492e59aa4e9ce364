internal import Linux

/// One session with a broker on the event loop, from the DNS lookup to the end of the connection.
///
///     start → opened, then messages, refusals, deliveries → ended
///
/// Never blocks, and does limited work in each turn of the loop, however much the broker sends: the
/// rest waits in the kernel until other descriptors have had their turn. Ends when the broker sends
/// nothing for the keepalive time, and when data stays unsent for seconds: a command that old must
/// not be delivered.
///
/// All addresses of the host are tried until one accepts the session.
final class MQTTSession {
  enum Event {
    case opened
    case message(topic: String, payload: [UInt8], isRetained: Bool)
    /// A message was too long to read; see `BrokerPacketReader.byteLimit`.
    case longMessage(topic: String, byteCount: Int)
    /// The broker does not let this client read the topic.
    case refused(topic: String)
    case delivered(id: UInt16)
    /// The session has ended; no events follow.
    case ended(MQTTSessionError)
  }

  /// The maximum number of packets processed per turn of the loop.
  static let turnPacketLimit = 64

  /// The time limit of one address, from the start of the connection to the broker's answer.
  static let answerMicroseconds: Int64 = 10_000_000

  let broker: MQTTBroker
  /// The encoded CONNECT packet.
  let request: [UInt8]
  let tls: TLSContext?
  private let resolver: SocketAddress.Resolver
  let loop: EventLoop
  let onEvent: (Event) -> Void

  enum State {
    case connecting, securing, requesting, open, ended
  }
  var state = State.connecting
  private var dialer: AddressDialer?
  /// The address of the last connection.
  var address: SocketAddress?
  /// Why an earlier address failed.
  var earlierError: MQTTSessionError?

  var stream: ClientStream?
  var reader = BrokerPacketReader()
  /// Whether received packets may still be unprocessed; until they are, nothing is read.
  var isBehind = false
  var isInTurn = false
  /// The watched descriptor of the stream.
  var watched: (descriptor: Int32, readiness: Readiness)?
  /// Why a packet sent outside of a turn failed; the next turn ends the session.
  var failure: MQTTSessionError?
  /// Gives up on an address that does not answer.
  var answerAlarm: Alarm?
  var keepaliveAlarm: Alarm?
  /// Continues with the received packets, after other descriptors have had their turn.
  var turnAlarm: Alarm?
  var keepalive = Keepalive()

  var lastID: UInt16 = 0
  /// Unanswered subscriptions; only the last one of each topic.
  var pendingSubscriptions: [String: UInt16] = [:]
  /// Messages of quality 0 that have not been sent completely.
  var leaving: [UInt16] = []

  /// Creates a session, not yet started.
  ///
  /// - Parameters:
  ///   - broker: The address and the login.
  ///   - password: The user's password; nil for none.
  ///   - first: The address to try first, if the host has it.
  ///   - resolver: The name resolver.
  ///   - loop: The event loop; must outlive the session.
  ///   - onEvent: Receives all events; called on the event loop's thread.
  /// - Throws: The reason why there can be no session.
  init(
    _ broker: MQTTBroker, password: String?, first: SocketAddress?,
    resolver: @escaping SocketAddress.Resolver, loop: EventLoop, onEvent: @escaping (Event) -> Void
  ) throws(MQTTSessionError) {
    let request = ClientPacket.connect(
      clientID: broker.clientID ?? Self.newID, username: broker.username, password: password,
      keepaliveSeconds: broker.keepaliveSeconds, will: broker.will)
    guard let request else {
      throw .failed("user name and password must be shorter than 65536 bytes")
    }
    self.request = request
    do throws(StreamError) {
      tls = if let encryption = broker.encryption { try TLSContext(encryption) } else { nil }
    } catch {
      throw MQTTSessionError(error)
    }
    self.broker = broker
    self.resolver = resolver
    self.loop = loop
    self.onEvent = onEvent
    address = first
  }

  deinit {
    stop()
  }

  /// A random ID: a broker disconnects the older of two clients with the same ID, and an earlier
  /// client of this program may still be connected.
  private static var newID: String {
    "knobpanel-" + String(UInt64.random(in: 0x1000_0000_0000...0xFFFF_FFFF_FFFF), radix: 16)
  }

  func start() {
    answerAlarm = loop.makeAlarm { [unowned self] in fail(silence) }
    let dialer = AddressDialer(
      broker.host, port: broker.port, first: address,
      options: AddressDialer.Options(
        lastConnectMicroseconds: Self.answerMicroseconds, resolver: resolver),
      loop: loop
    ) { [unowned self] event in handle(event) }
    self.dialer = dialer
    dialer.start()
  }

  // MARK: Connecting

  private func handle(_ event: AddressDialer.Event) {
    switch event {
    case .connected(let stream): didConnect(stream)
    case .failed(.unknownHost): note(.unknownHost(broker.host))
    case .failed(.network(let error)): note(.network(error))
    case .failed(.silent(let seconds)): note(.silent(seconds: seconds))
    case .exhausted: end(earlierError ?? .unknownHost(broker.host))
    }
  }

  private func didConnect(_ connected: TCPStream) {
    (address, reader, isBehind) = (dialer?.address, BrokerPacketReader(), false)
    state = .securing
    do throws(StreamError) {
      let filter = if let tls { try TLSFilter(tls, host: broker.host) } else { nil as TLSFilter? }
      let stream = ClientStream(connected, tls: filter)
      self.stream = stream
      answerAlarm?.set(afterMicroseconds: Self.answerMicroseconds)
      try stream.secure()
      takeTurn()
    } catch {
      fail(MQTTSessionError(error))
    }
  }

  private var silence: MQTTSessionError {
    .silent(seconds: Self.answerMicroseconds / 1_000_000)
  }

  /// Keeps the last error, but prefers that of an address that answered.
  private func note(_ error: MQTTSessionError) {
    if error.isUnreachable, earlierError?.isUnreachable == false { return }
    earlierError = error
  }

  /// Handles a failed connection: tries the next address, unless the broker has answered.
  func fail(_ error: MQTTSessionError) {
    guard state != .ended else { return }
    if case .refused = error { return end(error) }
    guard state != .open else { return end(error) }
    unwatch()
    stream = nil
    answerAlarm?.set(atMicroseconds: nil)
    state = .connecting
    note(error)
    dialer?.dialNext()
  }

  func end(_ error: MQTTSessionError) {
    stop()
    onEvent(.ended(error))
  }

  /// Ends the session without an event.
  func stop() {
    if state == .open, let stream {
      // Errors cannot be reported any more. DISCONNECT suppresses the will, so publish it first.
      if let will = broker.will { try? stream.send(ClientPacket.publish(will, id: nextID())) }
      try? stream.send(ClientPacket.disconnect)
      try? stream.flush()
    }
    state = .ended
    unwatch()
    stream = nil
    dialer?.stop()
    dialer = nil
    for alarm in [answerAlarm, keepaliveAlarm, turnAlarm] { alarm?.cancel() }
    (answerAlarm, keepaliveAlarm, turnAlarm) = (nil, nil, nil)
  }
}
