internal import Linux

/// Processes the server's notifications, and updates the status.
extension SnapcastConnection {
  /// Adopts a whole status, except values that have an unconfirmed command.
  func replace(by reported: SnapcastStatus) {
    var reported = reported
    for client in exchanges.keys {
      exchanges[client]?.doubt()
      if let volume = status?.clients[client]?.volume { reported.clients[client]?.volume = volume }
    }
    for index in reported.groups.indices where groupMutes[reported.groups[index].id] != nil {
      let known = status?.groups.first { $0.id == reported.groups[index].id }
      if let known { reported.groups[index].isMuted = known.isMuted }
      scheduleRefresh()
    }
    exchanges = exchanges.filter { reported.clients[$0.key] != nil }
    guard reported != status else { return }
    status = reported
    hasChanged = true
  }

  /// Adopts the status of one client, except a volume that has an unconfirmed command.
  func update(_ reported: SnapcastStatus.Client) {
    guard var known = status?.clients[reported.id] else { return scheduleRefresh() }
    let volume = known.volume
    known = reported
    if exchanges[reported.id]?.deadlineMicroseconds == nil, exchanges[reported.id] != nil {
      known.volume = volume
    }
    guard known != status?.clients[reported.id] else { return }
    status?.clients[reported.id] = known
    hasChanged = true
  }

  func didNotify(_ method: String, _ content: SnapcastContent) {
    let id = content.id
    switch method {
    case "Client.OnVolumeChanged":
      guard let known = status?.clients[id] else { return scheduleRefresh() }
      guard exchanges[id] == nil else {
        exchanges[id]?.doubt()
        return
      }
      guard let volume = SnapcastStatus.Volume(content.volume, or: known.volume) else {
        return misread("the server sent an invalid volume")
      }
      guard volume != known.volume else { return }
      status?.clients[id]?.volume = volume
      hasChanged = true
    case "Client.OnConnect", "Client.OnDisconnect":
      guard var client = content.client, let known = status?.clients[client.id] else {
        return scheduleRefresh()
      }
      if exchanges[client.id] != nil {
        exchanges[client.id]?.doubt()
        client.volume = known.volume
      }
      guard client != known else { return }
      status?.clients[client.id] = client
      hasChanged = true
    case "Client.OnNameChanged":
      guard let name = content.name, status?.clients[id] != nil else {
        return scheduleRefresh()
      }
      status?.clients[id]?.name = name
      hasChanged = true
    case "Group.OnMute", "Group.OnNameChanged", "Group.OnStreamChanged":
      guard let index = status?.groups.firstIndex(where: { $0.id == id }) else {
        return scheduleRefresh()
      }
      if let isMuted = content.isMuted {
        // The order of the two is unknown, so query the server.
        if groupMutes[id] != nil { return scheduleRefresh() }
        status?.groups[index].isMuted = isMuted
      }
      if let name = content.name { status?.groups[index].name = name }
      if let stream = content.streamID { status?.groups[index].streamID = stream }
      hasChanged = true
    case "Server.OnUpdate":
      guard let reported = content.status else { return scheduleRefresh() }
      replace(by: reported)
    case "Stream.OnUpdate":
      if status?.streams.contains(where: { $0.id == id }) != true { scheduleRefresh() }
    default: break
    }
  }
}
