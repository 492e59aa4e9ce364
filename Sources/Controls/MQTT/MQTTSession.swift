internal import Linux

/// One session with a broker on the event loop, from the DNS lookup to the end of the connection.
///
///     start → opened, then messages, refusals, deliveries → ended
///
/// Never blocks, and does limited work in each turn of the loop however much the broker sends: what
/// is left waits in the kernel until other descriptors had their turn. Ends when the broker sends
/// nothing for the keepalive time, and when data stays unsent for seconds: a command that old must
/// not be delivered.
///
/// All addresses of the host are tried until one accepts the session.
final class MQTTSession {
  enum Event {
    case opened
    case message(topic: String, payload: [UInt8])
    /// A message was too long to be read; see `BrokerPacketReader.byteLimit`.
    case longMessage(topic: String, byteCount: Int)
    /// The broker does not allow us to read the topic.
    case refused(topic: String)
    case delivered(id: UInt16)
    /// The session has ended; no event follows.
    case ended(MQTTSessionError)
  }

  /// The most packets that are processed in one turn of the loop.
  static let turnPacketLimit = 64

  /// How sessions are made; the times can be shortened for tests.
  struct Options {
    /// How long one address may take from the start of the connection to the broker's answer.
    var answerMicroseconds: Int64 = 10_000_000
    /// How long one address may take to be connected while there are others to try.
    var connectMicroseconds: Int64 = 2_000_000
    var resolver = SocketAddress.systemResolver
  }

  let broker: MQTTBroker
  /// The encoded request for the session.
  let request: [UInt8]
  let tls: TLSContext?
  let options: Options
  let loop: EventLoop
  let onEvent: (Event) -> Void

  enum State {
    case lookingUp, connecting, securing, asking, open, ended
  }
  var state = State.lookingUp
  var lookup: HostLookup?
  var addresses = AddressTurn([], first: nil)
  /// The address of the last connection.
  var address: SocketAddress?
  /// Why an earlier address did not work.
  var earlierError: MQTTSessionError?

  var stream: BrokerStream?
  var reader = BrokerPacketReader()
  /// Whether packets that came may not have been processed yet, so that nothing is read.
  var isBehind = false
  var isInTurn = false
  /// The watched descriptor: first that of the lookup, then the stream's.
  var watched: (descriptor: Int32, readiness: Readiness)?
  /// Why a packet that was sent outside of a turn could not be; the next turn ends the session.
  var failure: MQTTSessionError?
  /// Ends an address that does not answer.
  var answerAlarm: Alarm?
  var keepaliveAlarm: Alarm?
  /// Continues with the packets that came, after other descriptors had their turn.
  var turnAlarm: Alarm?
  var keepalive = Keepalive()

  var lastID: UInt16 = 0
  /// Subscriptions that the broker has not answered, the last one of each topic.
  var asked: [String: UInt16] = [:]
  /// Messages of quality 0 that have not left completely.
  var leaving: [UInt16] = []

  /// Creates a session that is not started.
  ///
  /// - Parameters:
  ///   - broker: The address and the login.
  ///   - password: The user's password; nil for none.
  ///   - first: The address to try first, if the host has it.
  ///   - options: Times and how hosts are looked up.
  ///   - loop: The event loop; must outlive the session.
  ///   - onEvent: Receives all events; called on the event loop's thread.
  /// - Throws: The reason why there can be no session.
  init(
    _ broker: MQTTBroker, password: String?, first: SocketAddress?, options: Options,
    loop: EventLoop, onEvent: @escaping (Event) -> Void
  ) throws(MQTTSessionError) {
    let request = ClientPacket.connect(
      clientID: broker.clientID ?? Self.newID, username: broker.username, password: password,
      keepaliveSeconds: broker.keepaliveSeconds)
    guard let request else {
      throw .failed("user name and password must be shorter than 65536 bytes")
    }
    self.request = request
    tls = if let encryption = broker.encryption { try TLSContext(encryption) } else { nil }
    self.broker = broker
    self.options = options
    self.loop = loop
    self.onEvent = onEvent
    address = first
  }

