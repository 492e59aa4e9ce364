internal import Diagnostics
internal import Linux

extension UPnPControl: UPnPNetwork.Member {
  var isSearching: Bool { device == nil }

  /// Searches for the speaker, again if it was lost.
  func find() {
    guard device == nil, isStarted else { return }
    if let text = settings.location, let location = HTTPAddress(text) {
      return send(.description, HTTPExchange.Request(address: location)) { [unowned self] answer in
        guard answer.status == 200, let device = UPnPDevice(answer.body, at: location) else {
          return lose("there is no description of a UPnP speaker at \(text); check `location`")
        }
        begin(device)
      }
    }
    // The reason of the loss is more specific.
    guard runner.exchange.loss == nil else { return network.startSearch() }
    let others = (settings.room == nil ? network.names : network.rooms.names).prefix(8).map {
      VisibleText.quoted($0)
    }.joined(separator: ", ")
    reportOffline(
      settings.room == nil
        ? "no speaker of this name has answered on the network; speakers that answered: "
          + (others.isEmpty ? "none" : others)
        : "no Raumfeld system with this room has answered on the network; rooms found: "
          + (others.isEmpty ? "none" : others))
    network.startSearch()
  }

  func didFind(_ device: UPnPDevice) {
    guard settings.location == nil else { return }
    if let name = settings.room {
      guard let target = network.rooms[name], target.renderer == device.id, self.device == nil
      else { return }
      room = target.room
    } else if !settings.matches(device) {
      return
    }
    begin(device)
  }

  var needsRooms: Bool { settings.room != nil }

  func didChangeRooms() {
    guard let name = settings.room, isStarted else { return }
    let target = network.rooms[name]
    if let device {
      if target?.renderer == device.id, target?.room == room { return }
      // It plays elsewhere now; its known state stays until the new state is read.
      unsubscribe()
      forget()
    }
    guard let target else {
      return lose("the Raumfeld system no longer has this room")
    }
    guard let device = network.device(id: target.renderer) else { return network.startSearch() }
    didFind(device)
  }

  var neededID: String? {
    if let device { return device.id }
    return settings.room.map { network.rooms[$0]?.renderer } ?? settings.speakerID
  }

  func didLeave(_ device: UPnPDevice) {
    guard self.device?.id == device.id, self.device?.control.host == device.control.host else {
      return
    }
    lose("it has left the network")
  }

  private func begin(_ device: UPnPDevice) {
    guard self.device == nil, isStarted else { return }
    self.device = device
    range = UPnPVolumeRange()
    retryAlarm?.set(atMicroseconds: nil)
    guard let details = device.details else { return readState() }
    send(.details, HTTPExchange.Request(address: details)) { [unowned self] answer in
      // A speaker that does not specify a range most likely uses 0…100.
      if answer.status == 200 { range = UPnPVolumeRange(answer.body) ?? UPnPVolumeRange() }
      readState()
    }
  }

  // MARK: Reading

  /// Schedules a read of volume and mute, unless an earlier one is scheduled.
  func read(atMicroseconds moment: Int64) {
    let earliest = readAt == .min ? moment : max(moment, readAt + Self.readIntervalMicroseconds)
    if let planned = readAlarm?.deadlineMicroseconds, planned <= earliest,
      commandedAt + Self.settleMicroseconds <= planned
    {
      return
    }
    readAlarm?.set(atMicroseconds: earliest)
  }

  /// Reads mute and volume, unless they are being set.
  func readState() {
    guard exchanges[.readMute] == nil, exchanges[.readVolume] == nil else {
      // The read in progress may predate the change that caused this call.
      isReadWanted = true
      return
    }
    guard let device, exchanges[.set] == nil else { return }
    isReadWanted = false
    readAlarm?.set(atMicroseconds: nil)
    readAt = loop.nowMicroseconds
    answers = Answers()
    // Read both at the same time, because a speaker may answer late.
    send(.readMute, RenderingControl.request(action("Get", "Mute"), room: room, to: device)) {
      [unowned self] answer in
      let text =
        answer.status == 200
        ? RenderingControl.argument("CurrentMute", of: answer.body) : nil
      (answers.isMuted, answers.isMuteAnswered) = (text.flatMap(RenderingControl.flag), true)
      didAnswer()
    }
    send(.readVolume, RenderingControl.request(action("Get", "Volume"), room: room, to: device)) {
      [unowned self] answer in
      let text = RenderingControl.argument("CurrentVolume", of: answer.body)
      guard answer.status == 200, let text, let volume = Int32(text) else {
        let reason =
          RenderingControl.error(answer.body) ?? "its answer to GetVolume is invalid"
        return lose("it does not report its volume (\(reason))")
      }
      guard range.contains(volume) else {
        return lose(
          "it reports the volume \(volume), but its range is \(range.lowest) to \(range.highest)")
      }
      answers.volume = volume
      didAnswer()
    }
  }

  private func didAnswer() {
    guard answers.isMuteAnswered, let volume = answers.volume else { return }
    if isReadWanted { read(atMicroseconds: loop.nowMicroseconds) }
    didRead(volume, isMuted: answers.isMuted)
  }

  private func didRead(_ volume: Int32, isMuted: Bool?) {
    let (isFirst, queryTime) = (!isRead, readAt)
    if isFirst {
      isRead = true
      retry.didOpen(atMicroseconds: loop.nowMicroseconds)
      runner.update { [range] exchange, now in
        exchange.use(LevelExchange.Scale(range))
        return exchange.found(.answers, muteSource: isMuted.map { _ in .answers }, at: now)
      }
    }
    if let isMuted { runner.update { $0.read(isMuted: isMuted, requestedAt: queryTime, at: $1) } }
    runner.update { $0.read(Double(volume), requestedAt: queryTime, at: $1) }
    guard isRead else { return }
    if isFirst { return subscribe() }
    // Events may be blocked, so the speaker is also polled.
    guard exchanges[.subscribe] == nil else { return }
    read(
      atMicroseconds: loop.nowMicroseconds
        + (subscription != nil ? Self.slowPollMicroseconds : Self.pollMicroseconds))
  }
}
