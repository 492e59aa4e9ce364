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
/// | 4 | a path of `WebSite.downloads` | the file, once it was made |
/// | 5 | the path of the WebSocket, without an upgrade or without room for it | 426, or 503 |
/// | 6 | any other path | 404 |
///
/// What follows the head of a request is not kept.
final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let connections: Connections
  private var request: HTTPRequestHead?
  private var context: ChannelHandlerContext?
  private var download: DownloadID?

  /// Nothing of a page comes from elsewhere, and no page from elsewhere can show it.
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  init(_ connections: Connections) {
    self.connections = connections
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    if let download { _ = connections.takeDownload(download) }
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

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // Whoever waits for a download has said all that there is to say.
    if event is IdleStateHandler.IdleStateEvent, download == nil { context.close(promise: nil) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // The request for a WebSocket that was refused follows, and gets its answer.
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
      answer(.methodNotAllowed, "Only GET and HEAD are answered here.")
    } else if let page {
      answer(.ok, page)
    } else if site.downloads[target.path] != nil {
      download = connections.ask(for: target.path, by: self)
    } else if target.path == site.socketPath {
      if connections.hasRoom {
        answer(.upgradeRequired, "This is a WebSocket.")
      } else {
        answer(.serviceUnavailable, "Too many browsers are connected; close one.")
      }
    } else {
      answer(.notFound, "There is nothing here; the panel is at /.")
    }
  }

  /// Sends a file that was asked for; nil if it could not be made.
  func send(_ page: WebPage?) {
    download = nil
    guard let page, let request else {
      return answer(.internalServerError, "The file could not be made; see the log.")
    }
    let name = connections.site.downloads[RequestTarget(request.uri).path] ?? "file"
    answer(.ok, page, more: [("content-disposition", "attachment; filename=\"\(name)\"")])
  }

  private func answer(_ status: HTTPResponseStatus, _ text: String) {
    answer(status, WebPage(type: "text/plain; charset=utf-8", bytes: Array((text + "\n").utf8)))
  }

  private func answer(
    _ status: HTTPResponseStatus, _ page: WebPage, more: [(String, String)] = []
  ) {
    guard let context, let request else { return }
    self.request = nil
    var headers = HTTPHeaders([
      ("content-type", page.type), ("content-length", "\(page.bytes.count)"),
      ("cache-control", "no-store"), ("content-security-policy", Self.policy),
      ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
      ("cross-origin-resource-policy", "same-origin"),
    ])
    for (name, value) in more { headers.add(name: name, value: value) }
    if !request.isKeepAlive { headers.add(name: "connection", value: "close") }
    let head = HTTPResponseHead(version: request.version, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if request.method != .HEAD {
      context.write(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: page.bytes)))), promise: nil)
    }
    let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    if !request.isKeepAlive {
      let channel = context.channel
      written.whenComplete { _ in channel.close(promise: nil) }
    }
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
    case .host: "This server is not known by that name; use the address that it printed."
    case .origin: "Pages from elsewhere may not use this server."
    case .token: "The token is missing or wrong; use the address that the server printed."
    }
  }
}
