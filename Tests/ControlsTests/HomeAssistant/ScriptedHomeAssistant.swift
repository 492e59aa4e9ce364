import JSON
import Linux
import MQTTBench

@testable import Controls

/// A scripted Home Assistant that speaks the documented messages; by default a good one.
final class ScriptedHomeAssistant: ScriptedPeer {
  /// Its clock, shared with its rig.
  let clock = ManualClock()
  let server: TestServer
  /// The states as JSON, by entity: `{"s": …, "a": {…}}`.
  var states: [String: String] = [:]
  /// The results of requests as JSON, by type, for those that are not scripted.
  var results: [String: String] = [:]
  /// The IDs in the registry of entities.
  var registry: [String] = []
  /// Whether it accepts the token.
  var acceptsToken = true
  /// The texts with which services are refused.
  var refusals: [String: String] = [:]
  /// The answer to the handshake; nil for a good one.
  var handshake: String?
  /// Whether it answers no service, and nothing at all.
  var ignoresCalls = false
  var isSilent = false
  /// The delay of results of services.
  var delayMicroseconds: Int64 = 0
  /// Whether each byte is sent alone.
  var isSlow = false
  /// What a service does to the states, called with the entity and the call.
  var follow: (_ entity: String, _ call: JSONValue) -> Void = { _, _ in }
  /// The requests received, oldest first, without pings.
  private(set) var requests: [JSONValue] = []
  /// The paths of handshakes, and the number of pongs received.
  private(set) var paths: [String] = []
  private(set) var pingCount = 0
  private(set) var pongs: [[UInt8]] = []
  private(set) var hasReceivedClose = false
  private(set) var hasReceivedUnmasked = false
  private(set) var subscription: Int?
  private var bytes: [UInt8] = []
  private var isOpen = false
  private var connectionCount = 0
  private var delayed: [(at: Int64, text: String)] = []

  init() throws {
    server = try TestServer()
  }

  /// The calls of services received, such as `light.turn_on {"brightness": 128} light.kitchen`.
  var calls: [String] {
    requests.filter { $0["type"]?.string == "call_service" }.map { call in
      let name = (call["domain"]?.string ?? "") + "." + (call["service"]?.string ?? "")
      let parts = [name, call["service_data"]?.line, call["target"]?["entity_id"]?.string]
      return parts.compactMap { $0 }.joined(separator: " ")
    }
  }

  /// The types of the requests received.
  var types: [String] { requests.compactMap { $0["type"]?.string } }

  @discardableResult
  func serve() -> Bool {
    let isNew = server.count > connectionCount
    if isNew {
      connectionCount = server.count
      (bytes, isOpen, delayed, subscription) = ([], false, [], nil)
    }
    let before = server.sentCount
    server.sendQueued()
    let received = server.receive()
    bytes += received
    if !isSilent { process() }
    let due = delayed.filter { $0.at <= clock.microseconds }
    delayed.removeAll { $0.at <= clock.microseconds }
    for item in due { send(item.text) }
    return isNew || !received.isEmpty || !due.isEmpty || server.sentCount > before
  }

  // MARK: Sending

  /// Sends a message as one text frame.
  func send(_ text: String) { send(frame: 0x81, Array(text.utf8)) }

