internal import Layout
internal import Linux

/// Drives a client, a group or a stream of a Snapcast server, and reports changes by others.
///
/// Levels are percent of the server's volume: the knob's range maps to 0…100 %. The mute is that of
/// the client, or of the groups. While a finger turns the knob, at most 20 volumes per second and
/// client are sent, one at a time; the last one is sent at once. At startup and after a loss, only
/// queries are sent.
///
/// Not thread-safe; call `stop` before the loop ends.
final class SnapcastControl: LineControl {
  /// `SnapcastConnection` waits for confirmations, per client.
  static let pace = Pace(writeMicroseconds: 50_000)

  /// The target and the connection, for messages.
  let name: String

  private let target: SnapcastSettings.Target
  let connection: SnapcastConnection
  let runner: ExchangeRunner
  /// The clients driven at present; nil if there are none.
  private var members: SnapcastMembers?
  /// The volumes as last set by others.
  private var balance = VolumeBalance([])

  /// Creates a control, not yet started.
  init(_ settings: SnapcastSettings, over connection: SnapcastConnection, loop: EventLoop) {
    name = "Snapcast \(settings.target.title) of \(connection.server.title)"
    target = settings.target
    self.connection = connection
    runner = ExchangeRunner(
      LevelExchange(
        Self.pace,
        scale: LevelExchange.Scale(number: { $0 }, level: { $0 }, tolerance: 1e-9)),
      loop: loop)
    runner.target = self
  }

  deinit {
    stop()
  }

  func forget() { members = nil }
}

extension SnapcastControl {
  func write(_ write: LevelExchange.Write) -> UInt16? {
    guard let members else { return nil }
    for index in members.clients.indices {
      let percent = balance.percent(index, at: write.level)
      self.members?.clients[index].percent = percent
      connection.set(
        percent: percent, ofClient: members.clients[index].id, isFinal: write.isFinal)
    }
    connection.reportChanges()
    return nil
  }

  func write(isMuted: Bool) -> UInt16? {
    guard let members else { return nil }
    self.members?.isMuted = isMuted
    if members.groupIDs.isEmpty {
      for client in members.clients { connection.set(isMuted: isMuted, ofClient: client.id) }
    } else {
      for group in members.groupIDs { connection.set(isMuted: isMuted, ofGroup: group) }
    }
    connection.reportChanges()
    return nil
  }

  /// Does nothing: the connection sends all queries.
  func read() {}
}

extension SnapcastControl {
  func didUpdate() {
    guard let status = connection.status else { return }
    do throws(SnapcastAbsence) {
      adopt(try status.members(of: target))
    } catch {
      didLose(reason: "\(connection.server.title): \(error.reason)")
    }
  }

  private func adopt(_ reported: SnapcastMembers) {
    let known = members
    guard reported != known else { return }
    members = reported
    if known == nil {
      runner.update { $0.found(.answers, muteSource: .answers, at: $1) }
    }
    runner.update { $0.read(isMuted: reported.isMuted, requestedAt: $1, at: $1) }
    if let known, reported.hasSameVolumes(as: known) { return }
    balance = VolumeBalance(reported.clients.map(\.percent))
    runner.update { [balance] in $0.read(balance.level, requestedAt: $1, at: $1) }
  }

  func didNotRead(reason: String) {
    guard members != nil else { return }
    runner.update { $0.complain(.unreadable, reason, at: $1) }
  }
}
