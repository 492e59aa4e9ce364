internal import Linux

/// A control that uses a connection to a server of lines or other messages.
protocol LineConnectionMember: AnyObject {
  /// The server's report was read, or has changed.
  func didUpdate()
  /// The connection is lost until `didUpdate`; called again only if the reason changes.
  func didLose(reason: String)
  /// A message could not be read, and is ignored.
  func didNotRead(reason: String)
}

/// The connection to one server of lines or other messages, shared by all controls that use it, and
/// reopened when lost.
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
  /// The line being parsed on a thread; other lines wait for it.
  private(set) var longLine: AnyObject?
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

  /// A line was too long to be read, and was dropped.
  func didSkip() {}

  /// All lines of one turn of the loop have been read.
  func didCatchUp() {}

  /// Forgets what the server has reported and what it was asked, before `begin` and after a loss.
  func forget() {}

  /// Returns how messages are transported; called for each attempt.
  ///
  /// - Throws: Why there can be no attempt now.
  func makeTransport() throws(LineSession.Obstacle) -> LineSession.Transport {
    LineSession.Transport()
  }

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

  /// Ends the connection to a server that refuses this panel; its other addresses are not tried.
  func refuse(_ reason: String) { session?.refuse(reason) }

  /// Parses a line; a long one on a thread, because a megabyte takes longer than a frame.
  ///
  /// No other line is read until it is delivered.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - limit: The maximum length in bytes of a line that is parsed at once.
  ///   - make: Parses a line; called on a thread.
  ///   - deliver: Called with the result, unless the connection is lost.
  func parse<Parsed: Sendable>(
    _ line: [UInt8], promptByteLimit limit: Int,
    with make: @escaping @Sendable ([UInt8]) -> Parsed, deliver: @escaping (Parsed) -> Void
  ) {
    guard line.count > limit else { return deliver(make(line)) }
    do throws(SystemError) {
      longLine = try BackgroundTask(
        on: loop, stackBytes: 512 << 10, make: { make(line) },
        deliver: { [unowned self] parsed in
          longLine = nil
          session?.resume()
          deliver(parsed)
        })
      session?.pause()
    } catch {
      // Without a thread, parse it here.
      deliver(make(line))
    }
  }

  // MARK: The session

  private func connect() {
    do throws(LineSession.Obstacle) {
      let transport = try makeTransport()
      let session = LineSession(
        address.host, port: address.port, first: accepted, over: transport, loop: loop
      ) { [unowned self] event in process(event) }
      self.session = session
      session.start()
    } catch {
      shared.lost("\(title): \(error.reason)")
    }
  }

  private func close() {
    session?.stop()
    (session, longLine) = (nil, nil)
    forget()
  }

  private func process(_ event: LineSession.Event) {
    switch event {
    case .connected:
      longLine = nil
      forget()
      begin()
    case .line(let line): read(line)
    case .longLine(let byteCount):
      didSkip()
      misread("a message of \(byteCount) bytes is too long to be read")
    case .caughtUp: didCatchUp()
    case .ended(let failure):
      close()
      shared.lost("\(title): \(failure.reason(host: address.host, words))")
    }
  }
}

/// A control of a server of lines or other messages.
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
