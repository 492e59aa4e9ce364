internal import Linux

/// Follows the rooms of a Raumfeld system by long polling of its host.
extension UPnPNetwork {
  /// How long the host may wait for a change before it responds.
  static let roomChangeMicroseconds: Int64 = 300_000_000

  /// Processes a host's answer to a search, or its announcement; ignored while the current host
  /// responds.
  func didFindHost(_ host: String) {
    guard !isRoomHostAnswering else { return }
    if host != roomHost { (roomHost, roomUpdate) = (host, nil) }
    // After a failed attempt, `roomAlarm` starts the next one.
    guard roomExchange == nil, roomAlarm?.deadlineMicroseconds == nil else { return }
    requestRooms(since: nil)
  }

  /// Requests the rooms; with the update ID of an earlier response, waits for the next change.
  func requestRooms(since update: String?) {
    guard let roomHost else { return }
    let exchange = HTTPExchange(
      HTTPExchange.Request(
        address: HTTPAddress(host: roomHost, port: roomPort, path: "/getZones"),
        headers: update.map { [("updateId", $0)] } ?? []),
      limitMicroseconds: update == nil
        ? Self.describeMicroseconds : Self.roomChangeMicroseconds, loop: loop
    ) { [unowned self] result in didReceiveRooms(result) }
    roomExchange = exchange
    exchange.start()
  }

  private func didReceiveRooms(_ result: Result<HTTPReader.Message, HTTPExchange.Failure>) {
    roomExchange = nil
    isRoomHostAnswering = false
    let now = loop.nowMicroseconds
    guard case .success(let message) = result, message.status == 200,
      let reported = RaumfeldRooms(message.body)
    else { return roomRetry.set(roomAlarm, now: now) }
    isRoomHostAnswering = true
    roomUpdate = message.headers["updateid"]
    // Pause before the next request, even if the host responds at once or without an update ID.
    roomRetry.didOpen(atMicroseconds: now)
    let isSame = reported == rooms
    rooms = reported
    roomAlarm?.set(
      atMicroseconds: isSame || roomUpdate == nil
        ? now + Self.refreshMicroseconds : now + Self.roomPauseMicroseconds)
    if !isSame { shared.notify { $0.didChangeRooms() } }
  }
}
