internal import Linux

/// One HTTP/1.1 request and its response, on a connection of its own; never blocks.
final class HTTPExchange {
  enum Failure: Error, Equatable {
    case unreachable(String)
    /// No response within this many seconds.
    case silent(seconds: Int64)
    /// The response is not HTTP, or too long.
    case malformed
  }

  struct Request {
    var method = "GET"
    var address: HTTPAddress
    var headers: [(name: String, value: String)] = []
    var body = ""

    var bytes: [UInt8] {
      var text = "\(method) \(address.path) HTTP/1.1\r\nHOST: \(address.authority)\r\n"
      for header in headers { text += "\(header.name): \(header.value)\r\n" }
      text += "CONNECTION: close\r\nUSER-AGENT: Linux/5 UPnP/1.1 knobpanel/1\r\n"
      if !body.isEmpty || method == "POST" { text += "CONTENT-LENGTH: \(body.utf8.count)\r\n" }
      return Array((text + "\r\n" + body).utf8)
    }
  }

  typealias Completion = (Result<HTTPReader.Message, Failure>) -> Void

  private let request: Request
  private let loop: EventLoop
  private let limitMicroseconds: Int64
  private var completion: Completion?
  private var dialer: AddressDialer?
  private var stream: TCPStream?
  private var watched: Readiness?
  private var reader = HTTPReader(isRequest: false)
  private var alarm: Alarm?
  private var lastError = "there is no such host"
  /// The local address of the connection, once connected.
  private(set) var localAddress: SocketAddress?
  /// The server's address, once connected.
  private(set) var peerAddress: SocketAddress?

  /// Creates an exchange, not yet started; releasing it cancels it without a completion.
  init(
    _ request: Request, limitMicroseconds: Int64, loop: EventLoop, completion: @escaping Completion
  ) {
    (self.request, self.limitMicroseconds) = (request, limitMicroseconds)
    (self.loop, self.completion) = (loop, completion)
  }

  deinit {
    stop()
  }

  /// Whether it has completed or was stopped.
  var isOver: Bool { completion == nil }

  func start() {
    alarm = loop.makeAlarm { [unowned self] in
      finish(.failure(.silent(seconds: limitMicroseconds / 1_000_000)))
    }
    alarm?.set(afterMicroseconds: limitMicroseconds)
    let dialer = AddressDialer(
      request.address.host, port: request.address.port, first: nil,
      options: AddressDialer.Options(lastConnectMicroseconds: limitMicroseconds), loop: loop
    ) { [unowned self] event in
      switch event {
      case .connected(let stream): send(over: stream)
      case .failed(.network(let error)): lastError = error.reason
      case .failed: break
      case .exhausted: finish(.failure(.unreachable(lastError)))
      }
    }
    self.dialer = dialer
    dialer.start()
  }

  func stop() {
    completion = nil
    if watched != nil, let stream { loop.unwatch(stream.descriptor) }
    (watched, stream) = (nil, nil)
    dialer?.stop()
    dialer = nil
    alarm?.cancel()
    alarm = nil
  }

  private func send(over stream: TCPStream) {
    self.stream = stream
    (localAddress, peerAddress) = (stream.localAddress, stream.peerAddress)
    do throws(SystemError) {
      try stream.send(request.bytes)
      try takeTurn(stream)
    } catch {
      finish(.failure(.unreachable(error.reason)))
    }
  }

  private func takeTurn() {
    guard let stream else { return }
    do throws(SystemError) { try takeTurn(stream) } catch {
      finish(.failure(.unreachable(error.reason)))
    }
  }

  private func takeTurn(_ stream: TCPStream) throws(SystemError) {
    try stream.flush()
    var portion: [UInt8] = []
    try stream.read { portion = Array($0) }
    do throws(HTTPReader.Malformed) {
      if let message = try reader.append(portion, isAtEnd: stream.isAtEnd) {
        return finish(message.status == nil ? .failure(.malformed) : .success(message))
      }
    } catch {
      return finish(.failure(.malformed))
    }
    let readiness: Readiness =
      stream.unsentByteCount > 0 ? [.readable, .writable] : .readable
    guard watched != readiness else { return }
    try loop.watch(stream.descriptor, for: readiness) { [weak self] _ in self?.takeTurn() }
    watched = readiness
  }

  private func finish(_ result: Result<HTTPReader.Message, Failure>) {
    let completion = completion
    stop()
    completion?(result)
  }
}
