internal import Linux

/// The mute of an address that has one beside it.
extension OSCControl {
  /// Mutes or unmutes; ignored unless the device has told, or cannot be asked, whether it is muted.
  public func set(isMuted: Bool) {
    guard let mute = endpoint.mute, reported == .level, isMuteReported else { return }
    let level = isMuted ? 1.0 : 0
    guard !muteEchoes.isShown(level), var message = muteMessage else { return }
    muteEchoes.didCommand(level, atMicroseconds: loop.nowMicroseconds)
    muteEchoes.forgetReport()
    muteAlarm?.set(atMicroseconds: muteEchoes.deadlineMicroseconds)
    isMuteSettling = connection.desk.isQueried
    message.set(Double(isMuted ? mute.muted : 1 - mute.muted))
    connection.send(message, readAt: mute.address)
  }

  /// Tells the knob before its first level that there is a mute.
  ///
  /// A device that cannot be asked is as it was sent last, and at first not muted.
  func reportFirstMute() {
    guard endpoint.mute != nil else { return }
    if !connection.desk.isQueried { muteEchoes.assume(muteEchoes.shown ?? 0) }
    guard let level = muteEchoes.shown else { return }
    isMuteReported = true
    onEvent(.muted(level > 0.5))
  }

  func readMute(_ arguments: [OSCArgument], isAnswer: Bool) {
    guard let mute = endpoint.mute else { return }
    switch OSCArgument.value(among: arguments, at: mute.argument, form: .int) {
    case .one(.int(let number)), .one(.float(let number)):
      guard (0...1).contains(number) else {
        return complain(.mute, "OSC address \"\(mute.address)\": what came is neither 0 nor 1")
      }
      guard isAnswer || !isMuteSettling else { return }
      isMuteSettling = false
      let isMuted = (number > 0.5) == (mute.muted > 0)
      let level = isMuted ? 1.0 : 0
      let now = loop.nowMicroseconds
      reportMute(
        isAnswer
          ? muteEchoes.settle(level, atMicroseconds: now)
          : muteEchoes.observe(level, atMicroseconds: now))
    case .none: break
    case .unclear(let why): complain(.mute, "OSC address \"\(mute.address)\": \(why)")
    case .one:
      complain(.mute, "OSC address \"\(mute.address)\": what came is neither 0 nor 1")
    }
  }

  func reportMute(_ change: Double?) {
    muteAlarm?.set(atMicroseconds: muteEchoes.deadlineMicroseconds)
    if reported != .level {
      // Before the first level it is only kept.
      guard isMuteAwaited, muteEchoes.shown != nil else { return }
      isMuteAwaited = false
      return report(nil)
    }
    guard let level = change else { return }
    isMuteReported = true
    onEvent(.muted(level > 0.5))
  }
}
