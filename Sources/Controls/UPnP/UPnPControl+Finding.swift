internal import Diagnostics
internal import Linux

extension UPnPControl: UPnPNetwork.Member {
  var isLooking: Bool { device == nil }

  /// Looks for the speaker, anew if it was lost.
  func find() {
    guard device == nil, isStarted else { return }
    if let text = settings.location, let location = HTTPAddress(text) {
      return ask(.description, HTTPExchange.Request(address: location)) { [unowned self] answer in
        guard answer.status == 200, let device = UPnPDevice(answer.body, at: location) else {
          return lose("there is no description of a UPnP speaker at \(text); check `location`")
        }
        begin(device)
      }
    }
    let others = network.names.prefix(8).map { VisibleText.quoted($0) }.joined(separator: ", ")
    report(
      "no speaker of this name has answered on the network; it was answered by: "
        + (others.isEmpty ? "none" : others))
    network.look()
  }

  func didFind(_ device: UPnPDevice) {
    guard settings.location == nil, settings.matches(device) else { return }
    begin(device)
  }

  func didLeave(id: String) {
    if device?.id == id { lose("it has left the network") }
  }

  private func begin(_ device: UPnPDevice) {
    guard self.device == nil, isStarted else { return }
    self.device = device
    range = UPnPVolumeRange()
    retryAlarm?.set(atMicroseconds: nil)
    guard let details = device.details else { return read() }
    ask(.details, HTTPExchange.Request(address: details)) { [unowned self] answer in
      // A speaker that does not say what it allows most likely allows 0…100.
      if answer.status == 200 { range = UPnPVolumeRange(answer.body) ?? UPnPVolumeRange() }
      read()
    }
  }

  // MARK: Reading

  /// Reads the volume and the mute soon, unless that is planned for earlier.
  func read(atMicroseconds moment: Int64) {
    let earliest = readAt == .min ? moment : max(moment, readAt + Self.readIntervalMicroseconds)
    if let planned = readAlarm?.deadlineMicroseconds, planned <= earliest,
      commandedAt + options.settleMicroseconds <= planned
    {
      return
    }
    readAlarm?.set(atMicroseconds: earliest)
  }

  /// Reads the mute and the volume, unless they are being set.
  func read() {
    guard let device, exchanges[.readMute] == nil, exchanges[.readVolume] == nil,
      exchanges[.setVolume] == nil, exchanges[.setMute] == nil
    else { return }
    readAlarm?.set(atMicroseconds: nil)
    readAt = MonotonicClock.microseconds
    ask(.readMute, RenderingControl.request("GetMute", to: device)) { [unowned self] answer in
      let text =
        answer.status == 200
        ? RenderingControl.argument("CurrentMute", of: answer.body) : nil
      readVolume(isMuted: text.flatMap(RenderingControl.flag))
    }
  }

  private func readVolume(isMuted: Bool?) {
    guard let device else { return }
    ask(.readVolume, RenderingControl.request("GetVolume", to: device)) { [unowned self] answer in
      let text = RenderingControl.argument("CurrentVolume", of: answer.body)
      guard answer.status == 200, let volume = text.flatMap({ Int($0) }) else {
        let reason =
          RenderingControl.error(answer.body) ?? "its answer to GetVolume is none"
        return lose("it does not tell its volume (\(reason))")
      }
      didRead(volume, isMuted: isMuted)
    }
  }

  private func didRead(_ told: Int, isMuted toldMute: Bool?) {
    let now = MonotonicClock.microseconds
    guard let shown = volume else {
      lastReason = nil
      retry.didOpen(atMicroseconds: now)
      (volume, isMuted) = (told, toldMute)
      if let toldMute { onEvent(.muted(toldMute)) }
      guard isStarted else { return }
      onEvent(.level(range.level(of: told)))
      return subscribe()
    }
    if subscription == nil, exchanges[.subscribe] == nil {
      read(atMicroseconds: now + options.pollMicroseconds)
    }
    // A speaker may need a moment to follow; it is asked again before its answer counts.
    let isFresh = commandedAt != .min && now - commandedAt < 2_000_000
    if isFresh, told != shown || toldMute != isMuted, suspected != told {
      suspected = told
      return read(atMicroseconds: now + options.settleMicroseconds)
    }
    suspected = nil
    if let toldMute, isMuted != nil, toldMute != isMuted {
      isMuted = toldMute
      onEvent(.muted(toldMute))
      guard isStarted else { return }
    }
    guard told != shown else { return }
    volume = told
    throttle.dropHeld()
    commandAlarm?.set(atMicroseconds: nil)
    onEvent(.level(range.level(of: told)))
  }
}
