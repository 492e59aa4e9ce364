internal import Linux

/// The controls that share one connection, its state, and the attempts after a loss.
///
/// | # | connection | event | result |
/// |---|---|---|---|
/// | 1 | closed | the first member joins | an attempt |
/// | 2 | open | a member joins | it is notified |
/// | 3 | lost | a member joins | it receives the reason |
/// | 4 | any | `opened` | all members are notified |
/// | 5 | any | `lost` | all members receive the reason, if it is new; an attempt after a back-off |
/// | 6 | any | the last member leaves | closed |
///
/// Members are held weakly, because releasing a control stops it. A member that leaves while
/// members are called receives no further calls.
final class SharedConnection<Member> {
  /// The part of the back end.
  struct Actions {
    /// Begins an attempt, which ends with `opened` or `lost`.
    var connect: () -> Void
    /// Closes what is open or being opened.
    var close: () -> Void
    /// Notifies a member that the connection is open, or lost.
    var notifyOpen: (Member) -> Void
    var notifyLoss: (Member, _ reason: String) -> Void
  }

  /// A member, held weakly.
  struct Entry {
    fileprivate let id: ObjectIdentifier
    let member: () -> Member?

    init(_ member: Member) {
      let object = member as AnyObject
      id = ObjectIdentifier(object)
      self.member = { [weak object] in object as? Member }
    }

    func isOf(_ member: Member) -> Bool { id == ObjectIdentifier(member as AnyObject) }
  }

  private(set) var isOpen = false
  /// The reason of the loss that members received; nil if none.
  private(set) var reason: String?
  private let loop: EventLoop
  private let actions: Actions
  private(set) var entries: [Entry] = []
  private var retry = Retry()
  private var retryAlarm: Alarm?

  init(loop: EventLoop, _ actions: Actions) {
    (self.loop, self.actions) = (loop, actions)
  }

  deinit {
    retryAlarm?.cancel()
  }

  func join(_ member: Member) {
    entries.append(Entry(member))
    if isOpen {
      actions.notifyOpen(member)
    } else if retryAlarm == nil {
      retryAlarm = loop.makeAlarm { [unowned self] in actions.connect() }
      actions.connect()
    } else if let reason {
      actions.notifyLoss(member, reason)
    }
  }

  /// Removes a member, which receives no further calls.
  func leave(_ member: Member) {
    entries.removeAll { $0.isOf(member) }
    guard entries.isEmpty else { return }
    retryAlarm?.cancel()
    (retryAlarm, isOpen, reason, retry) = (nil, false, nil, Retry())
    actions.close()
  }

  func opened() {
    (isOpen, reason) = (true, nil)
    retry.didOpen(atMicroseconds: loop.nowMicroseconds)
    notify { if isOpen { actions.notifyOpen($0) } }
  }

  func lost(_ reason: String) {
    isOpen = false
    retryAlarm?.set(
      atMicroseconds: retry.nextMicroseconds(
        now: loop.nowMicroseconds, jitter: .random(in: 0...1)))
    report(reason)
  }

  /// Reports why the connection is not open yet; the attempt continues.
  func report(_ reason: String) {
    guard reason != self.reason else { return }
    self.reason = reason
    notify { actions.notifyLoss($0, reason) }
  }

  /// Calls all members.
  func notify(_ body: (Member) -> Void) { notify(entries, body) }

  /// Calls some of the members.
  func notify(_ some: [Entry], _ body: (Member) -> Void) {
    // A member may release the connection.
    withExtendedLifetime(self) {
      for entry in some where entries.contains(where: { $0.id == entry.id }) {
        if let member = entry.member() { body(member) }
      }
    }
  }
}
