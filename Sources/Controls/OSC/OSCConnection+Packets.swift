internal import Glibc
internal import Linux

/// What a connection sends and hears.
extension OSCConnection {
  var renewalMicroseconds: Int64 { Int64(desk.renewalSeconds) * 1_000_000 }

  // MARK: Sending

  /// Sends a packet; an error is handled by the phase's alarm, as callers must not be called back.
  func send(_ packet: [UInt8]) {
    do throws(SystemError) { try socket?.send(packet) } catch {
      sendError = error
      phaseAlarm?.set(afterMicroseconds: 0)
    }
  }

  func askAll() {
    guard desk.isQueried else { return }
    let now = loop.nowMicroseconds
    for reader in readers { plan.askUnlessUnderway(reader.address, atMicroseconds: now) }
    queryAlarm?.set(atMicroseconds: plan.deadlineMicroseconds)
  }

  func askAll(of member: any Member) {
    guard desk.isQueried else { return }
    let now = loop.nowMicroseconds
    for address in member.addresses { plan.askUnlessUnderway(address, atMicroseconds: now) }
    queryAlarm?.set(atMicroseconds: plan.deadlineMicroseconds)
  }

  func ask() {
    for step in plan.next(atMicroseconds: loop.nowMicroseconds) {
      switch step {
      case .ask(let address):
        if let reader = readers.first(where: { $0.address == address }) {
          send(reader.question.bytes)
        }
      case .giveUp(let address, let since):
        guard heardAtMicroseconds >= since else {
          return lose(
            "it does not answer; check that it is on and in this network, and `host` and `port`")
        }
        tell(subscribers(at: address)) { $0.didNotAnswer(address) }
        guard phase == .open else { return }
      }
    }
    queryAlarm?.set(atMicroseconds: plan.deadlineMicroseconds)
  }

  /// Subscribes again, and asks whether the desk is still there.
  func renew() {
    let now = loop.nowMicroseconds
    // After a standstill of this machine the subscription had lapsed.
    let isLate = now - renewedAtMicroseconds > renewalMicroseconds * 5 / 4
    renewedAtMicroseconds = now
    if let subscription { send(subscription.bytes) }
    if isLate || subscription == nil {
      askAll()
    } else if desk.isQueried, !readers.isEmpty {
      heartbeatIndex = (heartbeatIndex + 1) % readers.count
      plan.askUnlessUnderway(readers[heartbeatIndex].address, atMicroseconds: now)
      queryAlarm?.set(atMicroseconds: plan.deadlineMicroseconds)
    }
    renewalAlarm?.set(atMicroseconds: now + renewalMicroseconds)
  }

  // MARK: Receiving

  func receive() {
    do throws(SystemError) {
      // Kept until the end, also if a member has it closed.
      let current = socket
      try current?.receive { packet in
        take(packet)
        return socket === current
      }
    } catch {
      lose(description(of: error))
    }
    queryAlarm?.set(atMicroseconds: plan.deadlineMicroseconds)
  }

  private func take(_ packet: UnsafeRawBufferPointer) {
    var isReadable = true
    let isWhole = OSCPacket.forEachMessage(in: packet) { address, message in
      heardAtMicroseconds = loop.nowMicroseconds
      open()
      guard let index = reader(at: address) else { return }
      guard let argument = OSCArgument(message) else {
        isReadable = false
        return
      }
      let reader = readers[index]
      // A question of another panel, which some programs pass on, is no answer.
      let isAnswer = argument != .none && plan.didHear(from: reader.address)
      tell(reader.subscribers) {
        $0.didReceive(argument, at: reader.address, isAnswer: isAnswer)
      }
    }
    guard !isWhole || !isReadable, let first = members.first else { return }
    tell([first]) {
      $0.didMisread(reason: "\(desk.title): it sent something that is not OSC; check `port`")
    }
  }

  private func reader(at address: UnsafeRawBufferPointer) -> Int? {
    readers.firstIndex { reader in
      reader.bytes.count == address.count && reader.bytes.elementsEqual(address)
    }
  }

  private func subscribers(at address: String) -> [Subscriber] {
    readers.first { $0.address == address }?.subscribers ?? []
  }
}
