internal import Linux

extension MQTTSession {
  // MARK: A turn of the loop

  func takeTurn() {
    guard let stream, state != .ended else { return }
    if let failure { return fail(failure) }
    isInTurn = true
    defer { isInTurn = false }
    do throws(MQTTSessionError) {
      if !isBehind {
        try receive(stream)
      }
      if state == .securing, stream.isReady {
        state = .requesting
        try send(request, over: stream)
      }
      try processPackets(stream)
      if state == .ended { return }
      try flush(stream)
      reportDelivered(stream)
      if state == .ended { return }
      if stream.isAtEnd, !isBehind { throw .hungUp }
      try updateWatch()
    } catch {
      fail(state == .open ? error.ofOpenSession : error)
    }
  }

  private func receive(_ stream: ClientStream) throws(MQTTSessionError) {
    do throws(StreamError) {
      try stream.read { bytes in
        keepalive.didReceive()
        reader.append(bytes)
      }
    } catch {
      throw MQTTSessionError(error)
    }
  }

  private func send(
    _ packet: [UInt8], over stream: ClientStream, isLarge: Bool = false
  ) throws(MQTTSessionError) {
    do throws(StreamError) {
      try stream.send(packet, isLarge: isLarge)
    } catch {
      throw MQTTSessionError(error)
    }
  }

  private func processPackets(_ stream: ClientStream) throws(MQTTSessionError) {
    isBehind = false
    for _ in 0..<Self.turnPacketLimit {
      guard let packet = try nextPacket() else { return }
      try process(packet, stream)
      if state == .ended { return }
    }
    isBehind = true
    takeTurnSoon()
  }

  private func takeTurnSoon() {
    turnAlarm = turnAlarm ?? loop.makeAlarm { [unowned self] in takeTurn() }
    turnAlarm?.set(afterMicroseconds: 0)
  }

  private func nextPacket() throws(MQTTSessionError) -> BrokerPacket? {
    do { return try reader.next() } catch { throw .notMQTT }
  }

  private func process(
    _ packet: BrokerPacket, _ stream: ClientStream
  ) throws(MQTTSessionError) {
    if case .answer(let code) = packet, state == .requesting {
      guard code == 0 else { throw .refused(code: code) }
      return didOpen()
    }
    guard state == .open else { throw .notMQTT }
    switch packet {
    case .answer: throw .notMQTT
    case .message(let topic, let payload, let id, let isRetained):
      if let id { try send(ClientPacket.confirmation(id: id), over: stream) }
      onEvent(.message(topic: topic, payload: payload, isRetained: isRetained))
    case .longMessage(let topic, let byteCount, let id):
      if let id { try send(ClientPacket.confirmation(id: id), over: stream) }
      onEvent(.longMessage(topic: topic, byteCount: byteCount))
    case .confirmed(let id): onEvent(.delivered(id: id))
    case .subscribed(let id, let isGranted):
      guard let topic = pendingSubscriptions.first(where: { $0.value == id })?.key else { return }
      pendingSubscriptions[topic] = nil
      if !isGranted { onEvent(.refused(topic: topic)) }
    case .unsubscribed, .pong: break
    }
  }

  private func didOpen() {
    state = .open
    answerAlarm?.cancel()
    answerAlarm = nil
    keepaliveAlarm = loop.makeAlarm { [unowned self] in keepAlive() }
    scheduleKeepalive()
    onEvent(.opened)
  }

  private func scheduleKeepalive() {
    let half = Int64(broker.keepaliveSeconds) * 500_000
    keepaliveAlarm?.set(afterMicroseconds: half)
  }

  private func keepAlive() {
    // Read first: data that waits in the kernel arrived in time, even if the loop is late.
    takeTurn()
    guard state == .open else { return }
    scheduleKeepalive()
    switch keepalive.tick() {
    case .nothing: break
    case .ping: send(ClientPacket.ping)
    case .giveUp: end(.lost)
    }
  }

  // MARK: Messages

  /// Requests the messages of a topic, including the retained one.
  func subscribe(_ topic: String, quality: UInt8) {
    let id = nextID()
    pendingSubscriptions[topic] = id
    send(ClientPacket.subscribe(topic, quality: quality, id: id))
  }

  func unsubscribe(_ topic: String) {
    pendingSubscriptions[topic] = nil
    send(ClientPacket.unsubscribe(topic, id: nextID()))
  }

  /// Sends a message; returns the ID of the `delivered` event to come, or nil if there will be
  /// none.
  ///
  /// The event follows when the broker has confirmed the message (quality 1), or when it has been
  /// sent completely (0).
  func publish(_ message: MQTTMessage) -> UInt16? {
    guard state == .open else { return nil }
    let id = nextID()
    send(ClientPacket.publish(message, id: id), isLarge: message.isLarge)
    guard state == .open, let stream else { return nil }
    if message.quality > 0 { return id }
    guard stream.unsentByteCount > 0 else { return nil }
    leaving.append(id)
    return id
  }

  func nextID() -> UInt16 {
    lastID = lastID == .max ? 1 : lastID + 1
    return lastID
  }

  /// Sends a packet now, or at the end of the turn.
  ///
  /// Outside of a turn no events are reported: the caller may be a control that is being released,
  /// along with the receivers of events.
  private func send(_ packet: [UInt8], isLarge: Bool = false) {
    guard state == .open, let stream else { return }
    do throws(MQTTSessionError) {
      try send(packet, over: stream, isLarge: isLarge)
      if isInTurn { return }
      try flush(stream)
      try updateWatch()
      if stream.unsentByteCount == 0, !leaving.isEmpty { takeTurnSoon() }
    } catch {
      failure = error.ofOpenSession
      takeTurnSoon()
    }
  }

  private func flush(_ stream: ClientStream) throws(MQTTSessionError) {
    guard stream.unsentByteCount > 0 else { return }
    keepalive.didSend()
    do throws(StreamError) { try stream.flush() } catch { throw MQTTSessionError(error) }
  }

  private func reportDelivered(_ stream: ClientStream) {
    guard stream.unsentByteCount == 0 else { return }
    let left = leaving
    leaving.removeAll(keepingCapacity: true)
    for id in left where state == .open { onEvent(.delivered(id: id)) }
  }

  // MARK: Watching

  private func updateWatch() throws(MQTTSessionError) {
    guard let stream, state != .ended, state != .connecting else { return }
    var readiness: Readiness = isBehind ? [] : .readable
    if stream.unsentByteCount > 0 { readiness.insert(.writable) }
    guard watched?.readiness != readiness else { return }
    do throws(SystemError) {
      try loop.watch(stream.descriptor, for: readiness) { [unowned self] _ in takeTurn() }
      watched = (stream.descriptor, readiness)
    } catch {
      throw .unreachable(error)
    }
  }

  func unwatch() {
    if let descriptor = watched?.descriptor { loop.unwatch(descriptor) }
    watched = nil
  }
}
