internal import Linux

/// Events of a speaker (GENA; UPnP Device Architecture 1.1, section 4).
extension UPnPControl {
  /// The requested duration of a subscription in seconds; it is renewed after half of what the
  /// speaker grants.
  static let subscriptionSeconds = 300

  /// Subscribes, or renews the subscription; polls the speaker if it refuses.
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
      let callback = HTTPAddress(host: ownHost, port: port, path: "/\(token)")
      request.headers += [
        ("CALLBACK", "<http://\(callback.authority)\(callback.path)>"), ("NT", "upnp:event"),
      ]
    }
    let isRenewal = subscription != nil
    send(.subscribe, request) { [unowned self] answer in
      guard answer.status == 200, let id = answer.headers["sid"], id.utf8.count <= 200 else {
        subscription = nil
        // The speaker may have restarted, and lost the subscription.
        return isRenewal ? subscribe() : poll()
      }
      subscription = id
      read(atMicroseconds: loop.nowMicroseconds + (isRenewal ? 0 : Self.slowPollMicroseconds))
      renewAlarm?.set(afterMicroseconds: Self.seconds(answer.headers["timeout"]) * 500_000)
    }
  }

  /// Returns the seconds in a header such as `Second-300`, limited to 10…3600.
  static func seconds(_ timeout: String?) -> Int64 {
    let text = timeout?.lowercased() ?? ""
    guard text.hasPrefix("second-"), let seconds = Int64(text.dropFirst(7)) else {
      return Int64(subscriptionSeconds)
    }
    return min(max(seconds, 10), 3600)
  }

  func unsubscribe() {
    guard let subscription, let events = device?.events else { return }
    network.sendDetached(
      HTTPExchange.Request(
        method: "UNSUBSCRIBE", address: events, headers: [("SID", subscription)]))
  }

  private func poll() {
    network.stopReceiving(token)
    read(atMicroseconds: loop.nowMicroseconds + Self.pollMicroseconds)
  }

  /// Processes an event; returns the HTTP status of the response.
  private func didReceive(_ message: HTTPReader.Message) -> Int {
    // The first event can arrive before the response to the subscription.
    let isOurs =
      message.headers["sid"] == subscription
      || (subscription == nil && exchanges[.subscribe] != nil)
    guard isOurs else {
      // From an old subscription, or without an ID: still a hint that something has changed.
      read(atMicroseconds: loop.nowMicroseconds)
      return 412
    }
    guard let change = RenderingControl.Change(message.body) else {
      complain("the speaker sent an invalid RenderingControl event")
      read(atMicroseconds: loop.nowMicroseconds)
      return 200
    }
    // A zone's volume is that of an unspecified room.
    let reported = room.map { change.roomVolumes[$0.lowercased()] } ?? change.volume
    let isOtherVolume = reported.map { Double($0) != runner.exchange.shown } ?? false
    let isOtherMute =
      room == nil
      ? change.isMuted.map { $0 != runner.exchange.isMuted } ?? false : change.hasRoomMutes
    if change.isUnclear || isOtherVolume || isOtherMute {
      read(atMicroseconds: loop.nowMicroseconds)
    }
    return 200
  }
}
