package import Gesture
internal import Glibc
internal import JSON
package import Layout
package import Linux
package import Logging
package import Panel
internal import Program
internal import Raster

/// The panel's socket: answers what programs ask, and tells them what happens.
///
/// The protocol is at `SocketRequest` and in `docs/socket.md`. At most 32 programs are connected at a
/// time; all that each of them can cause is limited in memory and in work per turn of the loop.
package final class SocketServer: EventReceiver {
  /// More programs are sent away.
  static let connectionLimit = 32
  /// How many bytes wait for each program that connects from now on; for tests.
  var unsentByteLimit = SocketConnection.unsentByteLimit

  private var acceptor: ConnectionAcceptor?
  /// Where it listens.
  package let path: String
  private let application: Application
  private let remote: PanelRemote
  private let reloader: Reloader
  private let status: PanelStatus
  private let screenshots: Screenshots
  private let loop: EventLoop
  private let log: Logger
  private let program: String
  private let origin: Timestamp
  private var connections: [SocketConnection] = []
  private var complaint = ""

  /// Listens, and answers from the loop from then on.
  ///
  /// - Parameters:
  ///   - path: Where the socket is made; one of a program that is gone is replaced.
  ///   - mode: Its permissions; who may write may control the panel.
  ///   - application: The panel.
  ///   - reloader: Reads its layout again.
  ///   - program: The version of this program, which each connection is told.
  ///   - origin: The moment from which the times of events are counted.
  ///   - loop: The panel's event loop.
  ///   - log: Is told of what goes wrong.
  /// - Throws: Why it cannot listen there; see `UnixSocket.listen`.
  package init(
    path: String, mode: UInt32, application: Application, reloader: Reloader, program: String,
    origin: Timestamp, loop: EventLoop, log: Logger
  ) throws(SystemError) {
    self.path = path
    self.application = application
    self.reloader = reloader
    self.program = program
    self.origin = origin
    self.loop = loop
    self.log = log
    remote = PanelRemote(application)
    status = PanelStatus(application, reloader, program: program, loop: loop)
    screenshots = try Screenshots(loop: loop)
    let socket = try UnixSocket.listen(path, mode: mode)
    do throws(SystemError) {
      acceptor = try ConnectionAcceptor(socket, loop: loop) { [unowned self] peer in
        take(peer)
      } onFailure: { [unowned self] error in
        complain("socket \(path): \(error)")
      }
    } catch {
      unlink(path)
      throw error
    }
    application.eventReceivers.append(self)
  }

  /// Ends all connections and removes the socket.
  package func close() {
    acceptor?.stop()
    connections.removeAll()
    application.eventReceivers.removeAll { $0 === self }
    unlink(path)
  }

  package func write(_ events: [PanelEvent], of layout: LayoutDocument) {
    guard connections.contains(where: \.watches) else { return }
    for event in events {
      let line = event.json(of: layout, origin: origin)
      // A connection that fails leaves the list.
      for connection in connections { connection.send(event: line) }
    }
  }

  /// Takes a connection, or sends it away.
  private func take(_ peer: consuming FileDescriptor) {
    guard connections.count < Self.connectionLimit else {
      let mistake = SocketMistake(
        nil, "too many programs are connected", hint: "\(Self.connectionLimit) can be at a time")
      let line = SocketAnswer.failed(mistake).line + "\n"
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
      complain("socket \(path): \(error)")
    }
  }

  /// Logs it unless the same was logged last: what does not change is tried again and again.
  private func complain(_ message: String) {
    guard message != complaint else { return }
    complaint = message
    log.warning("\(message)")
  }

  // MARK: Requests

  private func answer(_ line: [UInt8], to connection: SocketConnection) {
    do throws(SocketMistake) {
      let request = try SocketRequest(line)
      do throws(Problem) {
        if let answer = try answer(request, of: connection) { connection.send(answer) }
      } catch {
        throw SocketMistake(request.id, error)
      }
    } catch {
      connection.send(SocketAnswer.failed(error))
    }
  }

  /// Carries out a request; returns its answer, or nil if that comes later.
  private func answer(
    _ request: SocketRequest, of connection: SocketConnection
  ) throws(Problem) -> JSONValue? {
    let id = request.id
    switch request.action {
    case .get(let knob?):
      let index = try remote.index(ofKnob: knob)
      return SocketAnswer.done(id, remote.state(ofKnob: index).pairs)
    case .get(nil):
      let states = remote.layout.knobs.indices.map(remote.state(ofKnob:))
      return SocketAnswer.done(id, [("knobs", .array(states))])
    case .set(let knob, let value):
      return SocketAnswer.done(id, try remote.set(knob: knob, to: .value(value)).pairs)
    case .setText(let knob, let text):
      let names = remote.layout.knobs[try remote.index(ofKnob: knob)].sectors ?? []
      let change = KnobChange(text, names: names)
      return SocketAnswer.done(id, try remote.set(knob: knob, to: change).pairs)
    case .press(let button):
      try remote.press(button: button)
      return SocketAnswer.done(id)
    case .page(let page):
      try remote.show(page: page)
      return SocketAnswer.done(id)
    case .screen(let isOn):
      remote.set(screen: isOn)
      return SocketAnswer.done(id, remote.screen.pairs)
    case .brightness(let percent):
      remote.set(brightness: percent)
      return SocketAnswer.done(id, remote.screen.pairs)
    case .clean(let seconds):
      remote.clean(seconds: seconds)
      return SocketAnswer.done(id)
    case .watch:
      connection.watches = true
      return SocketAnswer.done(id)
    case .reload(let isCheck):
      if isCheck { return SocketAnswer.done(id, status.mistakes(of: reloader.check())) }
      reloader.reload()
      return SocketAnswer.done(id, status.mistakes)
    case .status: return SocketAnswer.done(id, status.pairs(connectionCount: connections.count))
    case .screenshot:
      connection.isBusy = true
      screenshots.take(of: remote.frame) { [weak connection] answer in
        guard let connection else { return }
        switch answer {
        case .success(let shot):
          connection.send(
            SocketAnswer.done(
              id,
              [
                ("width", .number(Double(shot.size.width))),
                ("height", .number(Double(shot.size.height))), ("png", .string(shot.text)),
              ]))
        case .failure(let problem):
          connection.send(SocketAnswer.failed(SocketMistake(id, problem)))
        }
        connection.isBusy = false
      }
      return nil
    }
  }
}

extension JSONValue {
  /// The pairs of an object; none of any other value.
  fileprivate var pairs: [(key: String, value: JSONValue)] {
    if case .object(let pairs) = self { pairs } else { [] }
  }
}
