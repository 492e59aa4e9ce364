import Linux
import Testing

@testable import WebServer

/// Clients that take as many connections as they can, and clients that are still admitted.
@Suite(.serialized) struct FloodTests {
  private static let token = "0123456789abcdef"
  private static let path = "/socket?token=\(token)"

  @Test("An endless request is closed in time, however often it sends something")
  func slowHead() throws {
    var limits = ServerLimits()
    limits.requestMilliseconds = 200
    let server = try TestServer(limits: limits)
    let client = try TestClient(port: server.port)
    try client.send("GET / HTTP/1.1\r\nX: ")
    try client.sendSlowly()
    // And so is a second one on a connection.
    let other = try TestClient(port: server.port)
    try other.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
    #expect(try String(decoding: other.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
    try other.send("GET / HTTP/1.1\r\nX: ")
    try other.sendSlowly()
  }

  @Test("Connections without the token are closed to admit one with it")
  func unauthorized() throws {
    var limits = ServerLimits()
    (limits.unauthorizedCount, limits.requestMilliseconds) = (4, 600_000)
    let server = try TestServer(limits: limits, token: Self.token)
    let held = try (0..<12).map { _ in
      let client = try TestClient(port: server.port)
      try client.send("GET / HTTP/1.1\r\nX: ")
      return client
    }
    let client = try TestClient(port: server.port)
    let answer = try client.upgrade(port: server.port, path: Self.path)
    #expect(answer.hasPrefix("HTTP/1.1 101 "))
    // The oldest are closed, and the admitted client stays.
    for client in held.prefix(8) { #expect(try client.receive().isEmpty) }
    let more = try (0..<12).map { _ in try TestClient(port: server.port) }
    for client in more.prefix(8) { #expect(try client.receive().isEmpty) }
    try client.send(opcode: 9, [1])
    #expect(try client.receive() == [0x8A, 1, 1])
  }

  @Test("A server full of connections without the token makes room, too")
  func fullServer() throws {
    var limits = ServerLimits()
    (limits.connectionCount, limits.requestMilliseconds) = (3, 600_000)
    let server = try TestServer(limits: limits, token: Self.token)
    let held = try (0..<3).map { _ in try TestClient(port: server.port) }
    let client = try TestClient(port: server.port)
    #expect(
      try client.upgrade(port: server.port, path: Self.path).hasPrefix("HTTP/1.1 101 "))
    #expect(try held[0].receive().isEmpty)
  }

  @Test("An address with many connections makes room before one with few")
  func addresses() throws {
    var limits = ServerLimits()
    (limits.unauthorizedCount, limits.requestMilliseconds) = (4, 600_000)
    let server = try TestServer(limits: limits, token: Self.token)
    let neighbour = try TestClient(port: server.port, from: "127.0.0.2")
    // Its answer shows that it was admitted.
    let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
    try neighbour.send(request)
    #expect(try !neighbour.receive().isEmpty)
    let held = try (0..<12).map { _ in try TestClient(port: server.port) }
    for client in held.prefix(9) { #expect(try client.receive().isEmpty) }
    try neighbour.send(request)
    #expect(try !neighbour.receive().isEmpty)
  }

  @Test("A download is made once for all requests meanwhile, and not for clients that left")
  func downloads() throws {
    let server = try TestServer()
    let request = "GET /picture.png HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
    let first = try TestClient(port: server.port)
    try first.send(request)
    guard case .requested(let download, _)? = server.next() else {
      Issue.record("no download was requested")
      return
    }
    for _ in 0..<20 { try TestClient(port: server.port).send(request) }
    let others = try (0..<3).map { _ in try TestClient(port: server.port) }
    for client in others { try client.send(request) }
    // This answer takes two turns of the loop, in which all of those requests are read.
    let last = try TestClient(port: server.port)
    try last.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
    #expect(try !last.receive().isEmpty)
    #expect(server.nextIfThere() == nil)
    server.server.answer(download, with: WebPage(type: "image/png", bytes: [1]))
    #expect(try first.receive().last == 1)
    guard case .requested(let next, _)? = server.next() else {
      Issue.record("no second download was requested")
      return
    }
    server.server.answer(next, with: WebPage(type: "image/png", bytes: [2]))
    for client in others { #expect(try client.receive().last == 2) }
    #expect(server.nextIfThere() == nil)
  }

  @Test("A client that does not read is sent one answer, and the others after reading it")
  func unread() throws {
    let page = String(repeating: "x", count: 4 << 20)
    let server = try TestServer(page: page)
    let client = try TestClient(port: server.port)
    let request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
    try client.send(String(repeating: request, count: 20))
    try client.send(
      "GET /none HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\n\r\n")
    let all = try client.receiveAll()
    #expect(all.count > 20 * page.utf8.count)
    #expect(String(decoding: all.suffix(60), as: UTF8.self).contains("does not exist"))
  }

  @Test("A message in one-byte fragments is assembled as it arrives")
  func fragments() throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    _ = try client.upgrade(port: server.port)
    try client.send(opcode: 1, [], isEnd: false)
    for _ in 0..<5000 { try client.send(opcode: 0, [65], isEnd: false) }
    try client.send(opcode: 0, [66])
    guard case .connected? = server.next(), case .received(_, let bytes)? = server.next() else {
      Issue.record("nothing was received")
      return
    }
    #expect(bytes == [UInt8](repeating: 65, count: 5000) + [66])
  }
}
