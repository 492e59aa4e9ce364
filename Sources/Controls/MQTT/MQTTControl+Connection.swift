internal import Linux

extension MQTTControl: MQTTConnection.Member {
  var topics: [String] {
    let all = [endpoint.stateTopic, endpoint.availability?.topic, endpoint.mute?.stateTopic]
    return Array(Set(all.compactMap { $0 })).sorted()
  }

  var quality: UInt8 { UInt8(clamping: endpoint.quality) }

  func didOpen() {
    reader.reset()
    let source = { (topic: String?) -> LevelExchange.Source in topic == nil ? .none : .reports }
    runner.update {
      $0.found(
        source(endpoint.stateTopic), muteSource: endpoint.mute.map { source($0.stateTopic) },
        timeoutReason: aboutState(
          "no message received; is it published there, and retained by the broker?"),
        at: $1)
    }
    if runner.isRunning { requestState() }
  }

  func didReceive(_ payload: Payload, on topic: String) {
    if let availability = endpoint.availability, topic == availability.topic {
      readAvailability(availability, payload)
    }
    if let mute = endpoint.mute, topic == mute.stateTopic { readMute(mute, payload) }
    if topic == endpoint.stateTopic { readState(payload) }
  }

  private func readAvailability(
    _ availability: MQTTEndpoint.Availability, _ payload: Payload
  ) {
    switch availability.read(payload) {
    case true?: runner.update { $0.reported(absence: nil, at: $1) }
    case false?:
      let reason = "it is offline according to \"\(availability.topic)\""
      runner.update { $0.reported(absence: .offline(reason: reason), at: $1) }
    case nil where availability.topic == endpoint.stateTopic || payload.bytes.isEmpty: break
    case nil:
      let excerpt = StateReader.excerpt(payload.bytes)
      let reason =
        "availability topic \"\(availability.topic)\": the message \(excerpt) is neither "
        + "\"\(availability.online)\" nor \"\(availability.offline)\""
      runner.update { $0.complain(.presence, reason, at: $1) }
    }
  }

  private func readState(_ payload: Payload) {
    let reading = reader.read(payload)
    runner.update { exchange, now in
      switch reading {
      case .level(let level): exchange.reported(level, at: now)
      case .text(let text): exchange.reported(text: text, at: now)
      case .offline:
        exchange.reported(none: .offline(reason: aboutState("the device is unavailable")), at: now)
      case .unknown:
        exchange.reported(
          none: .unknown(reason: aboutState("the value is unknown")), at: now)
      case .noLevel(let why): exchange.reportedNoLevel(aboutState(why))
      case .unreadable(let why): exchange.misread(.unreadable, aboutState(why), at: now)
      case .outOfRange(let why): exchange.misread(.outOfRange, aboutState(why), at: now)
      }
    }
  }

  private func readMute(_ mute: MQTTEndpoint.Mute, _ payload: Payload) {
    var reader = StateReader(
      valuePath: mute.valuePath, powerPath: [], range: WireRange(lowest: 0, highest: 1),
      words: mute.words)
    switch reader.read(payload) {
    case .level(let level): runner.update { $0.reported(isMuted: level > 0.5, at: $1) }
    // A message about the level need not contain the mute state.
    case .noLevel, .offline, .unknown, .text: break
    case .unreadable(let why), .outOfRange(let why):
      runner.update {
        $0.complain(.mute, "mute topic \"\(mute.stateTopic ?? "")\": \(why)", at: $1)
      }
    }
  }

  func didSkip(byteCount: Int, on topic: String) {
    let why = "a message of \(byteCount) bytes is too long, and was ignored"
    runner.update { exchange, now in
      if topic == endpoint.stateTopic {
        return exchange.misread(.tooLong, aboutState(why), at: now)
      }
      let name = topic == endpoint.availability?.topic ? "availability" : "mute"
      return exchange.complain(.tooLong, "\(name) topic \"\(topic)\": \(why)", at: now)
    }
  }

  private func aboutState(_ text: String) -> String {
    "state topic \"\(endpoint.stateTopic ?? "")\": \(text)"
  }

  func didRefuse(_ topic: String) {
    didLose(
      reason: "\(connection.broker.title): the broker refuses the subscription to \"\(topic)\"")
  }

  func didDeliver(id: UInt16) {
    runner.update { $0.confirmed(id, at: $1) }
  }
}
