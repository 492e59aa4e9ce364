internal import JSON
internal import Linux

/// The connection to one Snapcast server, shared by all controls that use it, and reopened when
/// lost.
///
/// It keeps the server's status, in which a volume that is commanded counts at once, and has at most
/// one unconfirmed volume of each client under way, unless a newer one is final.
///
/// Not for use from a second thread; must not outlive the loop.
final class SnapcastConnection {
  /// A control that uses the connection.
  protocol Member: AnyObject {
    /// The status is known, or has changed.
    func didUpdate()
    /// The connection is lost until `didUpdate`; called again only if the reason changes.
    func didLose(reason: String)
    /// Something came that could not be read, and changes nothing.
    func didNotRead(reason: String)
  }

  struct Options {
    var session = LineSession.Options()
    /// How long an answer may take while the connection is open.
    var answerMicroseconds: Int64 = 5_000_000
    /// The server's status is not asked for more often than this.
    var refreshMicroseconds: Int64 = 1_000_000
  }

  let server: SnapcastServer
  var options = Options()
  /// The server's clients, groups and streams; nil while there is no connection.
  private(set) var status: SnapcastStatus?
  private let loop: EventLoop
  private var session: LineSession?
  private var members: [Subscriber] = []
  private var retry = Retry()
  private var address: SocketAddress?
  /// The last reported reason why there is no connection.
  private var reason: String?

  private enum Pending {
    case status
    case client(String)
    case volume(client: String, percent: Int)
    case mute(client: String)
    case groupMute(group: String)
  }
  private var lastRequest = 0
  private var pending: [Int: Pending] = [:]
  private var exchanges: [String: VolumeExchange] = [:]
  /// The newest unconfirmed mute of each group.
  private var groupMutes: [String: Int] = [:]
  private var hasChanged = false
  private var isRefreshWanted = false
  private var refreshedAtMicroseconds: Int64?

  private var retryAlarm: Alarm?
  private var answerAlarm: Alarm?
  private var settleAlarm: Alarm?
  private var refreshAlarm: Alarm?

  /// Weak, because releasing a control stops it.
  private struct Subscriber {
    weak var member: (any Member)?
    let id: ObjectIdentifier
  }

  /// Creates a connection that opens when the first member joins.
  init(_ server: SnapcastServer, loop: EventLoop) {
    (self.server, self.loop) = (server, loop)
  }

  deinit {
    disconnect()
  }

  func join(_ member: any Member) {
    members.append(Subscriber(member: member, id: ObjectIdentifier(member)))
    if status != nil {
      member.didUpdate()
    } else if retryAlarm == nil {
      retryAlarm = loop.makeAlarm { [unowned self] in connect() }
      answerAlarm = loop.makeAlarm { [unowned self] in lose(.lost) }
      settleAlarm = loop.makeAlarm { [unowned self] in settle() }
      refreshAlarm = loop.makeAlarm { [unowned self] in refresh() }
      connect()
    } else if let reason {
      member.didLose(reason: reason)
    }
  }

  /// Removes a member, which receives no further calls; closes the connection if it was the last.
  func leave(_ member: any Member) {
    members.removeAll { $0.id == ObjectIdentifier(member) }
    if members.isEmpty { disconnect() }
  }

  // MARK: Commands

  /// Sets the volume of a client, now or after the last one is confirmed; dropped if there is no
  /// connection, or if it is the client's volume already.
  func set(percent: Int, ofClient client: String, isFinal: Bool) {
    guard let known = status?.clients[client] else { return }
    var exchange = exchanges[client] ?? VolumeExchange()
    // The last volume may be one that still waits, and a final one must not.
    guard known.volume.percent != percent || (isFinal && exchange.waiting != nil) else { return }
    status?.clients[client]?.volume.percent = percent
    hasChanged = true
    let isDue = exchange.offer(percent: percent, isFinal: isFinal)
    exchanges[client] = exchange
    if isDue { send(percent: percent, ofClient: client) }
  }

  /// Mutes a client; dropped if there is no connection.
  func set(isMuted: Bool, ofClient client: String) {
    guard let known = status?.clients[client], known.volume.isMuted != isMuted else { return }
    status?.clients[client]?.volume.isMuted = isMuted
    hasChanged = true
    let request = send(
      .setMute(client: client, isMuted: isMuted), as: .mute(client: client))
    exchanges[client, default: VolumeExchange()].didSendMute(
      request: request, atMicroseconds: MonotonicClock.microseconds)
  }

  /// Mutes a group; dropped if there is no connection.
  func set(isMuted: Bool, ofGroup group: String) {
    guard let index = status?.groups.firstIndex(where: { $0.id == group }),
      status?.groups[index].isMuted != isMuted
    else { return }
    status?.groups[index].isMuted = isMuted
    hasChanged = true
    groupMutes[group] = send(
      .setGroupMute(group: group, isMuted: isMuted), as: .groupMute(group: group))
  }

  /// Tells the other members of what one has changed.
  func didCommand() {
    tellChanges()
  }

