internal import Linux

/// The connection to one Home Assistant.
///
///     handshake → auth_required, auth → auth_ok, subscribe_entities → states: open
///
/// It subscribes to the entities of its members only, however many the server has, and keeps their
/// states.
///
/// Not thread-safe; must not outlive the loop.
final class HomeAssistantConnection: LineConnection {
  /// A longer message is parsed on a worker thread, because it would block the loop.
  static let promptByteLimit = 8192
  /// The size limit of a message, in bytes: the registry of a large house has a megabyte.
  static let messageByteLimit = 4 << 20
  /// The time between two pings, which detect a server that has frozen.
  static let pingMicroseconds: Int64 = 30_000_000
  /// The minimum time between two attempts with a token that was refused: Home Assistant may ban
  /// the address after a few.
  static let refusalMicroseconds: Int64 = 3_600_000_000
  /// The minimum time between two queries of the registry.
  static let registryMicroseconds: Int64 = 10_000_000

  static let words = LineSession.Words(
    program: "Home Assistant", setting: "`server_port`, 8123 by default",
    port: "the port of Home Assistant, 8123 by default")

  /// What an unanswered request is for.
  enum Pending {
    case subscription, registry, ping, unsubscription
    case call((_ outcome: CallOutcome) -> Void, deadline: Int64)
  }

  let server: HomeAssistantServer
  /// The entities and attributes in use, each with the number of its users.
  var uses = EntityUses()
  /// The reported states; empty without a connection.
  var states: [String: EntityState] = [:]
  /// The number of the last change of each entity.
  var revisions: [String: Int] = [:]
  var revision = 0
  /// Why entities have no state.
  var absences: [String: String] = [:]
  var pending: [Int: Pending] = [:]
  /// The number of unanswered requests that a living server answers at once.
  var expectedCount = 0
  private var lastRequest = 0
  /// The request whose events are read, and the entities that it names.
  var subscription: (id: Int, entities: Set<String>)?
  private var isAuthenticated = false
  private var handshake = WebSocketHandshake()
  private var token = ""
  private var refused: (token: String, until: Int64)?
  private lazy var registryQuery = SpacedQuery(
    intervalMicroseconds: Self.registryMicroseconds, loop: loop
  ) { [unowned self] in request(.ask(.entities), for: .registry) }
  /// Subscribes on the loop's next turn.
  private(set) lazy var subscriptionRequest = SpacedQuery(intervalMicroseconds: 0, loop: loop) {
    [unowned self] in subscribe()
  }
  private var pingAlarm: Alarm?
  var callAlarm: Alarm?

  /// Creates a connection that opens when the first member joins.
  init(_ server: HomeAssistantServer, loop: EventLoop) {
    self.server = server
    super.init(to: server.host, port: server.port, title: server.title, Self.words, loop: loop)
  }

  deinit {
    pingAlarm?.cancel()
    callAlarm?.cancel()
  }

  // MARK: Requests

  @discardableResult
  func request(_ request: HomeAssistantRequest, for kind: Pending) -> Int {
    lastRequest += 1
    pending[lastRequest] = kind
    if kind.isPrompt {
      expectedCount += 1
      if expectedCount == 1 { session?.expectAnswer(true) }
    }
    send(request, id: lastRequest)
    return lastRequest
  }

  private func send(_ request: HomeAssistantRequest, id: Int = 0) {
    session?.send(WebSocketFrame.encoded(.text, Array(request.text(id: id).utf8)))
  }

  // MARK: The session

  override func makeTransport() throws(LineSession.Obstacle) -> LineSession.Transport {
    token = try server.readToken()
    if let refused, refused.token == token, loop.nowMicroseconds < refused.until {
      throw LineSession.Obstacle(reason: Self.refusal)
    }
    var transport = try server.makeTransport()
    transport.makeReader = { [unowned self] in
      handshake = WebSocketHandshake()
      return WebSocketReader(handshake, byteLimit: Self.messageByteLimit)
    }
    return transport
  }

  /// The server's own text could repeat the token.
  static let refusal =
    "it refuses the token; make a new one in Home Assistant, and store it where `token` says"

  override func begin() {
    session?.send(handshake.request(path: server.socketPath, authority: server.authority))
  }

  override func forget() {
    (states, revisions, absences, pending) = ([:], [:], [:], [:])
    (expectedCount, lastRequest, subscription, isAuthenticated) = (0, 0, nil, false)
    registryQuery.stop()
    subscriptionRequest.stop()
    for alarm in [pingAlarm, callAlarm] { alarm?.cancel() }
    (pingAlarm, callAlarm) = (nil, nil)
  }

  override func read(_ line: [UInt8]) {
    let wanted = HomeAssistantMessage.Wanted(
      entities: uses.entities, attributes: uses.attributes, missing: missing)
    parse(
      line, promptByteLimit: Self.promptByteLimit, with: { HomeAssistantMessage.read($0, wanted) }
    ) { [unowned self] in process($0) }
  }

  private func process(_ message: HomeAssistantMessage?) {
    switch message {
    case nil:
      misread(
        "the server sent a message that is not of Home Assistant's WebSocket API",
        rejection: "the server there is not Home Assistant; check `url`")
    case .authRequired: if !isAuthenticated { send(.auth(token: token)) }
    case .authInvalid:
      guard !isAuthenticated else { return }
      refused = (token, loop.nowMicroseconds + Self.refusalMicroseconds)
      refuse(Self.refusal)
    case .authOK:
      guard !isAuthenticated else { return }
      (isAuthenticated, refused) = (true, nil)
      subscribe()
      if uses.entities.isEmpty { didOpen() }
    case .result(let id, let refusal, let registry): didAnswer(id, refusal, registry)
    case .pong(let id): take(id)
    case .changes(let id, let changes):
      if id == subscription?.id { adopt(changes) }
    case .other: break
    }
  }

  private func didAnswer(
    _ id: Int, _ refusal: String?, _ registry: HomeAssistantMessage.Registry?
  ) {
    switch take(id) {
    case .call(let completion, _):
      scheduleDeadline()
      completion(refusal.map(CallOutcome.refused) ?? .done)
    case .subscription:
      if let refusal { reject("it refuses the subscription to the entities: \(refusal)") }
    case .registry: explain(registry)
    case .ping, .unsubscription, nil: break
    }
  }

  /// The answer of the registry is probably what was too long.
  override func didSkip() {
    for case (let id, .registry) in pending {
      take(id)
      explain(nil)
    }
  }

  @discardableResult
  private func take(_ id: Int) -> Pending? {
    guard let kind = pending.removeValue(forKey: id) else { return nil }
    if kind.isPrompt {
      expectedCount -= 1
      session?.expectAnswer(expectedCount > 0)
    }
    return kind
  }

  /// Accepts the server, once the states are known.
  func didOpen() {
    accept()
    pingAlarm = loop.makeAlarm { [unowned self] in ping() }
    pingAlarm?.set(afterMicroseconds: Self.pingMicroseconds)
    if !missing.isEmpty { registryQuery.schedule() }
  }

  /// Queries why entities are missing.
  func scheduleRegistryQuery() { registryQuery.schedule() }

  private func ping() {
    pingAlarm?.set(afterMicroseconds: Self.pingMicroseconds)
    request(.ping, for: .ping)
  }
}

extension HomeAssistantConnection.Pending {
  /// Whether a living server answers at once: a service may wait for its device.
  fileprivate var isPrompt: Bool {
    if case .call = self { false } else { true }
  }
}
