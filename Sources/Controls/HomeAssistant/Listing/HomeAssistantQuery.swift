internal import JSON
internal import Linux

/// Queries a Home Assistant once, for commands such as `knobpanel devices`.
final class HomeAssistantQuery {
  /// The size limit of each answer, in bytes: 5,000 entities have a few megabytes.
  static let answerByteLimit = 32 << 20

  private let server: HomeAssistantServer
  private let questions: [HomeAssistantRequest.Question]
  private let loop: EventLoop
  private let token: String
  private var session: LineSession?
  private var handshake = WebSocketHandshake()
  /// The answers, by the index of their question.
  private var answers: [Int: JSONValue] = [:]
  private var failure: String?

  /// Creates a query, not yet started.
  init(
    _ questions: [HomeAssistantRequest.Question], to server: HomeAssistantServer
  ) throws(LineSession.Obstacle) {
    (self.server, self.questions) = (server, questions)
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

  /// Returns the answer to each question; blocks until they have arrived.
  ///
  /// - Parameter limit: The time limit, in microseconds.
  /// - Returns: The answers, in the order of the questions.
  /// - Throws: Why there are none.
  func run(limitMicroseconds limit: Int64) throws(LineSession.Obstacle) -> [JSONValue] {
    session?.start()
    let end = MonotonicClock.microseconds + limit
    while answers.count < questions.count, failure == nil, MonotonicClock.microseconds < end {
      do { try loop.runOnce(timeoutMilliseconds: 20) } catch { break }
    }
    if answers.count == questions.count { return questions.indices.compactMap { answers[$0] } }
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
    case "auth_required": send(.auth(token: token), id: 0)
    case "auth_ok":
      for (index, question) in questions.enumerated() { send(.ask(question), id: index + 1) }
    case "auth_invalid": failure = HomeAssistantConnection.refusal
    case "result": take(json)
    case nil: failure = "the server there is not Home Assistant"
    default: break
    }
  }

  private func take(_ json: JSONValue?) {
    guard let id = json?["id"]?.number.flatMap({ Int(exactly: $0) }),
      questions.indices.contains(id - 1)
    else { return }
    if json?["success"]?.bool == true {
      answers[id - 1] = json?["result"] ?? .null
    } else {
      let text = HomeAssistantMessage.refusal(json?["error"])
      failure = failure ?? "it refuses \(questions[id - 1].rawValue): \(text)"
    }
  }

  private func send(_ request: HomeAssistantRequest, id: Int) {
    session?.send(WebSocketFrame.encoded(.text, Array(request.text(id: id).utf8)))
  }
}
