internal import Linux

/// Follows the rooms of a Raumfeld system by long polling of its host.
extension UPnPNetwork {
  /// How long the host may wait for a change before it responds.
  static let roomChangeMicroseconds: Int64 = 300_000_000

  /// Processes a host's answer to a search, or its announcement; ignored while the current host
  /// responds.
  func didFindHost(_ host: String) {
    guard !tellsRooms else { return }
    if host != roomHost { (roomHost, roomUpdate) = (host, nil) }
    // After a failed attempt, `roomAlarm` starts the next one.
    guard roomExchange == nil, roomAlarm?.deadlineMicroseconds == nil else { return }
    askForRooms(since: nil)
  }

  /// Requests the rooms; with the update ID of an earlier response, waits for the next change.
  func askForRooms(since update: String?) {
    guard let roomHost else { return }
    let exchange = HTTPExchange(
      HTTPExchange.Request(
        address: HTTPAddress(host: roomHost, port: roomPort, path: "/getZones"),
        headers: update.map { [("updateId", $0)] } ?? []),
      limitMicroseconds: update == nil
        ? Self.describeMicroseconds : Self.roomChangeMicroseconds, loop: loop
    ) { [unowned self] result in didHearOfRooms(result) }
    roomExchange = exchange
    exchange.start()
  }

  private func didHearOfRooms(_ result: Result<HTTPReader.Message, HTTPExchange.Failure>) {
    roomExchange = nil
    tellsRooms = false
    let now = loop.nowMicroseconds
    guard case .success(let message) = result, message.status == 200,
      let told = RaumfeldRooms(message.body)
    else {
      roomAlarm?.set(
        atMicroseconds: roomRetry.nextMicroseconds(now: now, jitter: .random(in: 0...1)))
      return
    }
    tellsRooms = true
    roomUpdate = message.headers["updateid"]
    // Pause before the next request, even if the host responds at once or without an update ID.
    roomRetry.didOpen(atMicroseconds: now)
    let isSame = told == rooms
    rooms = told
    roomAlarm?.set(
      atMicroseconds: isSame || roomUpdate == nil
        ? now + Self.refreshMicroseconds : now + Self.roomPauseMicroseconds)
    if !isSame { tellRooms() }
  }
}
