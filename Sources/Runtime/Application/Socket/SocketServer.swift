internal import Gesture
internal import Glibc
internal import JSON
package import Layout
package import Linux
internal import Logging
package import Panel
internal import Program
internal import Raster

/// The panel's socket: answers the requests of programs, and sends them events.
///
/// `SocketRequest` and `docs/socket.md` describe the protocol. At most 32 programs are connected at
/// a time; each can use only a limited amount of memory, and of work per turn of the loop.
package final class SocketServer: EventReceiver {
  /// The maximum number of connected programs; others are refused.
  static let connectionLimit = 32
  /// The number of bytes unsent to all programs together above which screenshots are refused.
  static let waitingByteLimit = 4 << 20
  /// The limits of unsent bytes, for each program that connects from now on and for all; for tests.
  var unsentByteLimit = SocketConnection.unsentByteLimit
  var waitingByteLimit = SocketServer.waitingByteLimit

  private typealias SlowRequest = (
    connection: () -> SocketConnection?, id: JSONValue?, request: SocketRequest
  )

  private var acceptor: ConnectionAcceptor?
  private let file: SocketFile
  /// The path of the socket.
  package let path: String
  let application: Application
  let reloader: Reloader
  let screenshots: Screenshots
  /// Requests that read files; one of them is answered in each turn of the loop.
  private var slow: [SlowRequest] = []
  private var slowTurn: Alarm?
  /// Programs that wait for a picture until nothing moves, at the latest until `end`.
  private var shots: [(connection: () -> SocketConnection?, id: JSONValue?, end: Timestamp)] = []
  private var shotTurn: Alarm?
  /// How long a picture waits for animations, and how often they are checked.
  private static let stillPatienceMicroseconds: Int64 = 1_000_000
  private static let stillCheckMicroseconds: Int64 = 20_000
  /// Returns the time of day in microseconds (Unix time); replaced by tests.
  var utcMicroseconds: () -> Int64 = { WallClockTimer.utcMicroseconds }
  let loop: EventLoop
  let program: String
  /// When it began to listen, the zero point of event times.
  let origin: Timestamp
  private(set) var connections: [SocketConnection] = []
  private var lastWarning = ""

  /// Begins to listen, and answers on the loop.
  ///
  /// - Parameters:
  ///   - path: The path of the socket; a stale socket there is replaced.
  ///   - mode: Its permissions; write access allows controlling the panel.
  ///   - application: The panel.
  ///   - reloader: Reads its layout again.
  ///   - program: The version of this program, sent to each connection.
  /// - Throws: If it cannot listen there; see `UnixSocket.listen`.
  package init(
    path: String, mode: UInt32, application: Application, reloader: Reloader, program: String
  ) throws(SystemError) {
    self.path = path
    self.application = application
    self.reloader = reloader
    self.program = program
    loop = application.loop
    origin = loop.now
    screenshots = Screenshots(loop: loop) { [loop, scene = application.scene] in
      let start = loop.nowMicroseconds
      scene.drawUnshown()
      loop.exclude(microseconds: loop.nowMicroseconds - start)
      return scene.frame
    }
    let listener = try UnixSocket.listen(path, mode: mode)
    file = listener.file
    slowTurn = loop.makeAlarm { [unowned self] in answerSlow() }
    shotTurn = loop.makeAlarm { [unowned self] in takeShots() }
    do throws(SystemError) {
      acceptor = try ConnectionAcceptor(listener.descriptor(), loop: loop) { [unowned self] peer in
        admit(peer)
      } onFailure: { [unowned self] error in
        warnOnce("socket \(path): \(error)")
      }
    } catch {
      file.remove()
      throw error
    }
    application.eventReceivers.append(self)
  }

  /// Ends all connections and removes the socket, unless another file has replaced it.
  package func close() {
    acceptor?.stop()
    slowTurn?.cancel()
    shotTurn?.cancel()
    slow.removeAll()
    shots.removeAll()
    connections.removeAll()
    application.eventReceivers.removeAll { $0 === self }
    file.remove()
  }

  package func write(_ events: [PanelEvent], of layout: LayoutDocument) {
    guard connections.contains(where: { $0.filter != nil }) else { return }
    let clock = eventClock
    for event in events {
      let receivers = connections.filter { $0.filter?.takes(event, of: layout) == true }
      guard !receivers.isEmpty else { continue }
      let line = event.json(of: layout, clock: clock)
      // A connection that fails is removed from the list.
      for connection in receivers { connection.send(event: line) }
    }
  }

  /// The times of events; the clock of the machine may be set at any time.
  private var eventClock: EventClock {
    EventClock(
      origin: origin, utcOffsetMicroseconds: utcMicroseconds() - loop.nowMicroseconds)
  }

  /// Sends the first line of a watching program: the states of all items that it watches.
  private func sendStates(to connection: SocketConnection, _ filter: EventFilter) {
    let (clock, now) = (eventClock, loop.now)
    var pairs: [(key: String, value: JSONValue)] = [
      ("t", .number((Double(now.microseconds(since: origin)) / 1e6)))
    ]
    if let time = clock.utcText(at: now) { pairs.append(("time", .string(time))) }
    pairs.append(("event", "state"))
    connection.send(.object(pairs + application.states(filter)))
  }

  /// Accepts a connection, or refuses it.
  private func admit(_ peer: consuming FileDescriptor) {
    guard connections.count < Self.connectionLimit else {
      let problem = Problem(
        "too many programs are connected", advice: "the limit is \(Self.connectionLimit)")
      let line = SocketAnswer.failed(nil, problem).line + "\n"
      _ = line.withCString { send(peer.number, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      return
    }
    do throws(SystemError) {
      let connection = try SocketConnection(peer, loop: loop, unsentByteLimit: unsentByteLimit) {
        [unowned self] connection, line in
        answer(line, to: connection)
      } onEnd: { [unowned self] connection in
        connections.removeAll { $0 === connection }
      }
      connections.append(connection)
      connection.send(SocketAnswer.greeting(program: program))
    } catch {
      warnOnce("socket \(path): \(error)")
    }
  }

  /// Logs a message unless it repeats the last one: permanent errors recur on every attempt.
  private func warnOnce(_ message: String) {
    guard message != lastWarning else { return }
    lastWarning = message
    application.log.warning("\(message)")
  }

  // MARK: Requests

  private func answer(_ line: [UInt8], to connection: SocketConnection) {
    let json = JSONValue(parsing: line)
    let id = json?["id"]
    do throws(Problem) {
      let request = try SocketRequest(json)
      if let answer = try answer(request, id, of: connection) { connection.send(answer) }
    } catch {
      connection.send(SocketAnswer.failed(id, error))
    }
  }

  /// Carries out a request; returns its answer, or nil if the answer follows later.
  private func answer(
    _ request: SocketRequest, _ id: JSONValue?, of connection: SocketConnection
  ) throws(Problem) -> JSONValue? {
    switch request {
    case .get(let item): return SocketAnswer.done(id, try states(of: item))
    case .set(let settings, let microseconds, let isList):
      let states = try application.set(settings, over: microseconds, from: .socket)
      return isList
        ? SocketAnswer.done(id, [("knobs", .array(states))])
        : SocketAnswer.done(id, states.first ?? .null)
    case .press(let button):
      try application.press(button: button, from: .socket)
      return SocketAnswer.done(id)
    case .page(let page):
      try application.show(page: page, from: .socket)
      return SocketAnswer.done(id)
    case .language(let name):
      try application.show(language: name, from: .socket)
      return SocketAnswer.done(id)
    case .screen(let isOn):
      application.set(screen: isOn, from: .socket)
      return SocketAnswer.done(id, application.screenState)
    case .brightness(let percent):
      application.set(brightness: percent, from: .socket)
      return SocketAnswer.done(id, application.screenState)
    case .clean(let seconds):
      application.clean(seconds: seconds, from: .socket)
      return SocketAnswer.done(id)
    case .message(let request):
      application.handle(request, from: .socket)
      return SocketAnswer.done(id)
    case .watch(let filter):
      try application.check(filter)
      connection.send(SocketAnswer.done(id))
      connection.filter = filter
      sendStates(to: connection, filter)
      return nil
    case .reload, .status:
      connection.isBusy = true
      slow.append(({ [weak connection] in connection }, id, request))
      slowTurn?.set(afterMicroseconds: 0)
      return nil
    case .screenshot:
      try checkRoom()
      connection.isBusy = true
      let end = loop.now.advanced(byMicroseconds: Self.stillPatienceMicroseconds)
      shots.append(({ [weak connection] in connection }, id, end))
      takeShots()
      return nil
    }
  }

  private func states(of item: SocketRequest.Item) throws(Problem) -> JSONValue {
    switch item {
    case .all: .object(application.states())
    case .knob(let id): application.json(ofKnob: try application.index(ofKnob: id))
    case .button(let id): application.json(ofButton: try application.index(ofButton: id))
    case .label(let text): application.json(ofLabel: try application.index(ofLabel: text))
    case .any(let id): try application.json(ofItem: id)
    }
  }

  /// Takes the pictures that are due: a picture shows the end of an animation, such as a page that
  /// slides into view, unless that takes too long.
  private func takeShots() {
    let isStill = !application.panel.isAnimating
    let due = shots.filter { isStill || $0.end <= loop.now }
    shots.removeAll { isStill || $0.end <= loop.now }
    for (connection, id, _) in due {
      guard let connection = connection() else { continue }
      screenshots.ask(for: connection) { [unowned self, unowned connection] answer in
        finish(answer, id, connection)
      }
    }
    if !shots.isEmpty { shotTurn?.set(afterMicroseconds: Self.stillCheckMicroseconds) }
  }

  /// Starts one of the requests that read files; one reload serves all requests for it.
  private func answerSlow() {
    // A closed connection gets no answer, but the layout is still reloaded.
    slow.removeAll { $0.connection() == nil && $0.request != .reload(isCheck: false) }
    guard let request = slow.first?.request else { return }
    var requests = [slow.removeFirst()]
    if request != .status {
      requests += slow.filter { $0.request == request }
      slow.removeAll { $0.request == request }
    }
    switch request {
    case .reload(isCheck: false):
      reloader.reload { [weak self] in self?.answer(self?.diagnostics ?? [], to: requests) }
    case .reload(isCheck: true):
      reloader.check { [weak self] in
        self?.answer(self?.diagnostics(of: $0) ?? [], to: requests)
      }
    default: answer(status, to: requests)
    }
    if !slow.isEmpty { slowTurn?.set(afterMicroseconds: 0) }
  }

  private func answer(_ pairs: [(key: String, value: JSONValue)], to requests: [SlowRequest]) {
    for (connection, id, _) in requests {
      guard let connection = connection() else { continue }
      connection.send(SocketAnswer.done(id, pairs))
      connection.isBusy = false
    }
  }

  private func finish(
    _ answer: Screenshots.Answer, _ id: JSONValue?, _ connection: SocketConnection
  ) {
    do throws(Problem) {
      try checkRoom()
      let shot = try answer.get()
      var line = SocketAnswer.done(
        id,
        [
          ("width", .number(Double(shot.size.width))),
          ("height", .number(Double(shot.size.height))),
        ]
      ).line
      // Base64 needs no escaping, and is long.
      line.removeLast()
      connection.send(line: line, ", \"png\": \"", shot.text, "\"}")
    } catch {
      connection.send(SocketAnswer.failed(id, error))
    }
    connection.isBusy = false
  }

  /// Throws if programs have too many unread answers.
  private func checkRoom() throws(Problem) {
    let byteCount = connections.reduce(0) { $0 + $1.unsentByteCount }
    guard byteCount <= waitingByteLimit else {
      throw Problem(
        "\(byteCount) bytes are waiting for programs that do not read their answers",
        advice: "end these programs, or make them read")
    }
  }
}
