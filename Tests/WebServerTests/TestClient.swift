import Glibc
import Linux
import TestPatience
import WebServer

/// A TCP connection to a server on the loopback interface, as bytes.
final class TestClient {
  private let socket: FileDescriptor

  /// Nothing came, nor the end.
  struct Silence: Error {}

  init(port: Int) throws {
    socket = FileDescriptor(
      owning: try check("socket") { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) })
    var patience = timeval(tv_sec: Int(Patience.seconds), tv_usec: 0)
    setsockopt(
      socket.number, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let number = socket.number
    try check("connect") {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
  }

  func send(_ bytes: [UInt8]) throws { try socket.write(bytes, "the server") }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// What comes until the server closes the connection.
  func receiveAll() throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let bytes = try receive()
      if bytes.isEmpty { return all }
      all += bytes
    }
  }

  /// What comes next; empty at the end.
  func receive() throws -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(socket.number, &buffer, buffer.count, 0)
    if count < 0, errno == EAGAIN { throw Silence() }
    return Array(buffer.prefix(max(0, count)))
  }

  /// The head and the body of an answer to a request whose connection is closed after it.
  func answer(to request: String) throws -> String {
    try send(request)
    return String(decoding: try receiveAll(), as: UTF8.self)
  }

  /// Opens the WebSocket; the head of the answer.
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
    return String(decoding: try receive(), as: UTF8.self)
  }

  /// Sends a frame as browsers do, masked (RFC 6455, 5.3) with zeros.
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

  init(limits: ServerLimits = ServerLimits(), token: String? = nil) throws {
    server = try HTTPServer(
      site: WebSite(
        pages: ["/": WebPage(type: "text/html", bytes: Array("<p>hello".utf8))],
        downloads: ["/picture.png": "panel.png"], socketPath: "/socket"),
      address: "127.0.0.1", port: 0, hosts: WebAccess.loopbackHosts, token: token, limits: limits)
  }

  deinit { server.close() }

  var port: Int { server.port }

  /// The next event, for which it waits; nil if none comes.
  func next() -> ServerEvent? {
    if let event = nextIfThere() { return event }
    guard server.events.wait(milliseconds: Patience.milliseconds) else { return nil }
    return nextIfThere()
  }

  /// The next event that has come.
  func nextIfThere() -> ServerEvent? {
    if events.isEmpty {
      server.events.take(into: &events)
      events.reverse()
    }
    return events.popLast()
  }
}
