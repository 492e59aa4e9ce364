internal import Layout
internal import Linux

extension OSCControl: OSCConnection.Member {
  var addresses: [String] {
    let mute = endpoint.mute?.address
    return [endpoint.readAddress] + (mute.map { $0 == endpoint.readAddress ? [] : [$0] } ?? [])
  }

  func didOpen() {
    let source = connection.desk.isQueried ? LevelExchange.Source.answers : .none
    runner.update {
      $0.found(
        source, muteSource: endpoint.mute.map { _ in source },
        timeoutReason: aboutState("no message received yet"), at: $1)
    }
  }

  func didReceive(_ arguments: [OSCArgument], at address: String, isAnswer: Bool) {
    if address == endpoint.mute?.address { readMute(arguments, isAnswer) }
    if address == endpoint.readAddress { readState(arguments, isAnswer) }
  }

  private func readState(_ arguments: [OSCArgument], _ isAnswer: Bool) {
    let reading = endpoint.scale.read(arguments)
    runner.update { exchange, now in
      switch reading {
      case .text(let text): exchange.reported(text: text, at: now)
      case .number(let number): exchange.reported(number, isAnswer: isAnswer, at: now)
      case .nothing: LevelExchange.Effects()
      case .unreadable(let why):
        exchange.misread(.unreadable, aboutState(why), isAnswer: isAnswer, at: now)
      case .outOfRange(let why):
        exchange.misread(.outOfRange, aboutState(why), isAnswer: isAnswer, at: now)
      }
    }
  }

  private func readMute(_ arguments: [OSCArgument], _ isAnswer: Bool) {
    guard let mute = endpoint.mute else { return }
    let why: String
    switch OSCArgument.value(among: arguments, at: mute.argument, form: .int) {
    case .one(.int(let number)) where (0...1).contains(number),
      .one(.float(let number)) where (0...1).contains(number):
      let isMuted = (number > 0.5) == (mute.muted > 0)
      return runner.update { $0.reported(isMuted: isMuted, isAnswer: isAnswer, at: $1) }
    case .none: return
    case .unclear(let reason): why = reason
    case .one: why = "the value is neither 0 nor 1"
    }
    runner.update { $0.complain(.mute, "OSC address \"\(mute.address)\": \(why)", at: $1) }
  }

  func didNotAnswer(_ address: String) {
    if address == endpoint.mute?.address {
      let reason =
        "OSC address \"\(address)\": the desk does not report whether it is muted; check `mute`"
      runner.update { $0.didNotAnswerMute(reason: reason, at: $1) }
    }
    guard address == endpoint.readAddress else { return }
    let reason = aboutState("the desk does not report its value; check the address")
    runner.update { exchange, _ in exchange.didNotAnswer(reason: reason) }
  }

  func didMisread(reason: String) {
    runner.update { $0.complain(.presence, reason, at: $1) }
  }

  private func aboutState(_ why: String) -> String {
    "OSC address \"\(endpoint.readAddress)\": \(why)"
  }
}
