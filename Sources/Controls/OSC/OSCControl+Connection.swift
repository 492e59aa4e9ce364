internal import Layout
internal import Linux

extension OSCControl: OSCConnection.Member {
  var addresses: [String] {
    let mute = endpoint.mute?.address
    return [endpoint.readAddress] + (mute.map { $0 == endpoint.readAddress ? [] : [$0] } ?? [])
  }

  func didOpen() {
    isMuteReported = false
    if connection.desk.isQueried {
      echoes.reset()
      muteEchoes.reset()
      isMuteAwaited = endpoint.mute != nil
      return
    }
    // A label has no value of its own.
    if endpoint.use == .readOut { return lackState("nothing has come yet") }
    echoes.assume(last.number)
    report(nil)
  }

  func didReceive(_ arguments: [OSCArgument], at address: String, isAnswer: Bool) {
    // An event may have stopped the control.
    guard writeAlarm != nil else { return }
    if address == endpoint.mute?.address { readMute(arguments, isAnswer: isAnswer) }
    if address == endpoint.readAddress, writeAlarm != nil { readState(arguments, isAnswer) }
  }

  private func readState(_ arguments: [OSCArgument], _ isAnswer: Bool) {
    switch endpoint.scale.read(arguments) {
    case .text(let text):
      reported = .level
      onEvent(.text(text))
    case .number(let number):
      guard isAnswer || !isSettling else { return }
      isSettling = false
      let now = loop.nowMicroseconds
      report(
        isAnswer
          ? echoes.settle(number, atMicroseconds: now)
          : echoes.observe(number, atMicroseconds: now))
    case .nothing: break
    case .unreadable(let why): didNotRead(.unreadable, why, isAnswer)
    case .outOfRange(let why): didNotRead(.outOfRange, why, isAnswer)
    }
  }

  /// Nonsense changes nothing; of one that has told nothing yet it is the reason.
  private func didNotRead(_ kind: Complaints.Kind, _ why: String, _ isAnswer: Bool) {
    if isAnswer, reported == .nothing || reported == .loss { return lackState(why) }
    complain(kind, "OSC address \"\(endpoint.readAddress)\": \(why)")
  }

  func didNotAnswer(_ address: String) {
    if address == endpoint.readAddress { isSettling = false }
    if address == endpoint.mute?.address { isMuteSettling = false }
    if address == endpoint.mute?.address, isMuteAwaited {
      isMuteAwaited = false
      complain(
        .mute, "OSC address \"\(address)\": the desk does not say whether it is muted; check `mute`"
      )
      report(nil)
    }
    guard writeAlarm != nil, address == endpoint.readAddress, reported != .level else { return }
    lackState("the desk does not say what it is; check the address")
  }

  private func lackState(_ why: String) {
    guard reported != .unknown else { return }
    reported = .unknown
    onEvent(.unknown(reason: "OSC address \"\(endpoint.readAddress)\": \(why)"))
  }

  func didMisread(reason: String) {
    complain(.presence, reason)
  }

  func didLose(reason: String) {
    reported = .loss
    forget()
    onEvent(.offline(reason: reason))
  }
}