  private func send(percent: Int, ofClient client: String) {
    let request = send(
      .setVolume(client: client, percent: percent), as: .volume(client: client, percent: percent))
    exchanges[client]?.didSendVolume(
      request: request, atMicroseconds: MonotonicClock.microseconds)
  }

  @discardableResult
  private func send(_ request: SnapcastRequest, as kind: Pending) -> Int {
    lastRequest += 1
    if pending.isEmpty { awaitAnswer() }
    pending[lastRequest] = kind
    session?.send(request.line(id: lastRequest))
    return lastRequest
  }

  private func awaitAnswer() {
    answerAlarm?.set(
      atMicroseconds: MonotonicClock.microseconds + options.answerMicroseconds)
  }

  // MARK: The session

  private func connect() {
    let session = LineSession(
      server.host, port: server.port, first: address, options: options.session, loop: loop
    ) { [unowned self] event in handle(event) }
    self.session = session
    session.start()
  }

  private func disconnect() {
    session?.stop()
    session = nil
    forget()
    for alarm in [retryAlarm, answerAlarm, settleAlarm, refreshAlarm] { alarm?.cancel() }
    (retryAlarm, answerAlarm, settleAlarm, refreshAlarm) = (nil, nil, nil, nil)
    reason = nil
    retry = Retry()
  }

  private func forget() {
    status = nil
    pending = [:]
    exchanges = [:]
    groupMutes = [:]
    (hasChanged, isRefreshWanted, refreshedAtMicroseconds) = (false, false, nil)
    for alarm in [answerAlarm, settleAlarm, refreshAlarm] { alarm?.set(atMicroseconds: nil) }
  }

  private func lose(_ failure: LineSession.Failure) {
    session?.stop()
    session = nil
    forget()
    retryAlarm?.set(
      atMicroseconds: retry.nextMicroseconds(
        now: MonotonicClock.microseconds, jitter: .random(in: 0...1)))
    let reason = "\(server.title): \(failure.snapcastReason(host: server.host))"
    guard reason != self.reason else { return }
    self.reason = reason
    tell { $0.didLose(reason: reason) }
  }

  private func handle(_ event: LineSession.Event) {
    switch event {
    case .connected:
      forget()
      refresh()
      // The session itself waits for the first answer, and tries other addresses.
      answerAlarm?.set(atMicroseconds: nil)
    case .line(let line): read(line)
    case .longLine(let byteCount):
      let reason = "a message of \(byteCount) bytes came, and is too long to be read"
      if status == nil { return session?.reject(reason) ?? () }
      tell { $0.didNotRead(reason: reason) }
    case .caughtUp:
      settle()
      tellChanges()
    case .ended(let failure): lose(failure)
    }
  }

  private func read(_ line: [UInt8]) {
    if line.isEmpty { return }
    guard let messages = SnapcastMessage.read(line) else {
      if status == nil {
        session?.reject(
          "what answers there is not Snapcast's JSON-RPC; its port is 1705 (`[tcp]` in "
            + "snapserver.conf), not that of its audio or web page")
      } else {
        tell { $0.didNotRead(reason: "the server sent something that is not JSON-RPC") }
      }
      return
    }
    for message in messages {
      switch message {
      case .answer(let id, let result): didAnswer(id, result)
      case .notification(let method, let parameters):
        if status != nil { didNotify(method, parameters) }
      }
    }
  }

  // MARK: Answers

  private func didAnswer(_ request: Int, _ result: JSONValue?) {
    guard let kind = pending.removeValue(forKey: request) else { return }
    if pending.isEmpty || status == nil {
      answerAlarm?.set(atMicroseconds: nil)
    } else {
      awaitAnswer()
    }
    let now = MonotonicClock.microseconds
    switch kind {
    case .status: didReadStatus(result)
    case .client(let client):
      guard exchanges[client]?.didRead(request: request, atMicroseconds: now) == true else {
        return
      }
      guard let told = result?["client"].flatMap({ SnapcastStatus.Client($0) }) else {
        return want()
      }
      update(told)
    case .volume(let client, let percent):
      if SnapcastStatus.Volume(result?["volume"], or: nil)?.percent != percent {
        exchanges[client]?.doubt()
      }
      if let next = exchanges[client]?.didAnswer(request: request, atMicroseconds: now) {
        send(percent: next, ofClient: client)
      }
    case .mute(let client):
      if result == nil { exchanges[client]?.doubt() }
      _ = exchanges[client]?.didAnswer(request: request, atMicroseconds: now)
    case .groupMute(let group):
      if groupMutes[group] == request { groupMutes[group] = nil }
      if result == nil { want() }
    }
  }

  private func didReadStatus(_ result: JSONValue?) {
    guard let told = result.flatMap({ SnapcastStatus($0) }) else {
      if status == nil { session?.reject("the server does not tell its status") }
      return
    }
    if status == nil {
      session?.accept()
      address = session?.address
      reason = nil
      retry.didOpen(atMicroseconds: MonotonicClock.microseconds)
    }
    replace(by: told)
  }

