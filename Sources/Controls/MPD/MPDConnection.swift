internal import Layout
internal import Linux

/// The connection to one MPD server.
///
/// Requests are sent without waiting for earlier answers, which come in the same order. The last
/// one is always `idle`, which the server answers when something changes; `noidle` ends it before
/// other requests.
///
/// Not thread-safe; must not outlive the loop.
final class MPDConnection: LineConnection {
  enum Request {
    case greeting, password, idle
    case status(requestedAt: Int64)
    case command((_ refusal: String?) -> Void)
  }

  private static let words = LineSession.Words(
    program: "mpd", setting: "`port` in mpd.conf",
    port: "the port of mpd, 6600 by default")

  /// The last report; nil without a connection.
  private(set) var report: MPDReport?
  /// The volume in percent to return to, while the server is muted by volume 0.
  var mutedPercent: Int?
  private let password: Secret?
  /// The requests without a complete answer, oldest first, and the answer to the first.
  private(set) var pending: [Request] = []
  private var answer = MPDAnswer()
  private lazy var statusQuery = SpacedQuery(
    intervalMicroseconds: MPDControl.pace.writeMicroseconds, loop: loop
  ) { [unowned self] in
    let lines = "command_list_begin\ncurrentsong\nstatus\ncommand_list_end"
    send(.status(requestedAt: loop.nowMicroseconds), lines)
  }

  /// Creates a connection that opens when the first member joins.
  init(_ server: MPDServer, loop: EventLoop) {
    password = server.password
    super.init(to: server.host, port: server.port, title: server.title, Self.words, loop: loop)
  }

  /// Sends a command; `completion` is called with its answer, unless the connection is lost.
  func send(_ command: String, completion: @escaping (_ refusal: String?) -> Void) {
    if isOpen { send(.command(completion), command) }
  }

  /// Queries the server soon.
  func scheduleQuery() {
    if isOpen { statusQuery.schedule() }
  }

  private func send(_ request: Request, _ lines: String) {
    var text = lines + "\nidle mixer player\n"
    if case .idle? = pending.last { text = "noidle\n" + text }
    if pending.count < 2 { session?.expectAnswer(true) }
    pending += [request, .idle]
    session?.send(Array(text.utf8))
  }

  override func forget() {
    (report, pending, answer) = (nil, [.greeting], MPDAnswer())
    statusQuery.stop()
  }

  override func read(_ line: [UInt8]) {
    switch (pending.first, answer.take(line)) {
    case (_, .tooLong): reject("it sent an answer of more than \(MPDAnswer.lineLimit) lines")
    case (.greeting?, .greeting): begin(with: password)
    case (.greeting?, _), (_, .greeting), (_, .malformed), (nil, .ok), (nil, .refused):
      misread(
        "the server sent a line that is not MPD's protocol",
        rejection: "the answer is not MPD's protocol; its port is 6600 (`port` in mpd.conf)")
    case (_, .unfinished): break
    case (let request?, .ok): finish(request, nil)
    case (let request?, .refused(let reason)): finish(request, reason)
    }
  }

  private func begin(with password: Secret?) {
    (pending, answer) = ([], MPDAnswer())
    do throws(UnreadableSecret) {
      if let password = try password?.read() {
        session?.send(MPDAnswer.request("password", password))
        pending = [.password]
      }
      statusQuery.sendNow()
    } catch {
      reject("its password cannot be read: \(error.description)")
    }
  }

  private func finish(_ request: Request, _ refusal: String?) {
    let fields = answer.fields
    (answer, pending) = (MPDAnswer(), Array(pending.dropFirst()))
    session?.expectAnswer(pending.count > 1)
    switch (request, refusal) {
    // The server's text could repeat the password.
    case (.password, .some): reject("it refuses the password")
    case (.status, let reason?): reject("it refuses `status` (\(reason)); check `password`")
    case (.idle, let reason?): reject("it refuses `idle` (\(reason)); check `password`")
    case (.status(let time), nil):
      // With a command under way it is out of date; the end of the command sends another query.
      let isStale = pending.contains { if case .command = $0 { true } else { false } }
      if !isStale { adopt(MPDReport(fields, requestedAt: time)) }
    case (.command(let completion), _):
      completion(refusal)
      scheduleQuery()
    case (.idle, nil): if fields["changed"] != nil || pending.isEmpty { scheduleQuery() }
    case (.greeting, _), (.password, nil): break
    }
  }

  private func adopt(_ reported: MPDReport) {
    report = reported
    if case .percent(1...) = reported.volume { mutedPercent = nil }
    if isOpen { notifyUpdate() } else { accept() }
  }
}
