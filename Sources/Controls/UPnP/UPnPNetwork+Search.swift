internal import Linux

/// Searches on all interfaces, and receives the announcements on them (SSDP).
extension UPnPNetwork {
  /// Searches at once, and repeatedly while a member looks for a speaker.
  func startSearch() {
    backoff = Backoff()
    searchAlarm?.set(afterMicroseconds: 0)
  }

  func search() {
    openSockets()
    if let group = SocketAddress.numeric(SSDPMessage.group, port: SSDPMessage.port) {
      let needsRooms = hasMember { $0.needsRooms }
      let types = [SSDPMessage.renderer] + (needsRooms ? [RaumfeldRooms.hostType] : [])
      for type in types {
        for (socket, _) in sockets { socket.send(SSDPMessage.search(for: type), to: group) }
      }
    }
    guard hasMember(where: { $0.isSearching }) else { return }
    searchAlarm?.set(afterMicroseconds: backoff.nextMicroseconds(jitter: .random(in: 0...1)))
  }

  func closeSockets() {
    for (_, feed) in sockets { feed.stop() }
    (sockets, interfaces) = ([], [])
  }

  /// Opens two sockets per interface: for answers, and for announcements.
  private func openSockets() {
    let now = NetworkInterface.all()
    guard now != interfaces || sockets.isEmpty else { return }
    closeSockets()
    interfaces = now
    for interface in now {
      for (port, group) in [(nil, nil), (SSDPMessage.port, SSDPMessage.group)]
        as [(UInt16?, String?)]
      {
        guard let socket = try? DatagramSocket(on: interface, port: port, group: group) else {
          continue
        }
        let feed = try? DatagramFeed(
          socket.descriptor, loop: loop, receive: { [unowned socket] in socket.receive() }
        ) { [unowned self] bytes, sender in
          if let message = SSDPMessage(bytes, from: sender.host) { process(message) }
        }
        if let feed { sockets.append((socket, feed)) }
      }
    }
  }
}
