public import Linux
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket

/// Serves a few pages and a WebSocket over HTTP/1.1, on a thread of its own.
///
/// Events are posted to `events` for the event loop of another thread, whose answers return through
/// `send` and `answer`. The server never waits for a browser: `ServerLimits` limits the data
/// pending for each, and `written` reports that its connection has accepted what it was sent.
public final class HTTPServer: Sendable {
  /// The events since they were last taken.
  public let events: Mailbox<[ServerEvent]>
  /// The TCP port on which it listens.
  public let port: Int

  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let connections: NIOLoopBound<Connections>

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - site: The pages and other contents to serve.
  ///   - address: The address of an interface, such as "127.0.0.1".
  ///   - port: A TCP port; 0 for any that is free.
  ///   - hosts: The names by which browsers address it.
  ///   - token: Required in each URL that shows or changes something; nil for none.
  ///   - limits: The limits on what clients can make it store.
  /// - Throws: If it cannot listen there; `SystemError` for an error of the kernel.
  public init(
    site: WebSite, address: String, port: Int, hosts: Set<String>, token: String?,
    limits: ServerLimits = ServerLimits()
  ) throws {
    events = try Mailbox([])
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let mailbox = events
    do {
      let connections = try loop.submit {
        NIOLoopBound(
          Connections(site: site, limits: limits, mailbox: mailbox), eventLoop: loop)
      }.wait()
      self.connections = connections
      let channel = try ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try Self.setUp(channel, connections.value)
          }
        }
        .bind(host: address, port: port).wait()
      let bound = channel.localAddress?.port ?? port
      try loop.submit {
        connections.value.access = WebAccess(port: bound, hosts: hosts, token: token)
      }.wait()
      self.channel = channel
      self.port = bound
    } catch {
      try? group.syncShutdownGracefully()
      guard let error = error as? IOError else { throw error }
      throw SystemError(call: "bind", subject: "\(address):\(port)", code: error.errnoCode)
    }
  }

  private static func setUp(_ channel: any Channel, _ connections: Connections) throws {
    guard connections.admit(channel) else { return channel.close(promise: nil) }
    let loop = channel.eventLoop
    let bound = NIOLoopBound(connections, eventLoop: loop)
    channel.closeFuture.whenComplete { _ in bound.value.remove(channel) }
    let silence = TimeAmount.milliseconds(max(1, connections.limits.silenceMilliseconds / 3))
    let pages = PageHandler(connections)
    let boundPages = NIOLoopBound(pages, eventLoop: loop)
    let pipeline = channel.pipeline.syncOperations
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: connections.limits.messageByteCount,
      shouldUpgrade: { channel, head in
        channel.eventLoop.makeSucceededFuture(isAllowed(head, bound.value) ? HTTPHeaders() : nil)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(IdleStateHandler(readTimeout: silence))
          try pipeline.addHandler(SocketHandler(bound.value))
        }
      })
    var heads = NIOHTTPDecoderLimitConfiguration()
    heads.maxHeaderFieldSize = connections.limits.headerByteCount
    heads.maxHeaderListSize = connections.limits.headerByteCount
    try pipeline.configureHTTPServerPipeline(
      withServerUpgrade: (
        [upgrader], { $0.pipeline.syncOperations.removeHandler(boundPages.value, promise: nil) }
      ), withEncoderConfiguration: .init(), withDecoderLimitConfiguration: heads)
    try pipeline.addHandler(pages)
  }

  /// Returns whether a request may open a WebSocket; if not, `PageHandler` answers why.
  private static func isAllowed(_ head: HTTPRequestHead, _ connections: Connections) -> Bool {
    let target = RequestTarget(head.uri)
    guard target.path == connections.site.socketPath, connections.hasRoom,
      let access = connections.access
    else { return false }
    return access.refusal(
      host: head.host, origin: head.headers.first(name: "origin"), query: target.query,
      needsOrigin: true, needsToken: true) == nil
  }

  /// Sends messages to a browser; `ServerEvent.written` follows when its connection accepts them.
  public func send(_ messages: [SocketMessage], to client: ClientID) {
    group.next().execute { [connections] in
      connections.value.socket(client)?.send(messages)
    }
  }

  /// Notes that a number of a browser's messages were handled, so that further ones are read.
  public func handled(_ count: Int, of client: ClientID) {
    group.next().execute { [connections] in connections.value.socket(client)?.handled(count) }
  }

  /// Disconnects a browser for a policy violation.
  public func disconnect(_ client: ClientID) {
    group.next().execute { [connections] in
      connections.value.socket(client)?.close(.policyViolation)
    }
  }

  /// Answers `ServerEvent.requested`; nil if the file could not be made.
  public func answer(_ download: DownloadID, with page: WebPage?) {
    group.next().execute { [connections] in
      connections.value.answer(download, with: page)
    }
  }

  /// Closes everything and ends the thread.
  public func close() {
    try? channel.close().wait()
    try? group.syncShutdownGracefully()
  }
}
