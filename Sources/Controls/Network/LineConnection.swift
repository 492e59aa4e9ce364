internal import Linux

/// A control that uses a connection to a line-based server.
protocol LineConnectionMember: AnyObject {
  /// The server's report was read, or has changed.
  func didUpdate()
  /// The connection is lost until `didUpdate`; called again only if the reason changes.
  func didLose(reason: String)
  /// A message could not be read, and is ignored.
  func didNotRead(reason: String)
}

/// The connection to one line-based server, shared by all controls that use it, and reopened when
/// lost.
///
/// A subclass is the protocol: it overrides `begin`, `read` and `forget`, sends with `session`, and
/// calls `accept` once the server has reported what its members need.
///
/// Not thread-safe; must not outlive the loop.
class LineConnection {
  let loop: EventLoop
  private(set) var session: LineSession?
  private let address: (host: String, port: UInt16)
  private let title: String
  private let words: LineSession.Words
  /// The address that was accepted last.
  private var accepted: SocketAddress?
  private lazy var shared = SharedConnection<any LineConnectionMember>(
    loop: loop,
    .init(
      connect: { [unowned self] in connect() }, close: { [unowned self] in close() },
      notifyOpen: { $0.didUpdate() }, notifyLoss: { $0.didLose(reason: $1) }))

  /// Creates a connection that opens when the first member joins; `title` and `words` are for
  /// messages.
  init(
    to host: String, port: UInt16, title: String, _ words: LineSession.Words, loop: EventLoop
  ) {
    address = (host, port)
    (self.title, self.words, self.loop) = (title, words, loop)
  }

  deinit {
    session?.stop()
  }

  func join(_ member: any LineConnectionMember) { shared.join(member) }

  /// Removes a member, which receives no further calls; closes the connection if it was the last.
  func leave(_ member: any LineConnectionMember) { shared.leave(member) }

  // MARK: The protocol

  /// The session is connected: sends the first request, if the server does not send first.
  func begin() {}

  /// Processes a line without its end.
  func read(_ line: [UInt8]) {}

  /// All lines of one turn of the loop have been read.
  func didCatchUp() {}

  /// Forgets what the server has reported and what it was asked, before `begin` and after a loss.
  func forget() {}

  // MARK: For the protocol

  /// Whether the server was accepted, and the connection is not lost.
  var isOpen: Bool { shared.isOpen }

  /// Accepts the server, and reports to the members.
  func accept() {
    session?.accept()
    accepted = session?.address
    shared.opened()
  }

  /// Notifies the members of an update.
  func notifyUpdate() { shared.notify { if isOpen { $0.didUpdate() } } }

  /// Handles a message that cannot be read: a server that was not accepted is rejected for it.
  ///
  /// - Parameters:
  ///   - reason: What was sent, as one line.
  ///   - rejection: Why it is rejected, if for another reason.
  func misread(_ reason: String, rejection: String? = nil) {
    guard isOpen else { return reject(rejection ?? reason) }
    shared.notify { $0.didNotRead(reason: reason) }
  }

  /// Ends the connection for a reason, as one line; it is tried again later.
  func reject(_ reason: String) { session?.reject(reason) }

  // MARK: The session

  private func connect() {
    let session = LineSession(address.host, port: address.port, first: accepted, loop: loop) {
      [unowned self] event in process(event)
    }
    self.session = session
    session.start()
  }

  private func close() {
    session?.stop()
    session = nil
    forget()
  }

  private func process(_ event: LineSession.Event) {
    switch event {
    case .connected:
      forget()
      begin()
    case .line(let line): read(line)
    case .longLine(let byteCount):
      misread("a message of \(byteCount) bytes is too long to be read")
    case .caughtUp: didCatchUp()
    case .ended(let failure):
      close()
      shared.lost("\(title): \(failure.reason(host: address.host, words))")
    }
  }
}

/// A control of a line-based server.
protocol LineControl: MemberControl, LineConnectionMember {
  associatedtype Connection: LineConnection
  var connection: Connection { get }
}

extension LineControl {
  func join() { connection.join(self) }
  func leave() { connection.leave(self) }

  func didNotRead(reason: String) {
    runner.update { $0.complain(.unreadable, reason, at: $1) }
  }
}
