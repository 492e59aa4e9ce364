internal import Linux

/// The connection to one server, shared by all controls that use it, and reopened when lost.
///
/// It exists as long as a control uses it. Each attempt is a new session, so that no lost command is
/// sent later.
///
/// Loading libpulse and some of its calls read files: it must run on the thread of a
/// `ControlWorker`, and must not outlive the loop.
final class PulseConnection: PulseServer {
  private let server: String?
  private let loop: EventLoop
  private let loadLibrary: () throws(PulseError) -> PulseLibrary
  private var session: PulseSession?
  private lazy var shared = SharedConnection<any PulseMember>(
    loop: loop,
    .init(
      connect: { [unowned self] in connect() }, close: { [unowned self] in close() },
      notifyOpen: { $0.didOpen() }, notifyLoss: { $0.didLose(reason: $1) }))

  /// Creates a connection that opens when the first member joins.
  ///
  /// - Parameters:
  ///   - server: The address, in libpulse's format; nil for libpulse's default.
  ///   - loop: The event loop.
  ///   - loadLibrary: Loads libpulse; called for each attempt.
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
    close()
  }

  func join(_ member: any PulseMember) { shared.join(member) }

  func leave(_ member: any PulseMember) { shared.leave(member) }

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
    if shared.isOpen { lose(.silent(server: server)) }
  }

  // MARK: The session

  private func connect() {
    do throws(PulseError) {
      let session = PulseSession(try loadLibrary(), server: server, loop: loop) {
        [unowned self] event in process(event)
      }
      self.session = session
      session.start()
    } catch {
      lose(error)
    }
  }

  private func close() {
    session?.close()
    session = nil
  }

  private func process(_ event: PulseSession.Event) {
    switch event {
    case .opened: shared.opened()
    case .changed(let change): shared.notify { $0.didChange(change) }
    case .failed(let error): lose(error)
    }
  }

  private func lose(_ error: PulseError) {
    close()
    shared.lost(error.description)
  }
}
