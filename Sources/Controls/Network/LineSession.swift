internal import Linux

/// A connection to a server of lines or of other messages on the event loop, over TCP or TLS, from
/// the host lookup to its end.
///
///     start → connected → (accept) lines, each turn of the loop ending with caughtUp → ended
///
/// Never blocks, and does limited work in each turn of the loop, however much the server sends: the
/// rest waits in the kernel until other descriptors have had their turn. All addresses of the host
/// are tried until the owner accepts one.
final class LineSession {
  /// How long the owner may take to accept an address after it is connected.
  static let answerMicroseconds: Int64 = 10_000_000
  /// How long an accepted server may take for an answer.
  static let laterAnswerMicroseconds: Int64 = 5_000_000
  /// The size limit of a line, in bytes.
  static let lineByteLimit = 1 << 20

  enum Event {
    /// Lines can be sent; `accept` or `reject` must follow.
    case connected
    /// A line without its end.
    case line([UInt8])
    /// A line was too long to read.
    case longLine(byteCount: Int)
    /// All lines of one turn of the loop have been passed on.
    case caughtUp
    /// The session has ended; no events follow.
    case ended(Failure)
  }

  enum Failure: Equatable {
    case unknownHost
    case unreachable(SystemError)
    /// Connected or not, the address was not accepted in time.
    case silent(seconds: Int64)
    /// Closed before it was accepted.
    case hungUp
    /// An accepted connection was lost.
    case lost
    /// The server is not of the expected kind.
    case rejected(String)
    /// It is, but refuses this panel: its other addresses are not tried.
    case refused(String)

    /// Converts an error of the connection's stream.
    fileprivate init(_ error: StreamError) {
      switch error {
      case .network where error.isHangUp: self = .hungUp
      case .network(let error): self = .unreachable(error)
      case .lost: self = .lost
      case .encryption(let reason): self = .rejected("TLS failed: \(reason)")
      }
    }

    fileprivate var isUnreachable: Bool {
      if case .unreachable = self { true } else { false }
    }

    /// The same of an accepted server.
    fileprivate var ofAccepted: Failure {
      switch self {
      case .hungUp, .unreachable: .lost
      default: self
      }
    }
  }

  /// The maximum number of lines and bytes processed per turn of the loop; always at least one
  /// line.
  static let turnLineLimit = 64
  static let turnByteLimit = 16_384

  private let host: String
  private let loop: EventLoop
  private let onEvent: (Event) -> Void
  private var dialer: AddressDialer?
  private let transport: Transport
  private var stream: ClientStream?
  private var reader: any MessageReader
  private var isConnected = false
  private var isAccepted = false
  private var isEnded = false
  private var isInTurn = false
  /// Whether received lines may still be unprocessed; until they are, nothing is read.
  private var isBehind = false
  private var isPaused = false
  private var watched: Readiness?
  /// Why sending outside of a turn failed; the next turn ends the session.
  private var failure: Failure?
  /// Why an earlier address failed.
  private var earlierFailure: Failure?
  private var answerAlarm: Alarm?
  private var turnAlarm: Alarm?

  /// How messages are transported.
  struct Transport {
    /// The certificates; nil for a connection without TLS.
    var tls: TLSContext?
    /// Makes the reader of a new connection; messages are lines by default.
    var makeReader: () -> any MessageReader = {
      LineReader(byteLimit: LineSession.lineByteLimit)
    }
  }

  /// Creates a session, not yet started; the other parameters are those of `AddressDialer`.
  init(
    _ host: String, port: UInt16, first: SocketAddress?, over transport: Transport = Transport(),
    loop: EventLoop, onEvent: @escaping (Event) -> Void
  ) {
    (self.host, self.transport, self.loop, self.onEvent) = (host, transport, loop, onEvent)
    reader = transport.makeReader()
    dialer = AddressDialer(host, port: port, first: first, loop: loop) {
      [unowned self] event in handle(event)
    }
  }

  deinit {
    stop()
  }

  func start() {
    answerAlarm = loop.makeAlarm { [unowned self] in
      fail(isAccepted ? .lost : .silent(seconds: Self.answerMicroseconds / 1_000_000))
    }
    dialer?.start()
  }

  /// Ends the session without an event.
  func stop() {
    isEnded = true
    unwatch()
    stream = nil
    dialer?.stop()
    dialer = nil
    for alarm in [answerAlarm, turnAlarm] { alarm?.cancel() }
    (answerAlarm, turnAlarm) = (nil, nil)
  }

  /// The address of the connection.
  var address: SocketAddress? { dialer?.address }

  /// Accepts the server; from now on, losing it ends the session.
  func accept() {
    isAccepted = true
    answerAlarm?.set(atMicroseconds: nil)
  }

  /// Ends the session unless an accepted server answers in time: the time begins with each call that
  /// expects an answer.
  func expectAnswer(_ isExpected: Bool) {
    guard isAccepted, !isEnded else { return }
    answerAlarm?.set(
      atMicroseconds: isExpected ? loop.nowMicroseconds + Self.laterAnswerMicroseconds : nil)
  }

  /// Ends the connection, and tries the next address unless the server was accepted.
  func reject(_ reason: String) { fail(soon: .rejected(reason)) }

  /// Ends the connection, and tries no other address.
  func refuse(_ reason: String) { fail(soon: .refused(reason)) }