  /// Takes a whole status, except for what we are changing.
  private func replace(by told: SnapcastStatus) {
    var told = told
    for client in exchanges.keys {
      exchanges[client]?.doubt()
      if let volume = status?.clients[client]?.volume { told.clients[client]?.volume = volume }
    }
    for index in told.groups.indices where groupMutes[told.groups[index].id] != nil {
      let known = status?.groups.first { $0.id == told.groups[index].id }
      if let known { told.groups[index].isMuted = known.isMuted }
      want()
    }
    exchanges = exchanges.filter { told.clients[$0.key] != nil }
    guard told != status else { return }
    status = told
    hasChanged = true
  }

  /// Takes the status of one client that has no volume under way.
  private func update(_ told: SnapcastStatus.Client) {
    guard var known = status?.clients[told.id] else { return want() }
    let volume = known.volume
    known = told
    if exchanges[told.id]?.deadlineMicroseconds == nil, exchanges[told.id] != nil {
      known.volume = volume
    }
    guard known != status?.clients[told.id] else { return }
    status?.clients[told.id] = known
    hasChanged = true
  }

  // MARK: Notifications

  private func didNotify(_ method: String, _ parameters: JSONValue) {
    let id = parameters["id"]?.string ?? ""
    switch method {
    case "Client.OnVolumeChanged":
      guard let known = status?.clients[id] else { return want() }
      guard exchanges[id] == nil else { return exchanges[id]?.doubt() ?? () }
      guard let volume = SnapcastStatus.Volume(parameters["volume"], or: known.volume) else {
        return tell { $0.didNotRead(reason: "the server sent a volume that is none") }
      }
      guard volume != known.volume else { return }
      status?.clients[id]?.volume = volume
      hasChanged = true
    case "Client.OnConnect", "Client.OnDisconnect":
      guard var told = parameters["client"].flatMap({ SnapcastStatus.Client($0) }),
        let known = status?.clients[told.id]
      else { return want() }
      if exchanges[told.id] != nil {
        exchanges[told.id]?.doubt()
        told.volume = known.volume
      }
      guard told != known else { return }
      status?.clients[told.id] = told
      hasChanged = true
    case "Client.OnNameChanged":
      guard let name = parameters["name"]?.string, status?.clients[id] != nil else {
        return want()
      }
      status?.clients[id]?.name = name
      hasChanged = true
    case "Group.OnMute", "Group.OnNameChanged", "Group.OnStreamChanged":
      guard let index = status?.groups.firstIndex(where: { $0.id == id }) else { return want() }
      if case .bool(let isMuted)? = parameters["mute"] {
        // Which of the two was later is not known; the server is asked.
        if groupMutes[id] != nil { return want() }
        status?.groups[index].isMuted = isMuted
      }
      if let name = parameters["name"]?.string { status?.groups[index].name = name }
      if let stream = parameters["stream_id"]?.string { status?.groups[index].streamID = stream }
      hasChanged = true
    case "Server.OnUpdate":
      guard let told = SnapcastStatus(parameters) else { return want() }
      replace(by: told)
    case "Stream.OnUpdate":
      if status?.streams.contains(where: { $0.id == id }) != true { want() }
    default: break
    }
  }

  // MARK: Asking

  /// Asks for the status soon: something is not as we thought.
  private func want() {
    guard !isRefreshWanted else { return }
    isRefreshWanted = true
    let earliest = refreshedAtMicroseconds.map { $0 + options.refreshMicroseconds } ?? 0
    refreshAlarm?.set(atMicroseconds: max(earliest, MonotonicClock.microseconds))
  }

  private func refresh() {
    isRefreshWanted = false
    refreshedAtMicroseconds = MonotonicClock.microseconds
    send(.status, as: .status)
  }

  /// Ends the exchanges whose time is over, or asks for what is in doubt.
  private func settle() {
    let now = MonotonicClock.microseconds
    var next: Int64?
    for client in Array(exchanges.keys) {
      switch exchanges[client]?.settle(atMicroseconds: now) {
      case .over: exchanges[client] = nil
      case .ask:
        let request = send(.client(id: client), as: .client(client))
        exchanges[client]?.didAsk(request: request)
      case .pending, nil:
        if let deadline = exchanges[client]?.deadlineMicroseconds {
          next = min(next ?? deadline, deadline)
        }
      }
    }
    settleAlarm?.set(atMicroseconds: next)
  }

  private func tellChanges() {
    // A command has begun an exchange, or an answer was read.
    if settleAlarm?.deadlineMicroseconds == nil, !exchanges.isEmpty { settle() }
    guard hasChanged, status != nil else { return }
    hasChanged = false
    tell { if status != nil { $0.didUpdate() } }
  }

  /// Calls members, except those that leave in the meantime.
  private func tell(_ body: (any Member) -> Void) {
    for subscriber in members where members.contains(where: { $0.id == subscriber.id }) {
      if let member = subscriber.member { body(member) }
    }
  }
}
