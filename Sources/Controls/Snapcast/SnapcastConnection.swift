internal import Linux

/// The connection to one Snapcast server, shared by all controls that use it, and reopened when
/// lost.
///
/// It keeps the server's status, in which a commanded volume takes effect at once. It has at most
/// one unconfirmed volume per client, unless a newer one is final.
///
/// Not thread-safe; must not outlive the loop.
final class SnapcastConnection {
  /// A control that uses the connection.
  protocol Member: AnyObject {
    /// The status was read, or has changed.
    func didUpdate()
    /// The connection is lost until `didUpdate`; called again only if the reason changes.
    func didLose(reason: String)
    /// A message could not be read, and is ignored.
    func didNotRead(reason: String)
  }

  /// The time limit of an answer while the connection is open.
  static let answerMicroseconds: Int64 = 5_000_000
  /// A longer line is parsed on a worker thread, because it would block the loop.
  static let promptByteLimit = 8192
  /// The minimum time between queries of the server's status.
  static let refreshMicroseconds: Int64 = 1_000_000

  let server: SnapcastServer
  /// The server's clients, groups and streams; nil without a connection.
  var status: SnapcastStatus?
  let loop: EventLoop
  var session: LineSession?
  private lazy var shared = SharedConnection<any Member>(
    loop: loop,
    .init(
      connect: { [unowned self] in connect() }, close: { [unowned self] in close() },
      notifyOpen: { [unowned self] in if status != nil { $0.didUpdate() } },
      notifyLoss: { $0.didLose(reason: $1) }))
  var address: SocketAddress?

  enum Pending {
    case status
    case client(String)
    case volume(client: String, percent: Int)
    case mute(client: String)
    case groupMute(group: String)
  }
  var lastRequest = 0
  var pending: [Int: Pending] = [:]
  var exchanges: [String: VolumeExchange] = [:]
  /// The newest unconfirmed mute of each group.
  var groupMutes: [String: Int] = [:]
  var hasChanged = false
  var isRefreshWanted = false
  var refreshedAtMicroseconds: Int64?

  /// The line being parsed on a thread; other lines wait for it.
  var longLine: BackgroundTask<[SnapcastMessage]?>?

  var answerAlarm: Alarm?
  var settleAlarm: Alarm?
  var refreshAlarm: Alarm?

  /// Creates a connection that opens when the first member joins.
  init(_ server: SnapcastServer, loop: EventLoop) {
    (self.server, self.loop) = (server, loop)
  }

  deinit {
    close()
  }

  func join(_ member: any Member) {
    if answerAlarm == nil {
      answerAlarm = loop.makeAlarm { [unowned self] in lose(.lost) }
      settleAlarm = loop.makeAlarm { [unowned self] in settle() }
      refreshAlarm = loop.makeAlarm { [unowned self] in refresh() }
    }
    shared.join(member)
  }

  /// Removes a member, which receives no further calls; closes the connection if it was the last.
  func leave(_ member: any Member) { shared.leave(member) }

  // MARK: Commands

  /// Sets the volume of a client, now or after the last one is confirmed; does nothing without a
  /// connection, or if the volume is unchanged.
  func set(percent: Int, ofClient client: String, isFinal: Bool) {
    guard let known = status?.clients[client] else { return }
    var exchange = exchanges[client] ?? VolumeExchange()
    // The last volume may still be waiting, and a final one must not wait.
    guard known.volume.percent != percent || (isFinal && exchange.waiting != nil) else { return }
    status?.clients[client]?.volume.percent = percent
    hasChanged = true
    let isDue = exchange.offer(percent: percent, isFinal: isFinal)
    exchanges[client] = exchange
    if isDue { send(percent: percent, ofClient: client) }
  }

  /// Mutes a client; does nothing without a connection.
  func set(isMuted: Bool, ofClient client: String) {
    guard let known = status?.clients[client], known.volume.isMuted != isMuted else { return }
    status?.clients[client]?.volume.isMuted = isMuted
    hasChanged = true
    let request = send(
      .setMute(client: client, isMuted: isMuted), as: .mute(client: client))
    exchanges[client, default: VolumeExchange()].didSendMute(
      request: request, atMicroseconds: loop.nowMicroseconds)
  }

  /// Mutes a group; does nothing without a connection.
  func set(isMuted: Bool, ofGroup group: String) {
    guard let index = status?.groups.firstIndex(where: { $0.id == group }),
      status?.groups[index].isMuted != isMuted
    else { return }
    status?.groups[index].isMuted = isMuted
    hasChanged = true
    groupMutes[group] = send(
      .setGroupMute(group: group, isMuted: isMuted), as: .groupMute(group: group))
  }

  /// Reports the changes made by a member's command.
  func didCommand() {
    reportChanges()
  }

  func send(percent: Int, ofClient client: String) {
    let request = send(
      .setVolume(client: client, percent: percent), as: .volume(client: client, percent: percent))
    exchanges[client]?.didSendVolume(
      request: request, atMicroseconds: loop.nowMicroseconds)
  }

