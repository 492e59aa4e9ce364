internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// Answers the requests of one HTTP connection that are not for the WebSocket.
///
/// | # | request | answer |
/// |---|---|---|
/// | 1 | refused by `WebAccess` | 403, with the reason |
/// | 2 | not GET or HEAD | 405 |
/// | 3 | a path of `WebSite.pages` | the page |
/// | 4 | a path of `WebSite.downloads` | the file, once it is made |
/// | 5 | the WebSocket's path, without an upgrade or at the connection limit | 426, or 503 |
/// | 6 | any other path | 404 |
///
/// Request bodies are discarded. A connection is closed if it does not send a request in time, or
/// does not read its answer. Its next request is read once it has accepted the previous answer.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let connections: Connections
  private var request: HTTPRequestHead?
  private var context: ChannelHandlerContext?
  /// The path of the download that it waits for.
  private var download: String?
  private var deadline: Scheduled<Void>?

  /// A page loads nothing from other origins, and pages of other origins cannot embed it.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  init(_ connections: Connections) {
    self.connections = connections
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    setDeadline(connections.limits.requestMilliseconds)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    deadline?.cancel()
    if let download { connections.leave(self, path: download) }
  }

  /// Closes the connection after a time, unless another deadline is set or a download is requested.
  private func setDeadline(_ milliseconds: Int64) {
    guard let context else { return }
    deadline?.cancel()
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) {
      bound.value.context?.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): request = head
    case .body: break
    case .end:
      guard let request else { return }
      answer(request)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The refused WebSocket request follows as a request for a page, and is answered.
    if error is NIOWebSocketUpgradeError { return }
    context.close(promise: nil)
  }

  private func answer(_ request: HTTPRequestHead) {
    let target = RequestTarget(request.uri)
    let site = connections.site
    let page = site.pages[target.path]
    let refusal = connections.access?.refusal(
      host: request.host, origin: request.headers.first(name: "origin"), query: target.query,
      needsOrigin: false, needsToken: page == nil)
    if let refusal {
      answer(.forbidden, refusal.reason)
    } else if request.method != .GET, request.method != .HEAD {
      answer(.methodNotAllowed, "Only GET and HEAD are supported.")
    } else if let page {
      answer(.ok, page.type, connections.bodies[target.path] ?? ByteBuffer())
    } else if site.downloads[target.path] != nil {
      guard let channel = context?.channel else { return }
      deadline?.cancel()
      download = target.path
      connections.ask(for: target.path, by: self, of: channel)
    } else if target.path == site.socketPath {
      if connections.hasRoom {
        answer(.upgradeRequired, "This is a WebSocket.")
      } else {
        answer(.serviceUnavailable, "Too many browsers are connected; close one.")
      }
    } else {
      answer(.notFound, "This page does not exist; the panel is at /.")
    }
  }

  /// Sends the requested file; nil if it could not be made.
  func send(_ type: String?, _ body: ByteBuffer?) {
    download = nil
    guard let type, let body, let request else {
      return answer(.internalServerError, "The file could not be created; see the log.")
    }
    let name = connections.site.downloads[RequestTarget(request.uri).path] ?? "file"
    answer(.ok, type, body, more: [("content-disposition", "attachment; filename=\"\(name)\"")])
  }

  private func answer(_ status: HTTPResponseStatus, _ text: String) {
    answer(status, "text/plain; charset=utf-8", ByteBuffer(string: text + "\n"))
  }

  private func answer(
    _ status: HTTPResponseStatus, _ type: String, _ body: ByteBuffer,
    more: [(String, String)] = []
  ) {
    guard let context, let request else { return }
    self.request = nil
    setDeadline(connections.limits.silenceMilliseconds)
    var headers = HTTPHeaders([
      ("content-type", type), ("content-length", "\(body.readableBytes)"),
      ("cache-control", "no-store"), ("content-security-policy", Self.policy),
      ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
      ("cross-origin-resource-policy", "same-origin"),
    ])
    for (name, value) in more { headers.add(name: name, value: value) }
    if !request.isKeepAlive { headers.add(name: "connection", value: "close") }
    let head = HTTPResponseHead(version: request.version, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let rest = request.method == .HEAD ? ByteBuffer() : body
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    // Only the end of the answer lets the next request be read.
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(rest)))).whenSuccess {
      bound.value.end(closes: !request.isKeepAlive)
    }
  }

  private func end(closes: Bool) {
    guard let context else { return }
    setDeadline(connections.limits.requestMilliseconds)
    let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    guard closes else { return }
    let channel = context.channel
    written.whenComplete { _ in channel.close(promise: nil) }
  }
}

/// The path and the query of a request's target.
struct RequestTarget {
  let path: String
  let query: String

  init(_ target: String) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count > 1 ? String(parts[1]) : ""
  }
}

extension HTTPRequestHead {
  /// The `Host` header; nil if there is none, or more than one.
  var host: String? {
    let hosts = headers["host"]
    return hosts.count == 1 ? hosts[0] : nil
  }
}

extension WebAccess.Refusal {
  fileprivate var reason: String {
    switch self {
    case .host: "This server does not accept that host name; use the address that it printed."
    case .origin: "Pages from other sites may not use this server."
    case .token: "The token is missing or wrong; use the address that the server printed."
    }
  }
}
