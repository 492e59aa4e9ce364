internal import Glibc
internal import Linux

/// Opening, losing and reopening a connection.
extension OSCConnection {
  private func makeAlarms() {
    guard phaseAlarm == nil else { return }
    queryAlarm = loop.makeAlarm { [unowned self] in sendQueries() }
    renewalAlarm = loop.makeAlarm { [unowned self] in renew() }
    phaseAlarm = loop.makeAlarm { [unowned self] in endPhase() }
  }

  /// Returns to the initial state; watches nothing.
  func close() {
    closeSocket()
    lookup = nil
    for alarm in [queryAlarm, renewalAlarm, phaseAlarm] { alarm?.cancel() }
    (queryAlarm, renewalAlarm, phaseAlarm) = (nil, nil, nil)
    phase = .closed
  }

  private func closeSocket() {
    if let socket { loop.unwatch(socket.descriptor) }
    socket = nil
    sendError = nil
    plan.reset()
    queryAlarm?.set(atMicroseconds: nil)
    renewalAlarm?.set(atMicroseconds: nil)
  }

  func connect() {
    makeAlarms()
    phase = .resolving
    if let address = SocketAddress.numeric(desk.host, port: desk.port) { return probe([address]) }
    // Wait for a lookup in progress: name servers may take minutes.
    guard lookup == nil else { return }
    do throws(SystemError) {
      // On a thread, because getaddrinfo(3) has no time limit.
      lookup = try BackgroundTask(
        on: loop, stackBytes: 512 << 10,
        make: { [desk, resolver] in resolver(desk.host, desk.port) },
        deliver: { [unowned self] in endLookup($0) })
      phaseAlarm?.set(afterMicroseconds: Self.lookupMicroseconds)
    } catch {
      lose("its address cannot be looked up: \(error.reason)")
    }
  }

  private func endLookup(_ addresses: [SocketAddress]) {
    lookup = nil
    guard !addresses.isEmpty else {
      return lose("the name \"\(desk.host)\" is not known; check `host`")
    }
    probe(addresses)
  }

  /// Sends a query, or, if the desk cannot be queried, a packet that its host refuses if nothing
  /// listens there.
  private func probe(_ addresses: [SocketAddress]) {
    let address = addresses[attemptCount % addresses.count]
    attemptCount &+= 1
    do throws(SystemError) {
      let socket = try OSCSocket(to: address, listeningPort: desk.listeningPort)
      try loop.watch(socket.descriptor, for: .readable) { [unowned self] _ in receive() }
      self.socket = socket
    } catch {
      return lose(description(of: error))
    }
    phase = .probing
    let now = loop.nowMicroseconds
    (receivedAtMicroseconds, renewedAtMicroseconds) = (.min, now)
    if let subscription { send(subscription.bytes) }
    if desk.isQueried {
      phaseAlarm?.set(atMicroseconds: nil)
      queryAll()
    } else {
      send(OSCMessage.emptyBundle)
      phaseAlarm?.set(atMicroseconds: now + Self.refusalMicroseconds)
    }
  }

  private func endPhase() {
    if let sendError { return lose(description(of: sendError)) }
    switch phase {
    case .closed, .open: break
    case .resolving:
      shared.report(
        "\(desk.title): the name \"\(desk.host)\" cannot be looked up; check the network")
    case .probing: open()
    }
  }

  func open() {
    guard phase == .probing else { return }
    phase = .open
    phaseAlarm?.set(atMicroseconds: nil)
    if desk.isQueried || subscription != nil {
      renewalAlarm?.set(afterMicroseconds: renewalMicroseconds)
    }
    shared.opened()
  }

  /// Closes the socket, and schedules another attempt.
  func lose(_ problem: String) {
    guard phase != .closed else { return }
    closeSocket()
    phase = .closed
    phaseAlarm?.set(atMicroseconds: nil)
    shared.lost("\(desk.title): \(problem)")
  }

  func description(of error: SystemError) -> String {
    switch (error.code, error.call) {
    case (ECONNREFUSED, _):
      "nothing listens at UDP port \(desk.port) there; start it, or check `port`"
    case (EADDRINUSE, "bind"):
      "another program or connection listens at port \(desk.listeningPort ?? 0); "
        + "choose another `listen`"
    case (EACCES, "bind"):
      "no permission to listen at port \(desk.listeningPort ?? 0); "
        + "choose a `listen` of 1024 or more"
    case (ENETUNREACH, _), (EHOSTUNREACH, _):
      "no network route to it (\(error.reason.lowercased()))"
    default: "\(error.call): \(error.reason.lowercased())"
    }
  }
}
