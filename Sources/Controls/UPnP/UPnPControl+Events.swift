internal import Linux

/// Events of a speaker (GENA; UPnP Device Architecture 1.1, section 4).
extension UPnPControl {
  /// Seconds that a subscription is asked for; renewed at half of what the speaker grants.
  static let subscriptionSeconds = 300

  /// Subscribes, or renews the subscription; a speaker that refuses is asked again and again for its
  /// volume instead.
  func subscribe() {
    guard let device, exchanges[.subscribe] == nil else { return }
    guard let events = device.events else { return poll() }
    var request = HTTPExchange.Request(method: "SUBSCRIBE", address: events)
    request.headers = [("TIMEOUT", "Second-\(Self.subscriptionSeconds)")]
    if let subscription {
      request.headers.append(("SID", subscription))
    } else {
      let receiver = UPnPNetwork.Receiver(host: ownHost, speaker: speakerHost) {
        [unowned self] message in didReceive(message)
      }
      guard let port = network.receive(token, by: receiver) else { return poll() }
      let place = HTTPAddress(host: ownHost, port: port, path: "/\(token)")
      request.headers += [
        ("CALLBACK", "<http://\(place.authority)\(place.path)>"), ("NT", "upnp:event"),
      ]
    }
    let isRenewal = subscription != nil
    ask(.subscribe, request) { [unowned self] answer in
      guard answer.status == 200, let id = answer.headers["sid"], id.utf8.count <= 200 else {
        subscription = nil
        // It may have forgotten us: it was restarted.
        return isRenewal ? subscribe() : poll()
      }
      subscription = id
      read(atMicroseconds: loop.nowMicroseconds + (isRenewal ? 0 : Self.slowPollMicroseconds))
      renewAlarm?.set(afterMicroseconds: Self.seconds(answer.headers["timeout"]) * 500_000)
    }
  }

  /// The seconds of a header such as `Second-300`, 10…3600.
  static func seconds(_ timeout: String?) -> Int64 {
    let text = timeout?.lowercased() ?? ""
    guard text.hasPrefix("second-"), let seconds = Int64(text.dropFirst(7)) else {
      return Int64(subscriptionSeconds)
    }
    return min(max(seconds, 10), 3600)
  }

  func unsubscribe() {
    guard let subscription, let events = device?.events else { return }
    network.sendFarewell(
      HTTPExchange.Request(
        method: "UNSUBSCRIBE", address: events, headers: [("SID", subscription)]))
  }

  private func poll() {
    network.stopReceiving(token)
    read(atMicroseconds: loop.nowMicroseconds + Self.pollMicroseconds)
  }

  /// Answers an event with a status of HTTP.
  private func didReceive(_ message: HTTPReader.Message) -> Int {
    // The first event can come before the answer to the subscription.
    let isOurs =
      message.headers["sid"] == subscription
      || (subscription == nil && exchanges[.subscribe] != nil)
    guard isOurs else {
      // Of a subscription that we have no more, or one that is not named: a hint all the same.
      read(atMicroseconds: loop.nowMicroseconds)
      return 412
    }
    guard let change = RenderingControl.Change(message.body) else {
      complain("the speaker sent an event that is not RenderingControl's")
      read(atMicroseconds: loop.nowMicroseconds)
      return 200
    }
    // The volume of a zone is that of one of its rooms, whichever that is.
    let told = room.map { change.roomVolumes[$0.lowercased()] } ?? change.volume
    let isOtherVolume = told.map { Double($0) != runner.exchange.shown } ?? false
    let isOtherMute =
      room == nil
      ? change.isMuted.map { $0 != runner.exchange.isMuted } ?? false : change.hasRoomMutes
    if change.isUnclear || isOtherVolume || isOtherMute {
      read(atMicroseconds: loop.nowMicroseconds)
    }
    return 200
  }
}
