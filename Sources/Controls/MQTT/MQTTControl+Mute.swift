internal import Linux

/// The mute of a device that has one apart from its level.
extension MQTTControl {
  /// Sends a command to mute or unmute; ignored unless the device can be reached.
  public func set(isMuted: Bool) {
    guard let mute = endpoint.mute, let topic = mute.commandTopic, reported == .level else {
      return
    }
    let level = isMuted ? 1.0 : 0
    guard !muteEchoes.isShown(level) else { return }
    muteEchoes.didCommand(level, atMicroseconds: loop.nowMicroseconds)
    muteAlarm?.set(atMicroseconds: muteEchoes.deadlineMicroseconds)
    _ = connection.publish(
      MQTTMessage(
        topic: topic, payload: Array(mute.words.payload(for: level).utf8), quality: quality,
        isRetained: endpoint.isRetained))
  }

  /// Tells the knob at its first level that there is a mute; what a device without a state did last
  /// is believed.
  func reportFirstMute() {
    guard endpoint.mute != nil else { return }
    let level = muteEchoes.shown ?? 0
    muteEchoes.assume(level)
    onEvent(.muted(level > 0.5))
  }

  func readMute(_ mute: MQTTEndpoint.Mute, _ payload: Payload) {
    var reader = StateReader(
      valuePath: mute.valuePath, powerPath: [], range: WireRange(lowest: 0, highest: 1),
      words: mute.words)
    switch reader.read(payload) {
    case .level(let level):
      reportMute(muteEchoes.observe(level, atMicroseconds: loop.nowMicroseconds))
    // A message about the level may say nothing of the mute.
    case .noLevel, .offline, .unknown, .text: break
    case .unreadable(let why), .outOfRange(let why):
      complain(.mute, "mute topic \"\(mute.stateTopic ?? "")\": \(why)")
    }
  }

  func reportMute(_ change: Double?) {
    muteAlarm?.set(atMicroseconds: muteEchoes.deadlineMicroseconds)
    // Before the first level it is only kept.
    if let change, reported == .level { onEvent(.muted(change > 0.5)) }
  }
}
