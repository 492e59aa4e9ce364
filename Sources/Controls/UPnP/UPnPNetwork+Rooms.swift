internal import Linux

/// Follows the rooms of a Raumfeld system, whose host answers when they change.
extension UPnPNetwork {
  /// How long the host may wait for a change before it answers.
  static let roomChangeMicroseconds: Int64 = 300_000_000

  /// A host has answered a search, or announced itself; counts if the present one does not answer.
  func didFindHost(_ host: String) {
    guard !tellsRooms else { return }
    if host != roomHost { (roomHost, roomUpdate) = (host, nil) }
    // An attempt that failed is followed by the next one at its time.
    guard roomExchange == nil, roomAlarm?.deadlineMicroseconds == nil else { return }
    askForRooms(since: nil)
  }

  /// Asks for the rooms; with what an earlier answer was, for the next change.
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
    // A host that answers at once, or without a number, is not asked without a pause.
    roomRetry.didOpen(atMicroseconds: now)
    let isSame = told == rooms
    rooms = told
    roomAlarm?.set(
      atMicroseconds: isSame || roomUpdate == nil
        ? now + Self.refreshMicroseconds : now + Self.roomPauseMicroseconds)
    if !isSame { tellRooms() }
  }
}