  private func fail(soon failure: Failure) {
    self.failure = failure
    takeTurnSoon()
  }

  /// Passes on no more lines until `resume`, because the owner is still processing the last one.
  func pause() {
    isPaused = true
  }

  /// Passes on lines again, from the next turn of the loop on.
  func resume() {
    guard isPaused else { return }
    isPaused = false
    if !isEnded { takeTurnSoon() }
  }

  /// Sends bytes, such as a line with its end, now or at the end of the turn; drops them without a
  /// connection.
  ///
  /// Outside of a turn no events are reported: the caller may be a control that is being released,
  /// along with the receivers of events.
  func send(_ bytes: [UInt8]) {
    guard !isEnded, failure == nil, let stream else { return }
    do throws(StreamError) {
      try stream.send(bytes)
      if isInTurn { return }
      try stream.flush()
      try updateWatch(stream)
    } catch {
      failure = isAccepted ? .lost : .hungUp
      takeTurnSoon()
    }
  }

  // MARK: Connecting

  private func handle(_ event: AddressDialer.Event) {
    switch event {
    case .connected(let stream): didConnect(stream)
    case .failed(.unknownHost): note(.unknownHost)
    case .failed(.network(let error)): note(.unreachable(error))
    case .failed(.silent(let seconds)): note(.silent(seconds: seconds))
    case .exhausted: end(earlierFailure ?? .unknownHost)
    }
  }

  private func didConnect(_ connected: TCPStream) {
    connected.probeWhenIdle()
    (reader, isConnected) = (transport.makeReader(), false)
    (isBehind, isPaused) = (false, false)
    answerAlarm?.set(afterMicroseconds: Self.answerMicroseconds)
    do throws(StreamError) {
      let filter =
        if let tls = transport.tls { try TLSFilter(tls, host: host) } else { nil as TLSFilter? }
      let stream = ClientStream(connected, tls: filter)
      self.stream = stream
      try stream.secure()
      takeTurn()
    } catch {
      fail(Failure(error))
    }
  }

  /// Reports the connection, once data can be sent.
  private func reportConnected(_ stream: ClientStream) {
    guard !isConnected, stream.isReady else { return }
    isConnected = true
    onEvent(.connected)
  }

  /// Keeps the last failure, but prefers that of an address that answered.
  private func note(_ failure: Failure) {
    if failure.isUnreachable, earlierFailure?.isUnreachable == false { return }
    earlierFailure = failure
  }

  private func fail(_ failure: Failure) {
    guard !isEnded else { return }
    if isAccepted { return end(failure.ofAccepted) }
    if case .refused = failure { return end(failure) }
    unwatch()
    stream = nil
    self.failure = nil
    answerAlarm?.set(atMicroseconds: nil)
    note(failure)
    dialer?.dialNext()
  }

  private func end(_ failure: Failure) {
    stop()
    onEvent(.ended(failure))
  }

  // MARK: A turn of the loop

  private func takeTurn() {
    guard let stream, !isEnded else { return }
    if let failure { return fail(failure) }
    isInTurn = true
    defer { isInTurn = false }
    do throws(StreamError) {
      reportConnected(stream)
      if isEnded { return }
      if !isBehind { try stream.read { reader.append($0) } }
      reportConnected(stream)
      if isEnded { return }
      processLines()
      guard !isEnded else { return }
      if let failure { return fail(failure) }
      try stream.flush()
      if stream.isAtEnd, !isBehind { return fail(isAccepted ? .lost : .hungUp) }
      try updateWatch(stream)
    } catch {
      fail(Failure(error))
    }
  }

  private func processLines() {
    if isPaused { return }
    isBehind = false
    var byteCount = 0
    for _ in 0..<Self.turnLineLimit where byteCount < Self.turnByteLimit {
      guard let line = reader.next() else {
        onEvent(.caughtUp)
        return
      }
      switch line {
      case .text(let bytes):
        byteCount += bytes.count
        onEvent(.line(bytes))
      case .long(let byteCount): onEvent(.longLine(byteCount: byteCount))
      case .reply(let bytes): send(bytes)
      case .end(let bytes):
        send(bytes)
        // If it fails, the server has left without it.
        try? stream?.flush()
        failure = failure ?? .hungUp
      case .invalid(let reason): failure = .rejected(reason)
      }
      if isEnded || failure != nil { return }
      if isPaused { break }
    }
    isBehind = true
    onEvent(.caughtUp)
    if !isEnded, !isPaused { takeTurnSoon() }
  }

  private func takeTurnSoon() {
    turnAlarm = turnAlarm ?? loop.makeAlarm { [unowned self] in takeTurn() }
    turnAlarm?.set(afterMicroseconds: 0)
  }

  private func updateWatch(_ stream: ClientStream) throws(StreamError) {
    var readiness: Readiness = isBehind ? [] : .readable
    if stream.unsentByteCount > 0 { readiness.insert(.writable) }
    guard watched != readiness else { return }
    do throws(SystemError) {
      try loop.watch(stream.descriptor, for: readiness) { [weak self] _ in self?.takeTurn() }
    } catch {
      throw .network(error)
    }
    watched = readiness
  }

  private func unwatch() {
    if watched != nil, let stream { loop.unwatch(stream.descriptor) }
    watched = nil
  }
}
