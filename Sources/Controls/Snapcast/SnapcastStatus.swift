internal import JSON

/// The clients, groups and streams of a server, and their volumes (`Server.GetStatus`).
///
/// Source: `doc/json_rpc_api` of Snapcast. Does no I/O.
struct SnapcastStatus: Equatable {
  /// The maximum number of clients, groups or streams of one server; others are ignored.
  static let countLimit = 1000

  /// The reported part of a volume.
  struct VolumeReport: Equatable {
    /// The volume, 0…100; nil if not reported.
    let percent: Int?
    let isMuted: Bool?

    /// Parses `{"muted": false, "percent": 40}`; nil if it is not a valid volume, such as one above
    /// 100 %.
    init?(_ json: JSONValue?) {
      guard case .object? = json else { return nil }
      switch json?["percent"] {
      case .number(let number)? where number >= 0 && number <= 100: percent = Int(number.rounded())
      case nil: percent = nil
      default: return nil
      }
      isMuted = json?["muted"]?.bool
    }
  }

  struct Volume: Equatable {
    /// The volume, 0…100.
    var percent: Int
    var isMuted: Bool

    /// Creates the reported volume; missing values are those of `other`.
    init?(_ reported: VolumeReport?, or other: Volume?) {
      guard let reported, let percent = reported.percent ?? other?.percent else { return nil }
      self.percent = percent
      isMuted = reported.isMuted ?? other?.isMuted ?? false
    }

    init(percent: Int, isMuted: Bool) {
      (self.percent, self.isMuted) = (percent, isMuted)
    }
  }

  struct Client: Equatable {
    var id: String
    /// The configured name; empty for none.
    var name: String
    var hostName: String
    var isConnected: Bool
    var volume: Volume

    init?(_ json: JSONValue) {
      guard let id = json["id"]?.string,
        let volume = Volume(VolumeReport(json["config"]?["volume"]), or: nil)
      else { return nil }
      self.id = id
      self.volume = volume
      name = json["config"]?["name"]?.string ?? ""
      hostName = json["host"]?["name"]?.string ?? ""
      isConnected = json["connected"]?.bool ?? false
    }

    /// The configured name, or else the host's name, or else the ID.
    var title: String { name.isEmpty ? hostName.isEmpty ? id : hostName : name }
  }

  struct Group: Equatable {
    var id: String
    /// Empty for none.
    var name: String
    var streamID: String
    var isMuted: Bool
    var clientIDs: [String]
  }

  struct Stream: Equatable {
    var id: String
    var name: String
  }

  var clients: [String: Client] = [:]
  var groups: [Group] = []
  var streams: [Stream] = []

  /// Parses the `result` of `Server.GetStatus` or the `params` of `Server.OnUpdate`; nil if it is
  /// neither.
  init?(_ json: JSONValue) {
    guard let server = json["server"], case .array(let groups)? = server["groups"] else {
      return nil
    }
    for group in groups.prefix(Self.countLimit) {
      guard let id = group["id"]?.string, case .array(let members)? = group["clients"] else {
        continue
      }
      var clientIDs: [String] = []
      for member in members where clients.count < Self.countLimit {
        guard let client = Client(member), clients[client.id] == nil else { continue }
        clients[client.id] = client
        clientIDs.append(client.id)
      }
      self.groups.append(
        Group(
          id: id, name: group["name"]?.string ?? "", streamID: group["stream_id"]?.string ?? "",
          isMuted: group["muted"]?.bool ?? false, clientIDs: clientIDs))
    }
    if case .array(let streams)? = server["streams"] {
      self.streams = streams.prefix(Self.countLimit).compactMap { stream in
        guard let id = stream["id"]?.string else { return nil }
        return Stream(id: id, name: stream["uri"]?["query"]?["name"]?.string ?? id)
      }
    }
  }
}