  @discardableResult
  func send(_ request: SnapcastRequest, as kind: Pending) -> Int {
    lastRequest += 1
    if pending.isEmpty { awaitAnswer() }
    pending[lastRequest] = kind
    session?.send(request.line(id: lastRequest))
    return lastRequest
  }

  func awaitAnswer() {
    answerAlarm?.set(afterMicroseconds: Self.answerMicroseconds)
  }

  // MARK: The session

  func connect() {
    let session = LineSession(
      server.host, port: server.port, first: address, loop: loop
    ) { [unowned self] event in process(event) }
    self.session = session
    session.start()
  }

  func close() {
    session?.stop()
    session = nil
    forget()
    for alarm in [answerAlarm, settleAlarm, refreshAlarm] { alarm?.cancel() }
    (answerAlarm, settleAlarm, refreshAlarm) = (nil, nil, nil)
  }

  func forget() {
    longLine = nil
    status = nil
    pending = [:]
    exchanges = [:]
    groupMutes = [:]
    (hasChanged, isRefreshWanted, refreshedAtMicroseconds) = (false, false, nil)
    for alarm in [answerAlarm, settleAlarm, refreshAlarm] { alarm?.set(atMicroseconds: nil) }
  }

  func lose(_ failure: LineSession.Failure) {
    session?.stop()
    session = nil
    forget()
    shared.lost("\(server.title): \(failure.snapcastReason(host: server.host))")
  }

  func process(_ event: LineSession.Event) {
    switch event {
    case .connected:
      forget()
      refresh()
      // The session itself waits for the first answer, and tries other addresses.
      answerAlarm?.set(atMicroseconds: nil)
    case .line(let line):
      if line.isEmpty { return }
      if line.count <= Self.promptByteLimit { return read(SnapcastMessage.read(line)) }
      readApart(line)
    case .longLine(let byteCount):
      let reason = "a message of \(byteCount) bytes is too long to be read"
      if status == nil {
        session?.reject(reason)
      } else {
        notifyMembers { $0.didNotRead(reason: reason) }
      }
    case .caughtUp:
      settle()
      reportChanges()
    case .ended(let failure): lose(failure)
    }
  }

  func read(_ messages: [SnapcastMessage]?) {
    guard let messages else {
      if status == nil {
        session?.reject(
          "the answer is not Snapcast's JSON-RPC; its port is 1705 (`[tcp]` in "
            + "snapserver.conf), not that of its audio or web page")
      } else {
        notifyMembers { $0.didNotRead(reason: "the server sent a message that is not JSON-RPC") }
      }
      return
    }
    for message in messages {
      switch message {
      case .answer(let id, let result): didAnswer(id, result)
      case .notification(let method, let content):
        if status != nil { didNotify(method, content) }
      }
    }
  }

  // MARK: Answers

  func didAnswer(_ request: Int, _ result: SnapcastContent?) {
    guard let kind = pending.removeValue(forKey: request) else { return }
    if pending.isEmpty || status == nil {
      answerAlarm?.set(atMicroseconds: nil)
    } else {
      awaitAnswer()
    }
    let now = loop.nowMicroseconds
    switch kind {
    case .status: didReadStatus(result)
    case .client(let client):
      guard exchanges[client]?.didRead(request: request, atMicroseconds: now) == true else {
        return
      }
      guard let reported = result?.client else { return scheduleRefresh() }
      update(reported)
    case .volume(let client, let percent):
      if result?.volume?.percent != percent {
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
      if result == nil { scheduleRefresh() }
    }
  }

  func didReadStatus(_ result: SnapcastContent?) {
    guard let reported = result?.status else {
      if status == nil { session?.reject("the server does not report its status") }
      return
    }
    if status == nil {
      session?.accept()
      address = session?.address
      replace(by: reported)
      hasChanged = false
      return shared.opened()
    }
    replace(by: reported)
  }

  // MARK: Queries

  /// Schedules a query of the status, because it may be out of date.
  func scheduleRefresh() {
    guard !isRefreshWanted else { return }
    isRefreshWanted = true
    let earliest = refreshedAtMicroseconds.map { $0 + Self.refreshMicroseconds } ?? 0
    refreshAlarm?.set(atMicroseconds: max(earliest, loop.nowMicroseconds))
  }

  func refresh() {
    isRefreshWanted = false
    refreshedAtMicroseconds = loop.nowMicroseconds
    send(.status, as: .status)
  }

  /// Ends settled exchanges, and queries volumes in doubt.
  func settle() {
    let now = loop.nowMicroseconds
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

  func reportChanges() {
    // A command has begun an exchange, or an answer was read.
    if settleAlarm?.deadlineMicroseconds == nil, !exchanges.isEmpty { settle() }
    guard hasChanged, status != nil else { return }
    hasChanged = false
    notifyMembers { if status != nil { $0.didUpdate() } }
  }

  func notifyMembers(_ body: (any Member) -> Void) { shared.notify(body) }
}
