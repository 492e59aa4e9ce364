internal import Layout
internal import Linux

/// Drives a client, a group or a stream of a Snapcast server, and reports when others change it.
///
/// Levels are percent of the server's volume: the knob's lowest value is 0 %, its highest 100 %. The
/// mute is the client's own, or that of the groups. While a finger turns the knob, at most 20 volumes
/// per second and client are sent, one at a time; the last one is sent at once. Nothing is sent at
/// the start or after a loss.
///
/// Not for use from a second thread; `stop` it before the loop ends.
public final class SnapcastControl: Control {
  /// At most one volume per client in this time.
  static let commandIntervalMicroseconds: Int64 = 50_000
  /// More changes than these per second are not reported one by one; displays show 60.
  static let newsIntervalMicroseconds: Int64 = 20_000
  /// At most one message that cannot be read is reported in this time.
  static let complaintIntervalMicroseconds: Int64 = 60_000_000

  /// What is turned, and the connection, for messages.
  public let name: String
  /// Receives all events; called on the event loop's thread.
  public var onEvent: (ControlEvent) -> Void = { _ in }

  private let target: SnapcastSettings.Target
  private let connection: SnapcastConnection
  private let loop: EventLoop
  /// What is turned now; nil if there is nothing.
  private var members: SnapcastMembers?
  /// The volumes as others have set them.
  private var balance = VolumeBalance([])
  /// The last reported reason why there is nothing to turn.
  private var reason: String?
  private var throttle = Throttle<Double>(intervalMicroseconds: commandIntervalMicroseconds)
  private var news = Throttle<Double>(intervalMicroseconds: newsIntervalMicroseconds)
  private var complaints = Throttle<String>(intervalMicroseconds: complaintIntervalMicroseconds)
  private var commandAlarm: Alarm?
  private var newsAlarm: Alarm?

  /// Creates a control that does nothing before `start`.
  init(_ settings: SnapcastSettings, over connection: SnapcastConnection, loop: EventLoop) {
    name = "Snapcast \(settings.target.title) of \(connection.server.title)"
    target = settings.target
    (self.connection, self.loop) = (connection, loop)
  }

  deinit {
    stop()
  }

  /// Does nothing: the server is not contacted before `start`.
  public func open() {}

  /// Joins the connection; the level, or the reason why there is none, arrives as an event.
  public func start() {
    guard commandAlarm == nil else { return }
    commandAlarm = loop.makeAlarm { [unowned self] in
      if let level = throttle.due(atMicroseconds: loop.nowMicroseconds) {
        command(level, isFinal: false)
      }
    }
    newsAlarm = loop.makeAlarm { [unowned self] in
      if let level = news.due(atMicroseconds: loop.nowMicroseconds) {
        onEvent(.level(level))
      }
    }
    connection.join(self)
  }

  /// Sends a volume; ignored unless the volume is known.
  public func set(level: Double, isFinal: Bool) {
    guard members != nil, level.isFinite else { return }
    // What the server said before is out of date.
    news.dropHeld()
    newsAlarm?.set(atMicroseconds: nil)
    let now = loop.nowMicroseconds
    let due = throttle.offer(level, isFinal: isFinal, atMicroseconds: now)
    commandAlarm?.set(atMicroseconds: throttle.deadlineMicroseconds)
    if let due { command(due, isFinal: isFinal) }
  }

  /// Mutes the client, or the groups.
  public func set(isMuted: Bool) {
    guard let members else { return }
    self.members?.isMuted = isMuted
    if members.groupIDs.isEmpty {
      for client in members.clients { connection.set(isMuted: isMuted, ofClient: client.id) }
    } else {
      for group in members.groupIDs { connection.set(isMuted: isMuted, ofGroup: group) }
    }
    connection.didCommand()
  }

  /// Leaves the connection; no event follows.
  public func stop() {
    guard commandAlarm != nil else { return }
    connection.leave(self)
    forget()
    for alarm in [commandAlarm, newsAlarm] { alarm?.cancel() }
    (commandAlarm, newsAlarm, reason) = (nil, nil, nil)
  }

  private func command(_ level: Double, isFinal: Bool) {
    guard let members else { return }
    for index in members.clients.indices {
      let percent = balance.percent(index, at: level)
      self.members?.clients[index].percent = percent
      connection.set(
        percent: percent, ofClient: members.clients[index].id, isFinal: isFinal)
    }
    connection.didCommand()
  }

  private func forget() {
    members = nil
    throttle.dropHeld()
    news.dropHeld()
    for alarm in [commandAlarm, newsAlarm] { alarm?.set(atMicroseconds: nil) }
  }

  private func lose(_ reason: String) {
    guard members != nil || self.reason != reason else { return }
    forget()
    self.reason = reason
    onEvent(.offline(reason: reason))
  }
}

extension SnapcastControl: SnapcastConnection.Member {
  func didUpdate() {
    guard let status = connection.status else { return }
    do throws(SnapcastAbsence) {
      report(try status.members(of: target))
    } catch {
      lose("\(connection.server.title): \(error.reason)")
    }
  }

  private func report(_ told: SnapcastMembers) {
    let known = members
    guard told != known else { return }
    members = told
    reason = nil
    if known?.isMuted != told.isMuted {
      onEvent(.muted(told.isMuted))
      // The event may have stopped the control.
      guard commandAlarm != nil else { return }
    }
    if let known, told.hasSameVolumes(as: known) { return }
    balance = VolumeBalance(told.clients.map(\.percent))
    // A level that waits was meant for the volumes as they were.
    throttle.dropHeld()
    commandAlarm?.set(atMicroseconds: nil)
    let now = loop.nowMicroseconds
    let due = news.offer(balance.level, isFinal: known == nil, atMicroseconds: now)
    newsAlarm?.set(atMicroseconds: news.deadlineMicroseconds)
    if let due { onEvent(.level(due)) }
  }

  func didLose(reason: String) {
    lose(reason)
  }

  func didNotRead(reason: String) {
    let now = loop.nowMicroseconds
    guard members != nil,
      let reason = complaints.offer(reason, isFinal: false, atMicroseconds: now)
    else { return }
    onEvent(.unreadable(reason: reason))
  }
}
