internal import JSON
internal import Linux

/// Queries all entities of a Home Assistant once, for `knobpanel devices`.
final class EntityQuery {
  /// The size limit of the answer, in bytes: 5,000 entities have a few megabytes.
  static let answerByteLimit = 32 << 20

  private let server: HomeAssistantServer
  private let loop: EventLoop
  private let token: String
  private var session: LineSession?
  private var handshake = WebSocketHandshake()
  private var entities: [ListedEntity]?
  private var failure: String?

  /// Creates a query, not yet started.
  init(_ server: HomeAssistantServer) throws(LineSession.Obstacle) {
    self.server = server
    token = try server.readToken()
    do throws(SystemError) { loop = try EventLoop() } catch {
      throw LineSession.Obstacle(reason: error.reason)
    }
    var transport = try server.makeTransport()
    transport.makeReader = { [unowned self] in
      handshake = WebSocketHandshake()
      return WebSocketReader(handshake, byteLimit: Self.answerByteLimit)
    }
    session = LineSession(server.host, port: server.port, first: nil, over: transport, loop: loop) {
      [unowned self] event in process(event)
    }
  }

  deinit {
    session?.stop()
  }

  /// Returns the entities; blocks until they have arrived.
  func run(limitMicroseconds: Int64) throws(LineSession.Obstacle) -> [ListedEntity] {
    session?.start()
    let end = MonotonicClock.microseconds + limitMicroseconds
    while entities == nil, failure == nil, MonotonicClock.microseconds < end {
      do { try loop.runOnce(timeoutMilliseconds: 20) } catch { break }
    }
    if let entities { return entities }
    throw LineSession.Obstacle(reason: failure ?? "it has not answered in time")
  }

  private func process(_ event: LineSession.Event) {
    switch event {
    case .connected:
      session?.send(handshake.request(path: server.socketPath, authority: server.authority))
    case .line(let line): read(JSONValue(parsing: line, readsNonFiniteAsNull: true))
    case .longLine(let byteCount): failure = "its answer of \(byteCount) bytes is too long"
    case .caughtUp: break
    case .ended(let reason):
      failure = failure ?? reason.reason(host: server.host, HomeAssistantConnection.words)
    }
  }

  private func read(_ json: JSONValue?) {
    switch json?["type"]?.string {
    case "auth_required": send(HomeAssistantRequest.auth(token: token).text(id: 0))
    case "auth_ok": send("{\"id\": 1, \"type\": \"get_states\"}")
    case "auth_invalid": failure = HomeAssistantConnection.refusal
    case "result": entities = ListedEntity.all(json?["result"] ?? .null)
    case nil: failure = "the server there is not Home Assistant"
    default: break
    }
  }

  private func send(_ text: String) {
    session?.send(WebSocketFrame.encoded(.text, Array(text.utf8)))
  }
}
