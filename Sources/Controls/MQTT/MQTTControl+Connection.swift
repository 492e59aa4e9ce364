internal import Linux

extension MQTTControl: MQTTConnection.Member {
  var topics: [String] {
    let all = [endpoint.stateTopic, endpoint.availability?.topic, endpoint.mute?.stateTopic]
    return Array(Set(all.compactMap { $0 })).sorted()
  }

  var quality: UInt8 { UInt8(clamping: endpoint.quality) }

  func didOpen() {
    presence = Presence()
    (offline, absent, isStale) = (nil, nil, false)
    if endpoint.mute?.stateTopic != nil { muteEchoes.reset() }
    awaitState()
    ask()
  }

  /// Makes the device report its state, if it has to be asked.
  private func ask() {
    guard let request = endpoint.request else { return }
    _ = connection.publish(
      MQTTMessage(topic: request.topic, payload: Array(request.payload.utf8)))
  }

  func didReceive(_ payload: Payload, on topic: String) {
    if let availability = endpoint.availability, topic == availability.topic {
      readAvailability(availability, payload)
    }
    if let mute = endpoint.mute, topic == mute.stateTopic, commandAlarm != nil {
      readMute(mute, payload)
    }
    // The event may have stopped the control.
    if topic == endpoint.stateTopic, commandAlarm != nil { readState(payload) }
  }

  private func readAvailability(
    _ availability: MQTTEndpoint.Availability, _ payload: Payload
  ) {
    switch availability.read(payload) {
    case true?:
      offline = nil
      comeBack()
    case false?:
      offline = .offline(reason: "it is offline, as \"\(availability.topic)\" says")
      isStale = true
      leave()
    case nil where availability.topic == endpoint.stateTopic || payload.bytes.isEmpty: break
    case nil:
      let excerpt = StateReader.excerpt(payload.bytes)
      complain(
        .presence,
        "availability topic \"\(availability.topic)\": the message \(excerpt) is neither "
          + "\"\(availability.online)\" nor \"\(availability.offline)\"")
    }
  }

  private func readState(_ payload: Payload) {
    switch reader.read(payload) {
    case .level(let level):
      absent = nil
      let change = echoes.observe(level, atMicroseconds: loop.nowMicroseconds)
      if presence.isHere { report(change) } else { comeBack() }
    case .text(let text):
      absent = nil
      if presence.isHere { report(text) } else { comeBack() }
    case .offline:
      absent = .offline(reason: aboutState("it is not available"))
      leave()
    case .unknown:
      absent = .unknown(reason: aboutState("its value is not known there"))
      leave()
    case .noLevel(let why): misfit = why
    case .unreadable(let why): didNotRead(.unreadable, why)
    case .outOfRange(let why): didNotRead(.outOfRange, why)
    }
  }

  /// The state may still come, or is missed; what is known stays.
  private func didNotRead(_ kind: Complaints.Kind, _ why: String) {
    misfit = why
    if reported != .nothing { complain(kind, aboutState(why)) }
  }

  func didSkip(byteCount: Int, on topic: String) {
    let why = "a message of \(byteCount) bytes came, and is too long to be read"
    if topic == endpoint.stateTopic { return didNotRead(.tooLong, why) }
    let name = topic == endpoint.availability?.topic ? "availability" : "mute"
    complain(.tooLong, "\(name) topic \"\(topic)\": \(why)")
  }

  // MARK: Presence

  /// Why the device counts as gone; nil if nothing says so.
  private var absence: ControlEvent? { offline ?? absent }

  private func leave() {
    guard let absence else { return }
    if presence.leave(atMicroseconds: loop.nowMicroseconds) { return lose(absence) }
    // It was gone already; levels that came in the meantime are out of date.
    echoes.reset()
    tellAbsenceSoon()
  }

  /// Tells why it is gone now, if that is something else than was told.
  private func tellAbsenceSoon() {
    guard absence != loss else { return returnAlarm?.set(atMicroseconds: nil) ?? () }
    let soon = loop.nowMicroseconds + Self.returnedStateMicroseconds
    returnAlarm?.set(atMicroseconds: min(returnAlarm?.deadlineMicroseconds ?? soon, soon))
  }

  /// What became of a device that was gone.
  func tellPresence() {
    guard let absence else { return comeBack() }
    if absence != loss { lose(absence) }
  }

  /// Returns to the device's level when nothing says any more that it is gone.
  private func comeBack() {
    guard absence == nil else { return tellAbsenceSoon() }
    let isBack = presence.comeBack(atMicroseconds: loop.nowMicroseconds)
    returnAlarm?.set(atMicroseconds: presence.deadlineMicroseconds)
    guard isBack else { return }
    report(nil)
    if reported != .level { awaitState() }
    guard isStale, let topic = endpoint.stateTopic else { return }
    isStale = false
    connection.resubscribe(topic)
    ask()
  }

  func didRefuse(_ topic: String) {
    lose(
      .offline(
        reason: "\(connection.broker.title): the broker does not let us read \"\(topic)\""))
  }

  func didDeliver(id: UInt16) {
    guard id == underway else { return }
    underway = nil
    if let level = waiting { set(level: level, isFinal: false) }
  }

  func didLose(reason: String) {
    lose(.offline(reason: reason))
  }
}
