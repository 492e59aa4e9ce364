import Glibc
import Linux
import TestPatience
import WebServer

/// A TCP connection to a server on the loopback interface, as bytes.
final class TestClient {
  private let socket: FileDescriptor

  /// Neither data nor the end arrived in time.
  struct Silence: Error {}

  /// Connects, from another address of the loopback interface if one is given.
  init(port: Int, from source: String? = nil) throws {
    socket = FileDescriptor(
      owning: try check("socket") { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) })
    var patience = timeval(tv_sec: Int(Patience.seconds), tv_usec: 0)
    setsockopt(
      socket.number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let number = socket.number
    if let source {
      try Self.withAddress(source, 0) { address in
        try check("bind") { bind(number, address.0, address.1) }
      }
    }
    try Self.withAddress("127.0.0.1", port) { address in
      try check("connect") { connect(number, address.0, address.1) }
    }
  }

  private static func withAddress(
    _ text: String, _ port: Int, _ body: ((UnsafePointer<sockaddr>, socklen_t)) throws -> Void
  ) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr(text)
    try withUnsafePointer(to: &address) {
      try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try body(($0, socklen_t(MemoryLayout<sockaddr_in>.size)))
      }
    }
  }

  func send(_ bytes: [UInt8]) throws { try socket.write(bytes, "the server") }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends a byte repeatedly until the server closes the connection.
  func sendSlowly() throws {
    while true {
      var end = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      if poll(&end, 1, 5) > 0 { return }
      do { try send("a") } catch { return }
    }
  }

  /// Returns everything received until the server closes the connection.
  func receiveAll() throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let bytes = try receive()
      if bytes.isEmpty { return all }
      all += bytes
    }
  }

  /// Returns the next bytes; empty at the end.
  func receive(_ limit: Int = 65536) throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = recv(socket.number, &buffer, buffer.count, 0)
    if count < 0, errno == EAGAIN { throw Silence() }
    return Array(buffer.prefix(max(0, count)))
  }

  /// Sends a request whose connection closes after the answer, and returns its head and body.
  func answer(to request: String) throws -> String {
    try send(request)
    return String(decoding: try receiveAll(), as: UTF8.self)
  }

  /// Opens the WebSocket and returns the head of the answer.
  func upgrade(port: Int, origin: String? = nil, path: String = "/socket") throws -> String {
    let origin = origin ?? "http://127.0.0.1:\(port)"
    try send(
      """
      GET \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Origin: \(origin)\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      Sec-WebSocket-Version: 13\r
      \r

      """)
    // Reads no byte beyond it: pings may have arrived already.
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let byte = try receive(1)
      if byte.isEmpty { break }
      head += byte
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// Sends a masked frame, as browsers do (RFC 6455, 5.3); the mask is zero.
  func send(opcode: UInt8, _ payload: [UInt8], isEnd: Bool = true) throws {
    var bytes: [UInt8] = [(isEnd ? 0x80 : 0) | opcode]
    switch payload.count {
    case ..<126: bytes.append(0x80 | UInt8(payload.count))
    case ..<65536: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      bytes.append(0x80 | 127)
      for shift in stride(from: 56, through: 0, by: -8) {
        bytes.append(UInt8(payload.count >> shift & 255))
      }
    }
    try send(bytes + [0, 0, 0, 0] + payload)
  }
}

/// A server with one page, one download and a WebSocket, on a port of its own.
final class TestServer {
  let server: HTTPServer
  private var events: [ServerEvent] = []

  init(
    limits: ServerLimits = ServerLimits(), token: String? = nil, page: String = "<p>hello"
  ) throws {
    server = try HTTPServer(
      site: WebSite(
        pages: ["/": WebPage(type: "text/html", bytes: Array(page.utf8))],
        downloads: ["/picture.png": "panel.png"], socketPath: "/socket"),
      address: "127.0.0.1", port: 0, hosts: WebAccess.loopbackHosts, token: token, limits: limits)
  }

  deinit { server.close() }

  var port: Int { server.port }

  /// Waits for the next event and returns it; returns nil on a timeout.
  func next() -> ServerEvent? {
    if let event = nextIfThere() { return event }
    guard server.events.wait(milliseconds: Patience.milliseconds) else { return nil }
    return nextIfThere()
  }

  /// Returns the next event if one has arrived.
  func nextIfThere() -> ServerEvent? {
    if events.isEmpty {
      server.events.take(into: &events)
      events.reverse()
    }
    return events.popLast()
  }
}
