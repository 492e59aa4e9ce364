/// A file that is the same for all clients: a page, a style sheet, a script.
public struct WebPage: Sendable {
  /// Its media type, such as "text/html; charset=utf-8".
  public var type: String
  /// Its contents.
  public var bytes: [UInt8]

  /// Creates a file from its media type and its contents.
  public init(type: String, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }

  /// Returns the media type for a file name's extension; `application/octet-stream` if unknown.
  public static func type(ofName name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "json": "application/json"
    case "png": "image/png"
    default: "application/octet-stream"
    }
  }
}

/// The contents of a server by path; nothing else is served, and no path reaches the file system.
public struct WebSite: Sendable {
  /// Files by their paths, such as "/" and "/preview.css".
  public var pages: [String: WebPage]
  /// Paths of files made on request (`ServerEvent.requested`), with the names for saving them.
  public var downloads: [String: String]
  /// The path of the WebSocket.
  public var socketPath: String

  /// Creates a site with these contents.
  public init(pages: [String: WebPage], downloads: [String: String] = [:], socketPath: String) {
    self.pages = pages
    self.downloads = downloads
    self.socketPath = socketPath
  }
}
