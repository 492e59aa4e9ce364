internal import Glibc
internal import Linux

/// Opening, losing and reopening a connection.
extension OSCConnection {
  func makeAlarms() {
    queryAlarm = loop.makeAlarm { [unowned self] in ask() }
    renewalAlarm = loop.makeAlarm { [unowned self] in renew() }
    phaseAlarm = loop.makeAlarm { [unowned self] in endPhase() }
  }

  /// Returns to the initial state; watches nothing.
  func close() {
    closeSocket()
    if let lookup { loop.unwatch(lookup.descriptor) }
    lookup = nil
    for alarm in [queryAlarm, renewalAlarm, phaseAlarm] { alarm?.cancel() }
    (queryAlarm, renewalAlarm, phaseAlarm) = (nil, nil, nil)
    (phase, reason, retry) = (.closed, nil, Retry())
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
    phase = .resolving
    if let address = SocketAddress.numeric(desk.host, port: desk.port) { return probe([address]) }
    // Wait for a lookup in progress: name servers may take minutes.
    guard lookup == nil else { return }
    do throws(SystemError) {
      let lookup = try HostLookup(desk.host, port: desk.port, by: resolver)
      self.lookup = lookup
      try loop.watch(lookup.descriptor, for: .readable) { [unowned self] _ in endLookup() }
      phaseAlarm?.set(afterMicroseconds: Self.lookupMicroseconds)
    } catch {
      lookup = nil
      lose("its address cannot be looked up: \(error.reason)")
    }
  }

  private func endLookup() {
    guard let lookup else { return }
    let addresses = lookup.take()
    loop.unwatch(lookup.descriptor)
    self.lookup = nil
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
    (heardAtMicroseconds, renewedAtMicroseconds) = (.min, now)
    if let subscription { send(subscription.bytes) }
    if desk.isQueried {
      phaseAlarm?.set(atMicroseconds: nil)
      askAll()
    } else {
      send(OSCMessage.emptyBundle)
      phaseAlarm?.set(atMicroseconds: now + Self.refusalMicroseconds)
    }
  }

  private func endPhase() {
    if let sendError { return lose(description(of: sendError)) }
    switch phase {
    case .closed, .open: break
    case .resolving: tellLoss("the name \"\(desk.host)\" cannot be looked up; check the network")
    case .probing: open()
    case .waiting: connect()
    }
  }

  func open() {
    guard phase == .probing else { return }
    phase = .open
    reason = nil
    phaseAlarm?.set(atMicroseconds: nil)
    let now = loop.nowMicroseconds
    retry.didOpen(atMicroseconds: now)
    if desk.isQueried || subscription != nil {
      renewalAlarm?.set(atMicroseconds: now + renewalMicroseconds)
    }
    tell(members) { if phase == .open { $0.didOpen() } }
  }

  /// Closes the socket, and schedules another attempt.
  func lose(_ problem: String) {
    guard phase != .closed else { return }
    closeSocket()
    phase = .waiting
    phaseAlarm?.set(
      atMicroseconds: retry.nextMicroseconds(
        now: loop.nowMicroseconds, jitter: .random(in: 0...1)))
    tellLoss(problem)
  }

  private func tellLoss(_ problem: String) {
    let reason = "\(desk.title): \(problem)"
    guard reason != self.reason else { return }
    self.reason = reason
    tell(members) { $0.didLose(reason: reason) }
  }

  func description(of error: SystemError) -> String {
    switch (error.code, error.call) {
    case (ECONNREFUSED, _):
      "nothing listens at UDP port \(desk.port) there; start it, or check `port`"
    case (EADDRINUSE, "bind"):
      "another program or connection listens at port \(desk.listeningPort ?? 0); "
        + "choose another `listen`"
    case (EACCES, "bind"):
      "we may not listen at port \(desk.listeningPort ?? 0); choose a `listen` of 1024 or more"
    case (ENETUNREACH, _), (EHOSTUNREACH, _):
      "the network does not reach it (\(error.reason.lowercased()))"
    default: "\(error.call): \(error.reason.lowercased())"
    }
  }
}
