import CAllocationCount
import JSON
import Layout
import Linux
import MQTTBench
import Testing

@testable import Controls

/// Servers that refuse, lie, hang or send too much, and programs that are no Home Assistant.
@Suite struct HostileHomeAssistantTests {
  private func rig(_ server: ScriptedHomeAssistant) throws -> HomeAssistantRig {
    try HomeAssistantControlTests.rig(server)
  }

  @Test("A refused token is told in one line, and not tried again until it changes")
  func refusedToken() throws {
    let folder = try TestFolder()
    let file = try folder.write("secret-token\n", to: "token")
    let server = try ScriptedHomeAssistant()
    server.acceptsToken = false
    let rig = try HomeAssistantRig(server, token: .file(file), .knob("light.a"))
    try rig.run { !rig.reported.isEmpty }
    #expect(rig.reason.contains("it refuses the token; make a new one"))
    try rig.advance(milliseconds: 600_000)
    #expect(server.server.count == 1)
    #expect(rig.reported.count == 1)
    server.acceptsToken = true
    server.states["light.a"] = HomeAssistantControlTests.light
    _ = try folder.write("another-token\n", to: "token")
    try rig.advance(milliseconds: 11_000)
    #expect(rig.reported.last == .level(0.2))
    #expect(!rig.log.contains("secret-token"))
  }

