internal import Linux

/// The connection to one server, shared by all controls that use it, and reopened when lost.
///
/// It exists as long as a control uses it. Each attempt is a new session, so that nothing that was
/// lost is sent later.
///
/// Loading libpulse, and some of its calls, read files: it must run on the thread of a
/// `ControlWorker`, and must not outlive the loop.
final class PulseConnection: PulseServer {
  private let server: String?
  private let loop: EventLoop
  private let loadLibrary: () throws(PulseError) -> PulseLibrary
  private var session: PulseSession?
  private var isOpen = false
  private var members: [Subscriber] = []
  private var retry = Retry()
  private var retryAlarm: Alarm?
  /// The last reported reason why there is no session.
  private var reason: String?

  /// Weak, because releasing a control stops it.
  private struct Subscriber {
    weak var member: (any PulseMember)?
    let id: ObjectIdentifier
  }

  /// Creates a connection that opens when the first member joins.
  ///
  /// - Parameters:
  ///   - server: The address as libpulse takes it; nil for libpulse's own choice.
  ///   - loop: Where it waits.
  ///   - loadLibrary: Loads libpulse, again for each attempt that finds none.
  init(
    server: String?, loop: EventLoop,
    loadLibrary: @escaping () throws(PulseError) -> PulseLibrary = { () throws(PulseError) in
      try PulseLibrary()
    }
  ) {
    self.server = server
    self.loop = loop
    self.loadLibrary = loadLibrary
  }

  deinit {
    disconnect()
  }

  func join(_ member: any PulseMember) {
    members.append(Subscriber(member: member, id: ObjectIdentifier(member)))
    if isOpen {
      member.didOpen()
    } else if retryAlarm == nil {
      retryAlarm = loop.makeAlarm { [unowned self] in connect() }
      connect()
    } else if let reason {
      member.didLose(reason: reason)
    }
  }

  func leave(_ member: any PulseMember) {
    members.removeAll { $0.id == ObjectIdentifier(member) }
    if members.isEmpty { disconnect() }
  }

  func read(_ target: PulseTarget, by reader: PulseReader) {
    session?.read(target, by: reader)
  }

  func readNames(like target: PulseTarget, by reader: PulseReader) {
    session?.readNames(like: target, by: reader)
  }

  func setVolume(_ volume: PulseVolume, of index: UInt32, _ target: PulseTarget) {
    session?.setVolume(volume, of: index, target)
  }

  func setMute(_ isMuted: Bool, of index: UInt32, _ target: PulseTarget) {
    session?.setMute(isMuted, of: index, target)
  }

  func didNotAnswer() {
    if isOpen { lose(.silent(server: server)) }
  }

  // MARK: The session

  private func connect() {
    do throws(PulseError) {
      let session = PulseSession(try loadLibrary(), server: server, loop: loop) {
        [unowned self] event in handle(event)
      }
      self.session = session
      session.start()
    } catch {
      lose(error)
    }
  }

  private func disconnect() {
    session?.close()
    session = nil
    isOpen = false
    retryAlarm?.cancel()
    retryAlarm = nil
    reason = nil
    retry = Retry()
  }

  private func handle(_ event: PulseSession.Event) {
    switch event {
    case .opened:
      isOpen = true
      reason = nil
      retry.didOpen(atMicroseconds: loop.nowMicroseconds)
      tell { if isOpen { $0.didOpen() } }
    case .changed(let change): tell { $0.didChange(change) }
    case .failed(let error): lose(error)
    }
  }

  private func lose(_ error: PulseError) {
    let wasOpen = isOpen
    session?.close()
    session = nil
    isOpen = false
    retryAlarm?.set(
      atMicroseconds: retry.nextMicroseconds(
        now: loop.nowMicroseconds, jitter: .random(in: 0...1)))
    let reason = error.description
    guard wasOpen || reason != self.reason else { return }
    self.reason = reason
    tell { $0.didLose(reason: reason) }
  }

  /// Calls members, except those that leave in the meantime.
  private func tell(_ body: (any PulseMember) -> Void) {
    // Its session may call it for the last time.
    withExtendedLifetime(self) {
      for subscriber in members where members.contains(where: { $0.id == subscriber.id }) {
        if let member = subscriber.member { body(member) }
      }
    }
  }
}
