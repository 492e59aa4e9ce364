internal import Controls
internal import Glibc
internal import JSON
internal import Linux
internal import Synchronization

/// The thread of a `FleetHouse`: its connections, and what it answers.
final class FleetHouseServer {
  /// The time between two events with the number's state.
  private static let eventMicroseconds: Int64 = 100_000

  private final class Client {
    let descriptor: Int32
    var received: [UInt8] = []
    var unsent: [UInt8] = []
    var isOpen = false
    var subscription: Int?

    init(_ descriptor: Int32) { self.descriptor = descriptor }
    deinit { close(descriptor) }
  }

  private let listening: Int32
  private let shared: FleetHouse.Shared
  private let registry: String
  private var clients: [Client] = []
  private var sentValue: Double
  private var nextEvent: Int64 = 0

  init(_ listening: Int32, otherEntities count: Int, _ shared: FleetHouse.Shared) {
    (self.listening, self.shared) = (listening, shared)
    sentValue = shared.value.withLock { $0 }
    // As long as those of devices.
    let others = (0..<count).map { number in
      "{\"ei\":\"sensor.device_\(number)_temperature\",\"pl\":\"mqtt\",\"ai\":\"kitchen\",\"di\":"
        + "\"0123456789abcdef0123456789abcdef\",\"ec\":1,\"en\":\"Temperature\",\"dp\":1}"
    }
    let entries = others + ["{\"ei\":\"\(FleetHouse.entity)\",\"pl\":\"input_number\"}"]
    registry =
      "{\"entity_categories\":{\"0\":\"config\",\"1\":\"diagnostic\"},\"entities\":["
      + entries.joined(separator: ",") + "]}"
  }

  deinit { close(listening) }

  /// Serves until the house is stopped.
  func run() {
    while !shared.isStopped.load(ordering: .relaxed) {
      var polled = [pollfd(fd: listening, events: Int16(POLLIN), revents: 0)]
      polled += clients.map { client in
        pollfd(
          fd: client.descriptor, events: Int16(client.unsent.isEmpty ? POLLIN : POLLIN | POLLOUT),
          revents: 0)
      }
      poll(&polled, nfds_t(polled.count), 10)
      // A client that is gone is removed after all have been served.
      let alive = zip(clients, polled.dropFirst()).map { $1.revents == 0 || serve($0) }
      clients = zip(clients, alive).filter { $1 }.map { $0.0 }
      if polled[0].revents != 0 { accept() }
      sendEvents()
    }
  }

  private func accept() {
    while true {
      let descriptor = Glibc.accept(listening, nil, nil)
      guard descriptor >= 0 else { return }
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      var isOn: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(4))
      clients.append(Client(descriptor))
    }
  }

  /// Serves a client; returns false when it is gone.
  private func serve(_ client: Client) -> Bool {
    var portion = [UInt8](repeating: 0, count: 65_536)
    let count = read(client.descriptor, &portion, portion.count)
    if count == 0 || (count < 0 && errno != EAGAIN) { return false }
    client.received += portion.prefix(max(count, 0))
    if !client.isOpen { shakeHands(client) }
    while client.isOpen, let text = nextText(client) {
      guard let json = JSONValue(parsing: text) else { return false }
      answer(json, to: client)
    }
    flush(client)
    return true
  }

  private func shakeHands(_ client: Client) {
    let head = String(decoding: client.received, as: UTF8.self)
    guard head.hasSuffix("\r\n\r\n") else { return }
    client.received = []
    let name = "Sec-WebSocket-Key: "
    let key = head.split(separator: "\r\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
    let accept = WebSocketHandshake.accept(for: String(key ?? ""))
    client.unsent += Array(
      ("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        + "Sec-WebSocket-Accept: \(accept)\r\n\r\n").utf8)
    client.isOpen = true
    count(\.connections)
    send("{\"type\":\"auth_required\",\"ha_version\":\"2024.3.3\"}", to: client)
  }

  /// Returns the next text that has arrived, unmasked.
  private func nextText(_ client: Client) -> [UInt8]? {
    let bytes = client.received
    guard bytes.count >= 2 else { return nil }
    let short = Int(bytes[1] & 0x7F)
    let extra = short == 127 ? 8 : short == 126 ? 2 : 0
    let start = 2 + extra + 4
    guard bytes.count >= start else { return nil }
    let length = extra == 0 ? short : bytes[2..<2 + extra].reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= start + length else { return nil }
    let key = Array(bytes[start - 4..<start])
    client.received.removeFirst(start + length)
    return bytes[start..<start + length].enumerated().map { $1 ^ key[$0 & 3] }
  }

  // MARK: Messages

  private func answer(_ json: JSONValue, to client: Client) {
    let id = json["id"]?.number.flatMap { Int(exactly: $0) } ?? 0
    switch json["type"]?.string {
    case "auth":
      count(\.tokens)
      send("{\"type\":\"auth_ok\",\"ha_version\":\"2024.3.3\"}", to: client)
    case "ping": send("{\"id\":\(id),\"type\":\"pong\"}", to: client)
    case "subscribe_entities":
      count(\.subscriptions)
      client.subscription = id
      succeed(id, client)
      let attributes = "{\"min\":0,\"max\":100,\"step\":1}"
      let state = "{\"s\":\"\(JSONText.number(sentValue))\",\"a\":\(attributes)}"
      send(event: "{\"a\":{\"\(FleetHouse.entity)\":\(state)}}", to: client)
    case "config/entity_registry/list_for_display":
      count(\.registryQueries)
      succeed(id, client, registry)
    case "call_service":
      count(\.calls)
      if let value = json["service_data"]?["value"]?.number { shared.value.withLock { $0 = value } }
      succeed(id, client)
    default:
      count(\.others)
      succeed(id, client)
    }
  }

  private func sendEvents() {
    let (value, now) = (shared.value.withLock { $0 }, MonotonicClock.microseconds)
    guard value != sentValue, now >= nextEvent else { return }
    (sentValue, nextEvent) = (value, now + Self.eventMicroseconds)
    let state = "{\"+\":{\"s\":\"\(JSONText.number(value))\"}}"
    for client in clients { send(event: "{\"c\":{\"\(FleetHouse.entity)\":\(state)}}", to: client) }
  }

  private func send(event: String, to client: Client) {
    guard let id = client.subscription else { return }
    count(\.events)
    send("{\"id\":\(id),\"type\":\"event\",\"event\":\(event)}", to: client)
  }

  private func succeed(_ id: Int, _ client: Client, _ result: String = "null") {
    send("{\"id\":\(id),\"type\":\"result\",\"success\":true,\"result\":\(result)}", to: client)
  }

  private func send(_ text: String, to client: Client) {
    let payload = Array(text.utf8)
    client.unsent.append(0x81)
    switch payload.count {
    case 0..<126: client.unsent.append(UInt8(payload.count))
    case 126..<65_536:
      client.unsent += [126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      client.unsent.append(127)
      client.unsent += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
    client.unsent += payload
    flush(client)
  }

  private func flush(_ client: Client) {
    guard !client.unsent.isEmpty else { return }
    let count = Glibc.send(
      client.descriptor, client.unsent, client.unsent.count, Int32(MSG_NOSIGNAL))
    if count > 0 { client.unsent.removeFirst(count) }
  }

  private func count(_ counter: WritableKeyPath<FleetHouse.Counts, Int>) {
    shared.counts.withLock { $0[keyPath: counter] += 1 }
  }
}