  @Test("A missing token is a reason") func missingToken() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try HomeAssistantRig(server, token: .file("/nowhere/token"), .knob("light.a"))
    try rig.settle()
    #expect(rig.reason.contains("there is no token: "))
    #expect(throws: HomeAssistantError.self) { try rig.control.open() }
  }

  @Test(
    "Other servers are rejected with a reason, and the token is not sent to them",
    arguments: [
      ("HTTP/1.1 404 Not Found\r\n\r\n", "HTTP 404 instead of opening a WebSocket"),
      ("HTTP/1.1 403 Forbidden\r\n\r\n", "it refuses this panel's address"),
      ("220 mail.example\r\n", "does not speak HTTP"),
      (
        "HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
          + "Sec-WebSocket-Accept: AAAA\r\n\r\n", "answer to the WebSocket handshake is wrong"
      ),
    ]) func strangers(_ answer: String, _ reason: String) throws
  {
    let server = try ScriptedHomeAssistant()
    server.handshake = answer
    let rig = try HomeAssistantRig(server, .knob("light.a"))
    try rig.run { !rig.reported.isEmpty }
    #expect(rig.reason.contains(reason))
    #expect(server.requests.isEmpty)
  }

  @Test("Silence at any time of the start is a loss", arguments: ["", "hello"])
  func silence(_ first: String) throws {
    let server = try ScriptedHomeAssistant()
    if first.isEmpty {
      server.isSilent = true
    } else {
      server.handshake =
        "HTTP/1.1 101 S\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
        + "Sec-WebSocket-Accept: {accept}\r\n\r\n"
    }
    let rig = try HomeAssistantRig(server, .knob("light.a"))
    try rig.advance(milliseconds: 10_100)
    #expect(rig.reason.contains("no answer in 10 seconds"))
    #expect(server.requests.isEmpty)
  }

  @Test(
    "Broken frames end the connection, and the panel reconnects",
    arguments: [
      [0x81, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0xF1, 0], [0x82, 0], [0x80, 0], [0x89, 127],
      [0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255],
    ] as [[UInt8]]) func brokenFrames(_ frame: [UInt8]) throws
  {
    let server = try ScriptedHomeAssistant()
    let rig = try rig(server)
    server.sendRaw(frame)
    try rig.run { rig.reported.count == 2 }
    #expect(rig.reason.contains("it sent "))
    try rig.advance(milliseconds: 2000)
    #expect(rig.reported.last == .level(0.2))
  }

  @Test(
    "Messages that are none are told once, and change nothing",
    arguments: [
      "", "hello", "[]", "{}", "{\"type\":7}", "{\"type\":\"event\",\"id\":1}",
      "{\"type\":\"result\",\"id\":1,\"success\":7}", "\u{FFFD}",
      String(repeating: "[", count: 5000), "{\"type\":\"event\",\"id\":1,\"event\":[1]}",
    ]) func nonsense(_ text: String) throws
  {
    let server = try ScriptedHomeAssistant()
    let rig = try rig(server)
    for _ in 0..<3 { server.send(text) }
    try rig.advance(milliseconds: 1000)
    #expect(rig.reported.count == 2)
    #expect(rig.reason.contains("not of Home Assistant's WebSocket API"))
    server.change("light.a", "on", "{\"brightness\":102}")
    try rig.run { rig.reported.last == .level(0.4) }
  }

  @Test(
    "States that are none change nothing",
    arguments: [
      #"{"c":{"light.a":{"+":{"a":{"brightness":1e308}}}}}"#,
      #"{"c":{"light.a":{"+":{"a":{"brightness":-1}}}}}"#,
      #"{"c":{"light.a":{"+":{"a":{"brightness":{"deep":[1]}}},"-":7}}}"#,
      #"{"c":{"light.a":{"+":{"a":{"brightness":"NaN"}}}}}"#,
      #"{"c":{"light.a":{"+":{"s":7}}}}"#, #"{"c":{"light.a":7}}"#, #"{"c":[1],"a":7,"r":"x"}"#,
      #"{"c":{"light.other":{"+":{"s":"on"}}}}"#, #"{"r":["light.other",7]}"#,
    ]) func lies(_ event: String) throws
  {
    let server = try ScriptedHomeAssistant()
    let rig = try rig(server)
    server.send(event: event)
    try rig.advance(milliseconds: 3000)
    #expect(!rig.reported.dropFirst().contains { if case .level = $0 { true } else { false } })
    server.change("light.a", "on", "{\"brightness\":102}")
    try rig.advance(milliseconds: 3000)
    #expect(rig.reported.last == .level(0.4))
  }

  @Test("Answers and events with other IDs are ignored, and NaN is no number")
  func wrongIDs() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try rig(server)
    for id in ["0", "-1", "99", "1e300", "1.5", "null"] {
      server.send("{\"id\":\(id),\"type\":\"result\",\"success\":false,\"error\":{}}")
      server.send("{\"id\":\(id),\"type\":\"pong\"}")
    }
    server.send(event: #"{"c":{"light.a":{"+":{"a":{"brightness":255}}}}}"#, id: 77)
    server.send("{\"type\":\"auth_required\"}")
    server.send("{\"type\":\"auth_invalid\"}")
    server.send(event: #"{"c":{"light.a":{"+":{"a":{"brightness":NaN}}}}}"#)
    try rig.advance(milliseconds: 1000)
    #expect(server.types.count { $0 == "auth" } == 1)
    #expect(!rig.reported.contains(.level(1)))
    server.change("light.a", "on", "{\"brightness\":102}")
    try rig.advance(milliseconds: 1000)
    #expect(rig.reported.last == .level(0.4))
  }

  @Test("A refused service is one message, and the knob returns") func refusedService() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try rig(server)
    server.refusals["light.turn_on"] = "Validation error:\nno \u{1B}[2J"
    for level in [0.5, 0.6] {
      rig.control.set(level: level, isFinal: true)
      try rig.advance(milliseconds: 3000)
    }
    let messages = rig.reported.filter { if case .unreadable = $0 { true } else { false } }
    #expect(messages.count == 1)
    let text = HomeAssistantRig.reason(messages.first)
    #expect(text.hasPrefix("light.a: Home Assistant refuses light.turn_on: Validation error:"))
    #expect(!text.contains("\n") && !text.contains("\u{1B}"))
    #expect(rig.reported.last == .level(0.2))
  }

  @Test("A service that never answers does not block the knob") func noResults() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try rig(server)
    server.ignoresCalls = true
    rig.control.set(level: 0.5, isFinal: false)
    rig.control.set(level: 0.6, isFinal: false)
    try rig.advance(milliseconds: 11_000)
    #expect(rig.reported.contains { HomeAssistantRig.reason($0).contains("has not ended within") })
    let count = server.calls.count
    rig.control.set(level: 0.7, isFinal: false)
    try rig.run { server.calls.count > count }
  }

  @Test("Huge messages are dropped, long ones are read beside the loop, single bytes too")
  func sizes() throws {
    let server = try ScriptedHomeAssistant()
    server.isSlow = true
    let rig = try rig(server)
    server.isSlow = false
    let limit = HomeAssistantConnection.messageByteLimit
    server.send(String(repeating: "x", count: limit + 1))
    try rig.run { rig.reported.count == 2 }
    #expect(rig.reason.contains("a message of \(limit + 1) bytes is too long"))
    try rig.advance(milliseconds: 100)
    let padding = String(repeating: "x", count: 200_000)
    server.send(
      event: "{\"c\":{\"light.a\":{\"+\":{\"a\":{\"picture\":\"\(padding)\",\"brightness\":102}}}}}"
    )
    try rig.run { rig.reported.last == .level(0.4) }
  }

  @Test(
    "A message of the largest size needs limited memory, whatever it contains",
    arguments: ["[],", "{},", "\"\",", "{\"ei\":\"a.b\"},", "{\"\":[1]},"])
  func memory(_ repeated: String) {
    let limit = HomeAssistantConnection.messageByteLimit
    let head = "{\"id\":1,\"type\":\"result\",\"success\":true,\"result\":{\"entities\":["
    let count = (limit - head.utf8.count - 10) / repeated.utf8.count
    let message = Array((head + String(repeating: repeated, count: count) + "1]}}").utf8)
    #expect(message.count <= limit)
    allocation_begin_bytes()
    _ = HomeAssistantMessage.read(
      message, HomeAssistantMessage.Wanted(entities: ["light.a"], missing: ["light.b"]))
    #expect(allocation_most_bytes() < 128 << 20, "\(allocation_most_bytes())")
  }

  @Test("Too many unanswered calls are refused, and the knob can be used later") func manyCalls()
    throws
  {
    let server = try ScriptedHomeAssistant()
    server.states["scene.a"] = #"{"s":"unknown"}"#
    server.ignoresCalls = true
    let rig = try HomeAssistantRig(server, .push("scene.a", "scene.turn_on"))
    try rig.run { !rig.reported.isEmpty }
    for _ in 0..<300 { rig.control.set(level: 1, isFinal: true) }
    try rig.settle()
    #expect(server.calls.count == HomeAssistantConnection.callLimit)
    #expect(rig.reason == "scene.a: too many calls are unanswered")
    try rig.advance(milliseconds: 11_000)
    rig.control.set(level: 1, isFinal: true)
    try rig.run { server.calls.count == HomeAssistantConnection.callLimit + 1 }
  }

  @Test("A registry that is too long explains nothing, and the entity is still reported")
  func longRegistry() throws {
    let server = try ScriptedHomeAssistant()
    let long = String(repeating: "x", count: HomeAssistantConnection.messageByteLimit / 10)
    server.registry = Array(repeating: long, count: 11)
    let rig = try HomeAssistantRig(server, .knob("light.b"))
    try rig.run { rig.reported.contains { if case .offline = $0 { true } else { false } } }
    #expect(rig.log.contains("there is no entity light.b"))
  }

  @Test("Pings are answered, and a thousand of them end nothing") func pings() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try rig(server)
    for index in 0..<1000 { server.send(frame: 0x89, [UInt8(truncatingIfNeeded: index)]) }
    try rig.run { server.pongs.count == 1000 }
    #expect(server.pongs[7] == [7])
    #expect(rig.reported == [.level(0.2)])
  }

  @Test("A flood of changes reports no more than a display shows") func flood() throws {
    let server = try ScriptedHomeAssistant()
    let rig = try rig(server)
    for index in 0..<2000 {
      server.change("light.a", "on", "{\"brightness\":\(index % 256)}")
      if index.isMultiple(of: 20) { try rig.advance(milliseconds: 1) }
    }
    try rig.advance(milliseconds: 100)
    #expect(rig.reported.count < 15)
  }

  @Test("A server's certificate is checked, and nothing is sent before", arguments: [true, false])
  func certificates(_ isTrusted: Bool) throws {
    let broker = try MosquittoBroker(.encrypted)
    var server = HomeAssistantServer()
    (server.name, server.host, server.port) = ("home", "127.0.0.1", broker.port)
    (server.isEncrypted, server.token) = (true, .environment("HOME"))
    if isTrusted { server.tls.authorityFile = broker.authorityFile }
    let rig = try HomeAssistantRig(server)
    rig.add(.knob("light.a"))
    try rig.run { !rig.reported.isEmpty }
    #expect(
      rig.reason.contains(
        isTrusted
          ? "the connection was closed without an answer"
          : "TLS failed: the server's certificate is not from a trusted authority"))
  }
}
