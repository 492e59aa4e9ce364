internal import Glibc
internal import Linux

/// Takes requests of speakers over HTTP/1.1 on the event loop: events of subscriptions.
///
/// Answers each with 200 or what the handler says, and closes the connection. Peers that send
/// nothing, or too much, are dropped.
final class HTTPListener {
  /// More connections at a time are refused.
  static let connectionLimit = 32
  /// How long a request may take.
  static let limitMicroseconds: Int64 = 5_000_000
  /// The most connections that are accepted in one turn of the loop.
  static let turnLimit = 8

  /// Its TCP port.
  let port: UInt16
  private let socket: FileDescriptor
  private let loop: EventLoop
  /// Returns the status of the answer.
  private let handler: (HTTPReader.Message) -> Int
  private var peers: [Int32: Peer] = [:]
  private var alarm: Alarm?

  private struct Peer {
    var stream: TCPStream
    var reader = HTTPReader(isRequest: true)
    var deadline: Int64
    var isAnswered = false
  }

  /// Listens at a free port of all interfaces.
  ///
  /// - Throws: The error of socket(2), bind(2) or listen(2).
  init(loop: EventLoop, handler: @escaping (HTTPReader.Message) -> Int) throws(SystemError) {
    (self.loop, self.handler) = (loop, handler)
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = FileDescriptor(
      owning: try check("socket") { Glibc.socket(AF_INET, kind, 0) })
    let number = socket.number
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { address throws(SystemError) in
      try address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address throws(SystemError) in
        try check("bind") { bind(number, address, size) }
        try check("listen") { listen(number, 16) }
        try check("getsockname") { getsockname(number, address, &size) }
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    self.socket = socket
    alarm = loop.makeAlarm { [unowned self] in dropLate() }
    try loop.watch(self.socket.number, for: .readable) { [unowned self] _ in accept() }
  }

  deinit {
    loop.unwatch(socket.number)
    for descriptor in peers.keys { loop.unwatch(descriptor) }
    alarm?.cancel()
  }

  private func accept() {
    for _ in 0..<Self.turnLimit {
      let number = Glibc.accept(socket.number, nil, nil)
      guard number >= 0 else { return }
      _ = fcntl(number, F_SETFL, O_NONBLOCK)
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      let stream = TCPStream(accepted: FileDescriptor(owning: number))
      // Dropping it closes the connection.
      guard peers.count < Self.connectionLimit else { continue }
      do throws(SystemError) {
        try loop.watch(number, for: .readable) { [unowned self] _ in takeTurn(number) }
      } catch {
        continue
      }
      let deadline = loop.nowMicroseconds + Self.limitMicroseconds
      peers[number] = Peer(stream: stream, deadline: deadline)
      if peers.count == 1 { alarm?.set(atMicroseconds: deadline) }
    }
  }

  private func takeTurn(_ number: Int32) {
    guard let stream = peers[number]?.stream else { return }
    do {
      if peers[number]?.isAnswered == false {
        var portion: [UInt8] = []
        try stream.read { portion = Array($0) }
        let message = try peers[number]?.reader.append(portion, isAtEnd: stream.isAtEnd)
        guard let message else { return }
        let status = handler(message)
        let reason = status == 200 ? "OK" : "Precondition Failed"
        try stream.send(
          Array(
            "HTTP/1.1 \(status) \(reason)\r\nCONTENT-LENGTH: 0\r\nCONNECTION: close\r\n\r\n".utf8))
        peers[number]?.isAnswered = true
      }
      try stream.flush()
      if stream.unsentByteCount == 0 { drop(number) }
    } catch {
      drop(number)
    }
  }

  private func drop(_ number: Int32) {
    loop.unwatch(number)
    peers[number] = nil
  }

  private func dropLate() {
    let now = loop.nowMicroseconds
    for (number, peer) in peers where peer.deadline <= now { drop(number) }
    alarm?.set(atMicroseconds: peers.values.map(\.deadline).min())
  }
}
