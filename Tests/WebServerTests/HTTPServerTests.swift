import Glibc
import Linux
import Testing

@testable import WebServer

/// A real server, and clients that send bytes.
@Suite(.serialized) struct HTTPServerTests {
  private func request(_ target: String, host: String, method: String = "GET") -> String {
    "\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
  }

  @Test(
    arguments: [
      ("GET", "/", "200"), ("GET", "/?x=1", "200"), ("HEAD", "/", "200"), ("POST", "/", "405"),
      ("GET", "/../etc/passwd", "404"), ("GET", "//etc/passwd", "404"),
      ("GET", "/%2e%2e/etc/passwd", "404"), ("GET", "/socket", "426"), ("GET", "", "404"),
    ])
  func answersOnlyKnownPaths(_ method: String, _ target: String, _ status: String) throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    let answer = try client.answer(
      to: request(target, host: "127.0.0.1:\(server.port)", method: method))
    // A request without a target is invalid.
    #expect(target.isEmpty ? !answer.contains(" 200 ") : answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(answer.contains("<p>hello") == (status == "200" && method == "GET"))
  }

  @Test func endlessHeadersCloseTheConnection() throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    let field = "X-Long: \(String(repeating: "x", count: 1000))\r\n"
    let head = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
    // The server may close before all of it is written.
    _ = try? client.send(head + String(repeating: field, count: 200) + "\r\n")
    #expect(try !String(decoding: client.receiveAll(), as: UTF8.self).contains(" 200 "))
  }

  @Test func otherHostNamesAreRefused() throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    let answer = try client.answer(to: request("/", host: "evil.example:\(server.port)"))
    #expect(answer.hasPrefix("HTTP/1.1 403 "))
    #expect(answer.contains("does not accept that host name"))
  }

  @Test func pagesLoadNothingFromOtherSites() throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    let answer = try client.answer(to: request("/", host: "127.0.0.1:\(server.port)"))
    #expect(answer.contains("content-security-policy: default-src 'none'"))
    #expect(answer.contains("frame-ancestors 'none'"))
  }

  @Test func downloadsAreMadeOnRequest() throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    try client.send(request("/picture.png", host: "127.0.0.1:\(server.port)"))
    guard case .requested(let download, "/picture.png")? = server.next() else {
      Issue.record("no download was requested")
      return
    }
    server.server.answer(download, with: WebPage(type: "image/png", bytes: [1, 2, 3]))
    let answer = try client.receiveAll()
    #expect(answer.suffix(3) == [1, 2, 3])
    #expect(String(decoding: answer, as: UTF8.self).contains("filename=\"panel.png\""))
  }

  @Test func failedDownloadsAreReported() throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    try client.send(request("/picture.png", host: "127.0.0.1:\(server.port)"))
    guard case .requested(let download, _)? = server.next() else {
      Issue.record("no download was requested")
      return
    }
    server.server.answer(download, with: nil)
    #expect(try String(decoding: client.receiveAll(), as: UTF8.self).hasPrefix("HTTP/1.1 500 "))
  }

  @Test func messagesAreSentInBothDirections() throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    #expect(try client.upgrade(port: server.port).hasPrefix("HTTP/1.1 101 "))
    guard case .connected(let id)? = server.next() else {
      Issue.record("no browser connected")
      return
    }
    // In two fragments, as RFC 6455 allows.
    try client.send(opcode: 1, Array("hel".utf8), isEnd: false)
    try client.send(opcode: 0, Array("lo".utf8))
    guard case .received(id, let bytes)? = server.next() else {
      Issue.record("nothing was received")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "hello")
    server.server.send([SocketMessage(text: "hi"), SocketMessage(binary: [7])], to: id)
    guard case .written(id)? = server.next() else {
      Issue.record("nothing was written")
      return
    }
    #expect(try client.receive() == [0x81, 2] + Array("hi".utf8) + [0x82, 1, 7])
  }

  @Test func disconnectionsAreReported() throws {
    let server = try TestServer()
    do {
      let client = try TestClient(port: server.port)
      _ = try client.upgrade(port: server.port)
    }
    guard case .connected(let id)? = server.next(), case .disconnected(id)? = server.next() else {
      Issue.record("the disconnection was not reported")
      return
    }
  }

  @Test(
    arguments: [
      ("/socket", "http://evil.example", "403"), ("/other", "http://127.0.0.1", "403"),
    ])
  func socketsForOtherSitesAreRefused(_ path: String, _ origin: String, _ status: String) throws {
    let server = try TestServer()
    let client = try TestClient(port: server.port)
    let answer = try client.upgrade(port: server.port, origin: origin, path: path)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
  }

  @Test func socketsWithoutTheTokenAreRefused() throws {
    let server = try TestServer(token: "0123456789abcdef")
    let client = try TestClient(port: server.port)
    #expect(try client.upgrade(port: server.port).hasPrefix("HTTP/1.1 403 "))
    let other = try TestClient(port: server.port)
    let path = "/socket?token=0123456789abcdef"
    #expect(try other.upgrade(port: server.port, path: path).hasPrefix("HTTP/1.1 101 "))
  }

  @Test(arguments: [(1, 0), (0, 1)])
  func oversizedMessagesCloseTheConnection(_ first: UInt8, _ asFragments: Int) throws {
    var limits = ServerLimits()
    limits.messageByteCount = 1000
    let server = try TestServer(limits: limits)
    let client = try TestClient(port: server.port)
    _ = try client.upgrade(port: server.port)
    if asFragments == 1 {
      try client.send(opcode: 1, [UInt8](repeating: 65, count: 900), isEnd: false)
      try client.send(opcode: 0, [UInt8](repeating: 65, count: 900))
    } else {
      try client.send(opcode: 1, [UInt8](repeating: 65, count: 1001))
    }
    // A close frame with 1009 (message too big), or 1002 if the frame alone exceeds the limit.
    let answer = try client.receiveAll()
    #expect(answer.first == 0x88)
    var events: [String] = []
    while let event = server.next() {
      events.append("\(event)".split(separator: "(").first.map(String.init) ?? "")
      if case .disconnected = event { break }
    }
    #expect(events == ["connected", "disconnected"])
  }

  @Test func browsersHaveALimit() throws {
    var limits = ServerLimits()
    limits.clientCount = 1
    let server = try TestServer(limits: limits)
    let first = try TestClient(port: server.port)
    #expect(try first.upgrade(port: server.port).hasPrefix("HTTP/1.1 101 "))
    let second = try TestClient(port: server.port)
    #expect(try second.upgrade(port: server.port).hasPrefix("HTTP/1.1 503 "))
  }

  @Test func connectionsHaveALimit() throws {
    var limits = ServerLimits()
    limits.connectionCount = 1
    let server = try TestServer(limits: limits)
    let first = try TestClient(port: server.port)
    #expect(try first.upgrade(port: server.port).hasPrefix("HTTP/1.1 101 "))
    let second = try TestClient(port: server.port)
    #expect(try second.receive().isEmpty)
  }

  @Test func unhandledMessagesStopReading() throws {
    var limits = ServerLimits()
    limits.waitingMessageCount = 4
    let server = try TestServer(limits: limits)
    let client = try TestClient(port: server.port)
    _ = try client.upgrade(port: server.port)
    guard case .connected(let id)? = server.next() else {
      Issue.record("no browser connected")
      return
    }
    for number in 0..<2000 { try client.send(opcode: 1, Array("message \(number)".utf8)) }
    // Each of these answers takes a turn of its loop, in which it could have read more.
    for _ in 0..<50 {
      let other = try TestClient(port: server.port)
      let host = "127.0.0.1:\(server.port)"
      #expect(try other.answer(to: request("/", host: host)).hasPrefix("HTTP/1.1 200 "))
    }
    // Messages read together with the fourth may follow it, but not all.
    var count = 0
    while let event = server.nextIfThere() {
      if case .received = event { count += 1 }
    }
    #expect(4 <= count && count < 2000)
    server.server.handled(count, of: id)
    guard case .received? = server.next() else {
      Issue.record("reading did not resume")
      return
    }
  }

  @Test func silentConnectionsAreClosed() throws {
    var limits = ServerLimits()
    limits.requestMilliseconds = 300
    let hurried = try TestServer(limits: limits)
    let silent = try TestClient(port: hurried.port)
    #expect(try silent.receive().isEmpty)
    withExtendedLifetime(hurried) {}
    limits = ServerLimits()
    limits.silenceMilliseconds = 900
    let server = try TestServer(limits: limits)
    let socket = try TestClient(port: server.port)
    _ = try socket.upgrade(port: server.port)
    // Two pings, one after each third of the timeout, and the end.
    #expect(try socket.receiveAll() == [0x89, 0, 0x89, 0])
  }

  @Test func usedPortsAreReportedAndReleased() throws {
    let server = try TestServer()
    #expect(
      throws: SystemError(
        call: "bind", subject: "127.0.0.1:\(server.port)", code: EADDRINUSE)
    ) {
      _ = try HTTPServer(
        site: WebSite(pages: [:], socketPath: "/"), address: "127.0.0.1", port: server.port,
        hosts: [], token: nil)
    }
  }
}
