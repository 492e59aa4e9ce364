internal import Linux
internal import NIOCore

/// The connections of a server; for its event loop only.
final class Connections {
  let limits: ServerLimits
  let site: WebSite
  let mailbox: Mailbox<[ServerEvent]>
  /// Nil until the server listens, and knows its port.
  var access: WebAccess?
  /// Of all kinds.
  var count = 0
  private var sockets: [ClientID: SocketHandler] = [:]
  private var downloads: [DownloadID: PageHandler] = [:]
  private var lastNumber = 0

  init(site: WebSite, limits: ServerLimits, mailbox: Mailbox<[ServerEvent]>) {
    self.site = site
    self.limits = limits
    self.mailbox = mailbox
  }

  var hasRoom: Bool { sockets.count < limits.clientCount }

  func post(_ event: ServerEvent) {
    mailbox.post { $0.append(event) }
  }

  func add(_ socket: SocketHandler) -> ClientID {
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

  func ask(for path: String, by page: PageHandler) -> DownloadID {
    let download = DownloadID(number: nextNumber())
    downloads[download] = page
    post(.asked(download, path: path))
    return download
  }

  func takeDownload(_ download: DownloadID) -> PageHandler? {
    downloads.removeValue(forKey: download)
  }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
