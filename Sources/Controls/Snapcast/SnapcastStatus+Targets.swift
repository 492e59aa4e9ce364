internal import Diagnostics

/// The clients that a knob drives at present.
struct SnapcastMembers: Equatable {
  /// The connected clients and their volumes; not empty.
  var clients: [(id: String, percent: Int)]
  /// The groups that are muted together; empty for a client, which has its own mute.
  var groupIDs: [String]
  var isMuted: Bool

  static func == (left: SnapcastMembers, right: SnapcastMembers) -> Bool {
    left.hasSameVolumes(as: right) && left.groupIDs == right.groupIDs
      && left.isMuted == right.isMuted
  }

  func hasSameVolumes(as other: SnapcastMembers) -> Bool {
    clients.elementsEqual(other.clients) { $0.id == $1.id && $0.percent == $1.percent }
  }
}

/// Why there are no clients to drive; one line.
struct SnapcastAbsence: Error, Equatable {
  var reason: String
}

extension SnapcastStatus {
  /// The maximum number of names in a message.
  private static let listedCount = 8

  /// Returns the clients of a target.
  ///
  /// - Parameter target: The target, as named in the layout.
  /// - Returns: The target's clients; for a group or stream, the connected ones.
  /// - Throws: Why there are none.
  func members(of target: SnapcastSettings.Target) throws(SnapcastAbsence) -> SnapcastMembers {
    switch target {
    case .client(let name):
      let client = try client(name)
      guard client.isConnected else {
        throw SnapcastAbsence(
          reason: "\(target.title) is not connected to the server; check that its machine and "
            + "snapclient run")
      }
      return SnapcastMembers(
        clients: [(client.id, client.volume.percent)], groupIDs: [],
        isMuted: client.volume.isMuted)
    case .group(let name): return try members(of: [try group(name)], target)
    case .stream(let name):
      let stream = try stream(name)
      let playing = groups.filter { $0.streamID == stream.id }
      guard !playing.isEmpty else {
        throw SnapcastAbsence(reason: "no group plays \(target.title)")
      }
      return try members(of: playing, target)
    }
  }

  private func members(
    of groups: [Group], _ target: SnapcastSettings.Target
  ) throws(SnapcastAbsence) -> SnapcastMembers {
    let clients = groups.flatMap(\.clientIDs).compactMap { self.clients[$0] }
    let connected = clients.filter(\.isConnected).map { (id: $0.id, percent: $0.volume.percent) }
    guard !connected.isEmpty else {
      throw SnapcastAbsence(reason: "no client of \(target.title) is connected to the server")
    }
    return SnapcastMembers(
      clients: connected, groupIDs: groups.map(\.id), isMuted: groups.allSatisfy(\.isMuted))
  }

  private func client(_ name: String) throws(SnapcastAbsence) -> Client {
    if let client = clients[name] { return client }
    for title in [\Client.name, \Client.hostName] {
      var found = clients.values.filter { $0[keyPath: title] == name }.sorted { $0.id < $1.id }
      if found.count > 1 {
        let connected = found.filter(\.isConnected)
        if !connected.isEmpty { found = connected }
      }
      guard let client = found.first else { continue }
      if found.count == 1 { return client }
      throw SnapcastAbsence(
        reason: "\(found.count) clients are called \"\(name)\"; write the id of one: "
          + Self.list(found.map(\.id)))
    }
    let all = clients.values.sorted { $0.id < $1.id }
    throw SnapcastAbsence(
      reason: "the server has no client \"\(name)\"; it has: " + Self.list(all.map(\.title)))
  }

  private func group(_ name: String) throws(SnapcastAbsence) -> Group {
    if let group = groups.first(where: { $0.id == name }) { return group }
    let found = groups.filter { $0.name == name }
    if let group = found.first, found.count == 1 { return group }
    guard found.isEmpty else {
      throw SnapcastAbsence(
        reason: "\(found.count) groups are called \"\(name)\"; write the id of one: "
          + Self.list(found.map(\.id)))
    }
    throw SnapcastAbsence(
      reason: "the server has no group \"\(name)\"; it has: "
        + Self.list(groups.map { $0.name.isEmpty ? $0.id : $0.name }))
  }

  private func stream(_ name: String) throws(SnapcastAbsence) -> Stream {
    if let stream = streams.first(where: { $0.id == name })
      ?? streams.first(where: { $0.name == name })
    {
      return stream
    }
    throw SnapcastAbsence(
      reason: "the server has no stream \"\(name)\"; it has: " + Self.list(streams.map(\.id)))
  }

  private static func list(_ names: [String]) -> String {
    if names.isEmpty { return "none" }
    let listed = names.prefix(listedCount).map { VisibleText.quoted($0) }.joined(separator: ", ")
    return names.count > listedCount ? listed + ", …" : listed
  }
}
