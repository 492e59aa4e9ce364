import JSON
import Linux
import MQTTBench

@testable import Controls

/// A scripted Snapcast server; by default a good one with the clients "kitchen" and "bath" in the
/// group "Downstairs", at 20 and 60 %.
final class ScriptedSnapServer: ScriptedPeer {
  /// Its clock, shared with its rig.
  let clock = ManualClock()
  let server: TestServer
  var volumes = ["kitchen": 20, "bath": 60]
  var muted: Set<String> = []
  var isGroupMuted = false
  /// How it rounds a volume that is set.
  var round: (Int) -> Int = { $0 }
  /// The delay of its answers.
  var delayMicroseconds: Int64 = 0
  /// Whether it answers nothing.
  var isSilent = false
  /// Called for each volume set, after its answer was queued.
  var onVolume: (String, Int) -> Void = { _, _ in }
  /// The methods requested, oldest first.
  private(set) var methods: [String] = []
  /// The volumes set, oldest first.
  private(set) var volumesSet: [(client: String, percent: Int)] = []
  private var bytes: [UInt8] = []
  private var connectionCount = 0
  private var delayed: [(at: Int64, line: String)] = []

  init() throws {
    server = try TestServer()
  }

  var settings: SnapcastServer {
    SnapcastServer(name: "house", host: "127.0.0.1", port: server.port)
  }

  func percents(of client: String) -> [Int] {
    volumesSet.filter { $0.client == client }.map(\.percent)
  }

  /// Accepts connections, receives requests and answers them.
  @discardableResult
  func serve() -> Bool {
    let isNew = server.count > connectionCount
    if isNew {
      connectionCount = server.count
      (bytes, delayed) = ([], [])
    }
    let before = server.sentCount
    server.sendQueued()
    let received = server.receive()
    bytes += received
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(bytes[..<end])
      bytes.removeFirst(end + 1)
      if !isSilent, let request = JSONValue(parsing: line) { process(request) }
    }
    let dueCount = delayed.prefix { $0.at <= clock.microseconds }.count
    for item in delayed.prefix(dueCount) { server.send(Array((item.line + "\r\n").utf8)) }
    delayed.removeFirst(dueCount)
    return isNew || !received.isEmpty || server.sentCount > before || dueCount > 0
  }

  /// Queues a line after those already waiting.
  func say(_ line: String) {
    delayed.append((clock.microseconds + delayMicroseconds, line))
  }

  func notify(_ method: String, _ parameters: JSONValue) {
    let message: JSONValue = [
      "jsonrpc": "2.0", "method": .string(method), "params": parameters,
    ]
    say(message.line)
  }

  /// Sets a volume as another controller would, and reports it.
  func change(_ client: String, to percent: Int) {
    volumes[client] = percent
    notifyVolume(client)
  }

  func notifyVolume(_ client: String, percent: Int? = nil) {
    notify(
      "Client.OnVolumeChanged",
      ["id": .string(client), "volume": volume(client, percent: percent)])
  }

  private func volume(_ client: String, percent: Int? = nil) -> JSONValue {
    [
      "muted": .bool(muted.contains(client)),
      "percent": .number(Double(percent ?? volumes[client] ?? 0)),
    ]
  }

  private func process(_ request: JSONValue) {
    let method = request["method"]?.string ?? ""
    methods.append(method)
    let parameters = request["params"] ?? .null
    let id = parameters["id"]?.string ?? ""
    func answer(_ result: JSONValue) {
      let message: JSONValue = ["id": request["id"] ?? .null, "jsonrpc": "2.0", "result": result]
      say(message.line)
    }
    switch method {
    case "Server.GetStatus": answer(status)
    case "Client.GetStatus":
      guard volumes[id] != nil else { return refuse(request) }
      answer(["client": client(id)])
    case "Client.SetVolume":
      guard volumes[id] != nil else { return refuse(request) }
      if case .bool(let flag)? = parameters["volume"]?["muted"] {
        if flag { muted.insert(id) } else { muted.remove(id) }
      }
      if case .number(let number)? = parameters["volume"]?["percent"] {
        volumesSet.append((id, Int(number)))
        volumes[id] = round(Int(number))
      }
      answer(["volume": volume(id)])
      onVolume(id, volumes[id] ?? 0)
    case "Group.SetMute":
      if case .bool(let flag)? = parameters["mute"] { isGroupMuted = flag }
      answer(["mute": .bool(isGroupMuted)])
    default: refuse(request)
    }
  }

  private func refuse(_ request: JSONValue) {
    let message: JSONValue = [
      "error": ["code": -32603, "message": "Internal error"], "id": request["id"] ?? .null,
      "jsonrpc": "2.0",
    ]
    say(message.line)
  }

  private func client(_ id: String) -> JSONValue {
    [
      "config": ["name": "", "volume": volume(id)], "connected": true,
      "host": ["name": .string(id + "-pc")], "id": .string(id),
    ]
  }

  var status: JSONValue {
    [
      "server": [
        "groups": [
          [
            "clients": .array(volumes.keys.sorted().map(client)), "id": "1",
            "muted": .bool(isGroupMuted), "name": "Downstairs", "stream_id": "Radio",
          ]
        ], "streams": [["id": "Radio", "uri": ["query": ["name": "Radio"]]]],
      ]
    ]
  }
}
