internal import Linux

/// The connection to one Snapcast server.
///
/// It keeps the server's status, in which a commanded volume takes effect at once. It has at most
/// one unconfirmed volume per client, unless a newer one is final.
///
/// Not thread-safe; must not outlive the loop.
final class SnapcastConnection: LineConnection {
  /// A longer line is parsed on a worker thread, because it would block the loop.
  static let promptByteLimit = 8192
  /// The minimum time between queries of the server's status.
  static let refreshMicroseconds: Int64 = 1_000_000

  private static let words = LineSession.Words(
    program: "snapserver", setting: "`[tcp]` in snapserver.conf",
    port: "the port of snapserver's JSON-RPC, 1705 by default")

  let server: SnapcastServer
  /// The server's clients, groups and streams; nil without a connection.
  var status: SnapcastStatus?

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
  private lazy var statusQuery = SpacedQuery(
    intervalMicroseconds: Self.refreshMicroseconds, loop: loop
  ) { [unowned self] in send(.status, as: .status) }

  private var settleAlarm: Alarm?

  /// Creates a connection that opens when the first member joins.
  init(_ server: SnapcastServer, loop: EventLoop) {
    self.server = server
    super.init(to: server.host, port: server.port, title: server.title, Self.words, loop: loop)
  }

  deinit {
    settleAlarm?.cancel()
  }

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

  func send(percent: Int, ofClient client: String) {
    let request = send(
      .setVolume(client: client, percent: percent), as: .volume(client: client, percent: percent))
    exchanges[client]?.didSendVolume(
      request: request, atMicroseconds: loop.nowMicroseconds)
  }

  @discardableResult
  func send(_ request: SnapcastRequest, as kind: Pending) -> Int {
    lastRequest += 1
    if pending.isEmpty { session?.expectAnswer(true) }
    pending[lastRequest] = kind
    session?.send(request.line(id: lastRequest))
    return lastRequest
  }

  // MARK: The session

  override func begin() { statusQuery.sendNow() }

  override func forget() {
    status = nil
    pending = [:]
    exchanges = [:]
    groupMutes = [:]
    hasChanged = false
    statusQuery.stop()
    settleAlarm?.cancel()
    settleAlarm = nil
  }

  override func read(_ line: [UInt8]) {
    if line.isEmpty { return }
    parse(line, promptByteLimit: Self.promptByteLimit, with: SnapcastMessage.read) {
      [unowned self] in read($0)
    }
  }

  override func didCatchUp() {
    settle()
    reportChanges()
  }

  func read(_ messages: [SnapcastMessage]?) {
    guard let messages else {
      return misread(
        "the server sent a message that is not JSON-RPC",
        rejection: "the answer is not Snapcast's JSON-RPC; its port is 1705 (`[tcp]` in "
          + "snapserver.conf), not that of its audio or web page")
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
    session?.expectAnswer(!pending.isEmpty)
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
      if status == nil { reject("the server does not report its status") }
      return
    }
    if status == nil {
      replace(by: reported)
      hasChanged = false
      return accept()
    }
    replace(by: reported)
  }

  // MARK: Queries

  /// Schedules a query of the status, because it may be out of date.
  func scheduleRefresh() { statusQuery.schedule() }

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
    settleAlarm = settleAlarm ?? loop.makeAlarm { [unowned self] in settle() }
    settleAlarm?.set(atMicroseconds: next)
  }

  /// Reports the changes made by a member's command, or by the server.
  func reportChanges() {
    // A command has begun an exchange, or an answer was read.
    if settleAlarm?.deadlineMicroseconds == nil, !exchanges.isEmpty { settle() }
    guard hasChanged, status != nil else { return }
    hasChanged = false
    notifyUpdate()
  }
}
