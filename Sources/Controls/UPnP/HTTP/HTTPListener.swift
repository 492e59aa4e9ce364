internal import Glibc
internal import Linux

/// Receives HTTP/1.1 requests of speakers on the event loop: events of subscriptions.
///
/// Answers each request with the service's status, and closes the connection. Peers that send
/// nothing or too much are dropped; refused requests are answered before their body is read. Beyond
/// a connection limit, the newest connection replaces the oldest. Expected and other hosts have
/// separate limits, so that no one can block events by holding connections open.
final class HTTPListener {
  /// The maximum number of connections at a time from speakers, and from other hosts.
  static let connectionLimit = 32
  static let strangerLimit = 8
  /// The time limit of a request.
  static let limitMicroseconds: Int64 = 5_000_000

  /// Which requests are accepted, and how they are processed.
  struct Service {
    /// Whether a host, as in `SocketAddress.host`, is expected to send requests.
    var isExpected: (_ host: String) -> Bool
    /// Returns the status that refuses a request with this head; nil to accept it.
    var refusal: (HTTPReader.Message) -> Int?
    /// Processes a request; returns the status of the response.
    var process: (HTTPReader.Message) -> Int
  }

  /// The TCP port.
  let port: UInt16
  private let loop: EventLoop
  private let service: Service
  private var acceptor: ConnectionAcceptor?
  private var peers: [Int32: Peer] = [:]
  private var lastSerial = 0
  private var alarm: Alarm?

  private struct Peer {
    var stream: TCPStream
    var reader = HTTPReader(isRequest: true)
    let deadline: Int64
    /// Counts up in order of arrival.
    let serial: Int
    let isStranger: Bool
    var isAnswered = false
  }

  /// Listens at a port chosen by the kernel.
  ///
  /// - Parameters:
  ///   - address: The local address at which to listen.
  ///   - loop: The event loop.
  ///   - service: Which requests are accepted, and how they are processed.
  /// - Throws: The error of socket(2), bind(2) or listen(2).
  init(at address: SocketAddress, loop: EventLoop, _ service: Service) throws(SystemError) {
    (self.loop, self.service) = (loop, service)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = FileDescriptor(
      owning: try check("socket") { Glibc.socket(address.family, kind, 0) })
    let number = socket.number
    try check("bind") { address.withAddress { bind(number, $0, $1) } }
    try check("listen") { listen(number, 64) }
    port = SocketAddress(filledBy: { getsockname(number, $0, $1) })?.port ?? 0
    alarm = loop.makeAlarm { [unowned self] in dropLate() }
    acceptor = try ConnectionAcceptor(socket, loop: loop) { [unowned self] connection in
      accept(connection)
    } onFailure: { _ in
      // Harmless: the speaker is also polled, only later.
    }
  }

  deinit {
    for descriptor in peers.keys { loop.unwatch(descriptor) }
    alarm?.cancel()
  }

  private func accept(_ connection: consuming FileDescriptor) {
    let number = connection.number
    let stream = TCPStream(accepted: connection)
    let isStranger = stream.peerAddress.map { !service.isExpected($0.host) } ?? true
    makeRoom(forStranger: isStranger)
    do throws(SystemError) {
      try loop.watch(number, for: .readable) { [unowned self] _ in takeTurn(number) }
    } catch {
      // Dropping it closes the connection.
      return
    }
    let deadline = loop.nowMicroseconds + Self.limitMicroseconds
    lastSerial += 1
    peers[number] = Peer(
      stream: stream, deadline: deadline, serial: lastSerial, isStranger: isStranger)
    if peers.count == 1 { alarm?.set(atMicroseconds: deadline) }
  }

  private func makeRoom(forStranger isStranger: Bool) {
    let alike = peers.filter { $0.value.isStranger == isStranger }
    guard alike.count >= (isStranger ? Self.strangerLimit : Self.connectionLimit) else { return }
    if let oldest = alike.min(by: { $0.value.serial < $1.value.serial }) { drop(oldest.key) }
  }

  private func takeTurn(_ number: Int32) {
    guard let stream = peers[number]?.stream else { return }
    do {
      if peers[number]?.isAnswered == false {
        var portion: [UInt8] = []
        try stream.read { portion = Array($0) }
        guard let status = try read(portion, of: number, isAtEnd: stream.isAtEnd) else { return }
        // RFC 9112, section 4: the phrase may be empty.
        try stream.send(
          Array(
            "HTTP/1.1 \(status) \r\nCONTENT-LENGTH: 0\r\nCONNECTION: close\r\n\r\n".utf8))
        peers[number]?.isAnswered = true
      }
      try stream.flush()
      if stream.unsentByteCount == 0 { drop(number) }
    } catch {
      drop(number)
    }
  }

  /// Returns the status of the response; nil if the request is incomplete.
  private func read(
    _ portion: [UInt8], of number: Int32, isAtEnd: Bool
  ) throws(HTTPReader.Malformed) -> Int? {
    let hadHead = peers[number]?.reader.head != nil
    do throws(HTTPReader.Malformed) {
      let request = try peers[number]?.reader.append(portion, isAtEnd: isAtEnd)
      if !hadHead, let head = peers[number]?.reader.head, let status = service.refusal(head) {
        return status
      }
      return request.map(service.process)
    } catch {
      // Even without its body, an event shows that something has changed.
      guard let head = peers[number]?.reader.head else { throw error }
      return service.refusal(head) ?? service.process(head)
    }
  }

  private func drop(_ number: Int32) {
    loop.unwatch(number)
    peers[number] = nil
    if peers.isEmpty { alarm?.set(atMicroseconds: nil) }
  }

  private func dropLate() {
    let now = loop.nowMicroseconds
    for (number, peer) in peers where peer.deadline <= now { drop(number) }
    alarm?.set(atMicroseconds: peers.values.map(\.deadline).min())
  }
}
