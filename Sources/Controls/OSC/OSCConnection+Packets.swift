internal import Glibc
internal import Linux

/// Sending, querying and receiving.
extension OSCConnection {
  var renewalMicroseconds: Int64 { Int64(desk.renewalSeconds) * 1_000_000 }

  // MARK: Sending

  /// Sends a packet; the phase's alarm handles an error, because the caller must not be called
  /// back.
  func send(_ packet: [UInt8]) {
    do throws(SystemError) { try socket?.send(packet) } catch {
      sendError = error
      phaseAlarm?.set(afterMicroseconds: 0)
    }
  }

  func queryAll() { query(readers.map(\.address)) }

  /// Queries addresses, unless queries of them are pending or the desk cannot be queried.
  func query(_ addresses: [String]) {
    guard desk.isQueried else { return }
    let now = loop.nowMicroseconds
    for address in addresses { plan.queryUnlessPending(address, atMicroseconds: now) }
    queryAlarm?.set(atMicroseconds: plan.deadlineMicroseconds)
  }

  func sendQueries() {
    for step in plan.next(atMicroseconds: loop.nowMicroseconds) {
      switch step {
      case .query(let address):
        if let index = readerIndices[address] { send(readers[index].query.bytes) }
      case .giveUp(let address, let since):
        guard receivedAtMicroseconds >= since else {
          return lose(
            "it does not answer; check that it is on and in this network, and `host` and `port`")
        }
        shared.notify(subscribers(at: address)) { $0.didNotAnswer(address) }
        guard phase == .open else { return }
      }
    }
    queryAlarm?.set(atMicroseconds: plan.deadlineMicroseconds)
  }

  /// Renews the subscription, and checks whether the desk is still there.
  func renew() {
    let now = loop.nowMicroseconds
    // If this machine was suspended, the subscription has expired.
    let isLate = now - renewedAtMicroseconds > renewalMicroseconds * 5 / 4
    renewedAtMicroseconds = now
    if let subscription { send(subscription.bytes) }
    if isLate || subscription == nil {
      queryAll()
    } else if !readers.isEmpty {
      heartbeatIndex = (heartbeatIndex + 1) % readers.count
      query([readers[heartbeatIndex].address])
    }
    renewalAlarm?.set(atMicroseconds: now + renewalMicroseconds)
  }

  // MARK: Receiving

  func receive() {
    do throws(SystemError) {
      // Keeps the socket open to the end, even if a member closes the connection.
      let current = socket
      var count = 0
      try current?.receive { packet in
        count += process(packet)
        return socket === current && count < Self.turnMessageLimit
      }
    } catch {
      lose(description(of: error))
    }
    queryAlarm?.set(atMicroseconds: plan.deadlineMicroseconds)
  }

  /// Processes a packet; returns the number of its messages.
  private func process(_ packet: UnsafeRawBufferPointer) -> Int {
    var isReadable = true
    var count = 0
    let isWhole = OSCPacket.forEachMessage(in: packet) { address, message in
      count += 1
      receivedAtMicroseconds = loop.nowMicroseconds
      open()
      guard let index = readerIndices[String(decoding: address, as: UTF8.self)] else { return }
      guard let arguments = OSCArgument.all(of: message) else {
        isReadable = false
        return
      }
      let reader = readers[index]
      // A query from another panel, which some programs forward, is not an answer.
      let isAnswer = !arguments.isEmpty && plan.didReceive(from: reader.address)
      shared.notify(reader.subscribers) {
        $0.didReceive(arguments, at: reader.address, isAnswer: isAnswer)
      }
    }
    guard !isWhole || !isReadable, let first = shared.entries.first else { return count }
    shared.notify([first]) {
      $0.didMisread(reason: "\(desk.title): it sent data that is not OSC; check `port`")
    }
    return count
  }

  private func subscribers(at address: String) -> [Subscriber] {
    readerIndices[address].map { readers[$0].subscribers } ?? []
  }
}