  /// Sends an unmasked frame with this first byte.
  func send(frame first: UInt8, _ payload: [UInt8]) {
    var head = [first]
    switch payload.count {
    case 0..<126: head.append(UInt8(payload.count))
    case 126..<65_536: head += [126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      head += [127] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    sendRaw(head + payload)
  }

  func sendRaw(_ bytes: [UInt8]) {
    if isSlow {
      for byte in bytes { server.send([byte]) }
    } else if bytes.count > 60_000 {
      server.queue(bytes)
    } else {
      server.send(bytes)
    }
  }

  /// Sends an event of the subscription.
  func send(event: String, id: Int? = nil) {
    send("{\"id\":\(id ?? subscription ?? 0),\"type\":\"event\",\"event\":\(event)}")
  }

  /// Changes a state as another client would.
  func change(_ entity: String, _ state: String, _ attributes: String = "{}") {
    send(event: "{\"c\":{\"\(entity)\":{\"+\":{\"s\":\"\(state)\",\"a\":\(attributes)}}}}")
  }

  // MARK: Receiving

  private func process() {
    if !isOpen { shakeHands() }
    while isOpen, let (opcode, payload) = nextFrame() {
      switch opcode {
      case 1: if let json = JSONValue(parsing: payload) { answer(json) }
      case 8: hasReceivedClose = true
      case 10: pongs.append(payload)
      default: break
      }
    }
  }

  private func shakeHands() {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasSuffix("\r\n\r\n") else { return }
    bytes = []
    let lines = text.split(separator: "\r\n")
    paths.append(String(lines[0]))
    let name = "Sec-WebSocket-Key: "
    let key = lines.first { $0.hasPrefix(name) }?.dropFirst(name.count) ?? ""
    let accept = WebSocketHandshake.accept(for: String(key))
    let answer =
      handshake
      ?? "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
      + "Sec-WebSocket-Accept: {accept}\r\n\r\n"
    let parts = answer.parts(around: "{accept}")
    sendRaw(Array(parts.joined(separator: accept).utf8))
    isOpen = true
    if handshake == nil { send("{\"type\":\"auth_required\",\"ha_version\":\"2024.3.3\"}") }
  }

  private func nextFrame() -> (opcode: UInt8, payload: [UInt8])? {
    guard bytes.count >= 6 else { return nil }
    if bytes[1] & 0x80 == 0 { hasReceivedUnmasked = true }
    var (count, start) = (Int(bytes[1] & 0x7F), 2)
    let extra = count == 126 ? 2 : count == 127 ? 8 : 0
    guard bytes.count >= 2 + extra + 4 else { return nil }
    if extra > 0 { count = bytes[2..<2 + extra].reduce(0) { $0 << 8 | Int($1) } }
    start += extra
    guard bytes.count >= start + 4 + count else { return nil }
    let key = Array(bytes[start..<start + 4])
    let payload = bytes[start + 4..<start + 4 + count].enumerated().map { $1 ^ key[$0 & 3] }
    let opcode = bytes[0] & 0x0F
    bytes.removeFirst(start + 4 + count)
    return (opcode, payload)
  }

  private func answer(_ json: JSONValue) {
    let type = json["type"]?.string ?? ""
    let id = json["id"]?.number.map { Int($0) } ?? 0
    if type != "ping" { requests.append(json) }
    switch type {
    case "auth":
      send(
        acceptsToken
          ? "{\"type\":\"auth_ok\",\"ha_version\":\"2024.3.3\"}"
          : "{\"type\":\"auth_invalid\",\"message\":\"Invalid access token or password\"}")
      if !acceptsToken { server.hangUp() }
    case "ping":
      pingCount += 1
      send("{\"id\":\(id),\"type\":\"pong\"}")
    case "subscribe_entities":
      subscription = id
      succeed(id)
      let wanted = json["entity_ids"]?.array?.compactMap(\.string) ?? []
      let found = wanted.compactMap { entity in states[entity].map { "\"\(entity)\":\($0)" } }
      send(event: "{\"a\":{\(found.joined(separator: ","))}}")
    case let type where results[type] != nil: succeed(id, results[type] ?? "null")
    case "config/entity_registry/list_for_display":
      let entries = registry.map { "{\"ei\":\"\($0)\",\"pl\":\"demo\"}" }.joined(separator: ",")
      succeed(id, "{\"entity_categories\":{},\"entities\":[\(entries)]}")
    case "call_service": answerCall(id, json)
    default: succeed(id)
    }
  }

  private func answerCall(_ id: Int, _ call: JSONValue) {
    if ignoresCalls { return }
    let name = (call["domain"]?.string ?? "") + "." + (call["service"]?.string ?? "")
    if let text = refusals[name] {
      return send(
        "{\"id\":\(id),\"type\":\"result\",\"success\":false,"
          + "\"error\":{\"code\":\"home_assistant_error\",\"message\":\(JSONText.quoted(text))}}")
    }
    follow(call["target"]?["entity_id"]?.string ?? "", call)
    let text = "{\"id\":\(id),\"type\":\"result\",\"success\":true,\"result\":null}"
    delayed.append((clock.microseconds + delayMicroseconds, text))
  }

  private func succeed(_ id: Int, _ result: String = "null") {
    send("{\"id\":\(id),\"type\":\"result\",\"success\":true,\"result\":\(result)}")
  }
}
