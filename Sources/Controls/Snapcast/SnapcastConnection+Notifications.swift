internal import Linux

/// Processes the server's notifications, and updates the status.
extension SnapcastConnection {
  /// Adopts a whole status, except values that have an unconfirmed command.
  func replace(by told: SnapcastStatus) {
    var told = told
    for client in exchanges.keys {
      exchanges[client]?.doubt()
      if let volume = status?.clients[client]?.volume { told.clients[client]?.volume = volume }
    }
    for index in told.groups.indices where groupMutes[told.groups[index].id] != nil {
      let known = status?.groups.first { $0.id == told.groups[index].id }
      if let known { told.groups[index].isMuted = known.isMuted }
      want()
    }
    exchanges = exchanges.filter { told.clients[$0.key] != nil }
    guard told != status else { return }
    status = told
    hasChanged = true
  }

  /// Adopts the status of one client, except a volume that has an unconfirmed command.
  func update(_ told: SnapcastStatus.Client) {
    guard var known = status?.clients[told.id] else { return want() }
    let volume = known.volume
    known = told
    if exchanges[told.id]?.deadlineMicroseconds == nil, exchanges[told.id] != nil {
      known.volume = volume
    }
    guard known != status?.clients[told.id] else { return }
    status?.clients[told.id] = known
    hasChanged = true
  }

  func didNotify(_ method: String, _ told: SnapcastContent) {
    let id = told.id
    switch method {
    case "Client.OnVolumeChanged":
      guard let known = status?.clients[id] else { return want() }
      guard exchanges[id] == nil else { return exchanges[id]?.doubt() ?? () }
      guard let volume = SnapcastStatus.Volume(told.volume, or: known.volume) else {
        return tell { $0.didNotRead(reason: "the server sent a volume that is none") }
      }
      guard volume != known.volume else { return }
      status?.clients[id]?.volume = volume
      hasChanged = true
    case "Client.OnConnect", "Client.OnDisconnect":
      guard var told = told.client, let known = status?.clients[told.id] else { return want() }
      if exchanges[told.id] != nil {
        exchanges[told.id]?.doubt()
        told.volume = known.volume
      }
      guard told != known else { return }
      status?.clients[told.id] = told
      hasChanged = true
    case "Client.OnNameChanged":
      guard let name = told.name, status?.clients[id] != nil else {
        return want()
      }
      status?.clients[id]?.name = name
      hasChanged = true
    case "Group.OnMute", "Group.OnNameChanged", "Group.OnStreamChanged":
      guard let index = status?.groups.firstIndex(where: { $0.id == id }) else { return want() }
      if let isMuted = told.isMuted {
        // The order of the two is unknown, so query the server.
        if groupMutes[id] != nil { return want() }
        status?.groups[index].isMuted = isMuted
      }
      if let name = told.name { status?.groups[index].name = name }
      if let stream = told.streamID { status?.groups[index].streamID = stream }
      hasChanged = true
    case "Server.OnUpdate":
      guard let told = told.status else { return want() }
      replace(by: told)
    case "Stream.OnUpdate":
      if status?.streams.contains(where: { $0.id == id }) != true { want() }
    default: break
    }
  }
}