  deinit {
    letGo()
  }

  /// Different each time: a broker disconnects the older of two clients with the same id, and an
  /// earlier client of this program may still be connected.
  private static var newID: String {
    "knobpanel-" + String(UInt64.random(in: 0x1000_0000_0000...0xFFFF_FFFF_FFFF), radix: 16)
  }

  func start() {
    answerAlarm = loop.makeAlarm { [unowned self] in
      fail(lateness)
    }
    if let address = SocketAddress.numeric(broker.host, port: broker.port) {
      addresses = AddressTurn([address], first: nil)
      return connectNext()
    }
    do throws(SystemError) {
      let lookup = try HostLookup(broker.host, port: broker.port, by: options.resolver)
      self.lookup = lookup
      try loop.watch(lookup.descriptor, for: .readable) { [unowned self] _ in didLookUp() }
      watched = (lookup.descriptor, .readable)
    } catch {
      end(.unreachable(error))
    }
  }

  /// Ends the session without an event.
  func stop() {
    letGo()
  }

  // MARK: Connecting

  private func didLookUp() {
    let found = lookup?.take() ?? []
    unwatch()
    lookup = nil
    if found.isEmpty { return end(.unknownHost(broker.host)) }
    addresses = AddressTurn(found, first: address)
    connectNext()
  }

  /// Tries the addresses that are left until the kernel takes one.
  private func connectNext() {
    while let address = addresses.next() {
      do throws(MQTTSessionError) { return try connect(to: address) } catch { note(error) }
    }
    end(earlierError ?? .unknownHost(broker.host))
  }

  private func connect(to address: SocketAddress) throws(MQTTSessionError) {
    (self.address, reader, isBehind) = (address, BrokerPacketReader(), false)
    var filter: TLSFilter?
    if let tls, let encryption = broker.encryption {
      filter = try TLSFilter(tls, host: broker.host, takesAnyName: encryption.takesAnyName)
    }
    do throws(SystemError) {
      let stream = try BrokerStream(to: address, tls: filter)
      try loop.watch(stream.descriptor, for: .writable) { [unowned self] _ in takeTurn() }
      watched = (stream.descriptor, .writable)
      self.stream = stream
    } catch {
      throw .network(error)
    }
    state = .connecting
    let patience =
      addresses.hasMore
      ? min(options.connectMicroseconds, options.answerMicroseconds) : options.answerMicroseconds
    answerAlarm?.set(atMicroseconds: MonotonicClock.microseconds + patience)
  }

  /// Why an address did not answer in time.
  private var lateness: MQTTSessionError {
    if state == .connecting, addresses.hasMore {
      return .unreachable(SystemError(call: "connect", code: SystemError.timedOut))
    }
    return .silent(seconds: options.answerMicroseconds / 1_000_000)
  }

  /// Keeps the last error, but of an address that answered rather than of one that did not.
  private func note(_ error: MQTTSessionError) {
    if error.isUnreachable, earlierError?.isUnreachable == false { return }
    earlierError = error
  }

  /// The connection failed: tries the next address, unless the broker has answered.
  func fail(_ error: MQTTSessionError) {
    guard state != .ended else { return }
    if case .refused = error { return end(error) }
    guard state != .open else { return end(error) }
    unwatch()
    stream = nil
    note(error)
    connectNext()
  }

  func end(_ error: MQTTSessionError) {
    letGo()
    onEvent(.ended(error))
  }

  private func letGo() {
    if state == .open, let stream {
      // Nobody is left to hear of a failure.
      try? stream.send(ClientPacket.disconnect)
      try? stream.flush()
    }
    state = .ended
    unwatch()
    (stream, lookup) = (nil, nil)
    for alarm in [answerAlarm, keepaliveAlarm, turnAlarm] { alarm?.cancel() }
    (answerAlarm, keepaliveAlarm, turnAlarm) = (nil, nil, nil)
  }
}
