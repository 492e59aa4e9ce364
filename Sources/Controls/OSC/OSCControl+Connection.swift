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

  func didReceive(_ argument: OSCArgument, at address: String, isAnswer: Bool) {
    // An event may have stopped the control.
    guard writeAlarm != nil else { return }
    if address == endpoint.mute?.address { readMute(argument, isAnswer: isAnswer) }
    if address == endpoint.readAddress, writeAlarm != nil { readState(argument, isAnswer) }
  }

  private func readState(_ argument: OSCArgument, _ isAnswer: Bool) {
    if endpoint.use == .readOut, case .text(let text) = argument {
      reported = .level
      return onEvent(.text(text))
    }
    switch endpoint.scale.read(argument) {
    case .number(let number):
      guard isAnswer || !isSettling else { return }
      isSettling = false
      let now = loop.nowMicroseconds
      report(
        isAnswer
          ? echoes.settle(number, atMicroseconds: now)
          : echoes.observe(number, atMicroseconds: now))
    case .nothing: break
    case .unreadable(let why):
      complain("OSC address \"\(endpoint.readAddress)\": \(why)")
      if isAnswer, reported != .level { lackState("\(why)") }
    }
  }

  func didNotAnswer(_ address: String) {
    if address == endpoint.readAddress { isSettling = false }
    if address == endpoint.mute?.address { isMuteSettling = false }
    if address == endpoint.mute?.address, isMuteAwaited {
      isMuteAwaited = false
      complain(
        "OSC address \"\(address)\": the desk does not say whether it is muted; check `mute`")
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
    complain(reason)
  }

  func didLose(reason: String) {
    reported = .loss
    forget()
    onEvent(.offline(reason: reason))
  }
}
