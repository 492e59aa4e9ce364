internal import Linux
internal import NIOCore

/// The connections of a server; used only on its event loop.
final class Connections {
  let limits: ServerLimits
  let site: WebSite
  let mailbox: Mailbox<[ServerEvent]>
  /// Nil until the server listens and its port is known.
  var access: WebAccess?
  /// The bytes of the pages, by path, shared by all connections.
  let bodies: [String: ByteBuffer]
  /// The number of connections of all kinds.
  private var count = 0
  private var unauthorized: UnauthorizedConnections
  private var sockets: [ClientID: SocketHandler] = [:]
  private var downloads = Downloads()
  private var lastNumber = 0

  init(site: WebSite, limits: ServerLimits, mailbox: Mailbox<[ServerEvent]>) {
    self.site = site
    self.limits = limits
    self.mailbox = mailbox
    bodies = site.pages.mapValues { ByteBuffer(bytes: $0.bytes) }
    unauthorized = UnauthorizedConnections(limit: limits.unauthorizedCount)
  }

  /// Adds a connection, closing an unauthorized one for it if necessary; returns false if there is
  /// none.
  func admit(_ channel: any Channel) -> Bool {
    if count >= limits.connectionCount {
      guard let oldest = unauthorized.removeOldest() else { return false }
      oldest.close(promise: nil)
    }
    count += 1
    unauthorized.add(channel)?.close(promise: nil)
    return true
  }

  /// Removes a connection that is closed.
  func remove(_ channel: any Channel) {
    count -= 1
    unauthorized.remove(channel)
  }

  var hasRoom: Bool { sockets.count < limits.clientCount }

  func post(_ event: ServerEvent) {
    mailbox.post { $0.append(event) }
  }

  func add(_ socket: SocketHandler, of channel: any Channel) -> ClientID {
    unauthorized.remove(channel)
    let client = ClientID(nextNumber())
    sockets[client] = socket
    post(.connected(client))
    return client
  }

  func remove(_ client: ClientID) {
    sockets[client] = nil
    post(.disconnected(client))
  }

  func socket(_ client: ClientID) -> SocketHandler? { sockets[client] }

  /// Requests a file for a page, whose channel is authorized from now on if a token is required.
  func ask(for path: String, by page: PageHandler, of channel: any Channel) {
    if access?.token != nil { unauthorized.remove(channel) }
    downloads.ask(for: path, by: page)
    beginDownload(of: path)
  }

  /// Removes a page's request for a file.
  func leave(_ page: PageHandler, path: String) { downloads.remove(page, path: path) }

  /// Sends a file to all pages that wait for it; nil if it could not be made.
  func answer(_ download: DownloadID, with page: WebPage?) {
    guard let (path, pages) = downloads.end(download) else { return }
    let body = page.map { ByteBuffer(bytes: $0.bytes) }
    for waiting in pages { waiting.send(page?.type, body) }
    beginDownload(of: path)
  }

  private func beginDownload(of path: String) {
    let download = DownloadID(number: nextNumber())
    if downloads.begin(path, as: download) { post(.requested(download, path: path)) }
  }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
