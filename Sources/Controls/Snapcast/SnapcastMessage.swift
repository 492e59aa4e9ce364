internal import JSON

/// A request to a Snapcast server (JSON-RPC 2.0, one line each).
enum SnapcastRequest {
  case status
  case client(id: String)
  case setVolume(client: String, percent: Int)
  case setMute(client: String, isMuted: Bool)
  case setGroupMute(group: String, isMuted: Bool)

  /// Returns the request's line.
  ///
  /// It contains only the change: the server keeps the rest of a volume.
  func line(id: Int) -> [UInt8] {
    var text = "{\"id\":\(id),\"jsonrpc\":\"2.0\",\"method\":\""
    switch self {
    case .status: text += "Server.GetStatus\""
    case .client(let client):
      text += "Client.GetStatus\",\"params\":{\"id\":\(JSONText.quoted(client))}"
    case .setVolume(let client, let percent):
      text += "Client.SetVolume\",\"params\":{\"id\":\(JSONText.quoted(client)),"
      text += "\"volume\":{\"percent\":\(percent)}}"
    case .setMute(let client, let isMuted):
      text += "Client.SetVolume\",\"params\":{\"id\":\(JSONText.quoted(client)),"
      text += "\"volume\":{\"muted\":\(isMuted)}}"
    case .setGroupMute(let group, let isMuted):
      text += "Group.SetMute\",\"params\":{\"id\":\(JSONText.quoted(group)),\"mute\":\(isMuted)}"
    }
    return Array((text + "}\r\n").utf8)
  }
}

/// A message from a Snapcast server.
enum SnapcastMessage: Sendable {
  /// The answer to the request with this ID; the result is nil if the server refused it.
  case answer(id: Int, result: SnapcastContent?)
  case notification(method: String, SnapcastContent)

  /// The maximum number of messages in one line; others are ignored.
  static let batchLimit = 1000

  /// Returns the messages of one line, which can be a batch; nil if it is not JSON-RPC.
  static func read(_ line: [UInt8]) -> [SnapcastMessage]? {
    guard let json = JSONValue(parsing: line) else { return nil }
    if case .array(let elements) = json {
      let messages = elements.prefix(batchLimit).compactMap(SnapcastMessage.init)
      return messages.isEmpty ? nil : messages
    }
    return SnapcastMessage(json).map { [$0] }
  }

  private init?(_ json: JSONValue) {
    guard case .object = json, json["jsonrpc"]?.string == "2.0" else { return nil }
    if let method = json["method"]?.string {
      self = .notification(method: method, SnapcastContent(json["params"] ?? .null))
    } else if case .number(let number)? = json["id"], let id = Int(exactly: number) {
      self = .answer(id: id, result: json["result"].map(SnapcastContent.init))
    } else if json["error"] != nil {
      // For a request that the server could not read: the response has no ID.
      self = .answer(id: 0, result: nil)
    } else {
      return nil
    }
  }
}

/// The fields in use of a server's message.
struct SnapcastContent: Sendable {
  /// The ID of the client, group or stream concerned; empty for none.
  let id: String
  let name: String?
  let streamID: String?
  let isMuted: Bool?
  let volume: SnapcastStatus.VolumeReport?
  let client: SnapcastStatus.Client?
  let status: SnapcastStatus?

  init(_ json: JSONValue) {
    id = json["id"]?.string ?? ""
    name = json["name"]?.string
    streamID = json["stream_id"]?.string
    isMuted = json["mute"]?.bool
    volume = SnapcastStatus.VolumeReport(json["volume"])
    client = json["client"].flatMap { SnapcastStatus.Client($0) }
    status = SnapcastStatus(json)
  }
}
