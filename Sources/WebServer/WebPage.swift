/// A file that is the same for everybody: a page, a style sheet, a script.
public struct WebPage: Sendable {
  /// Its media type, such as "text/html; charset=utf-8".
  public var type: String
  /// Its contents.
  public var bytes: [UInt8]

  /// A file from its media type and its contents.
  public init(type: String, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }

  /// The media type of a file name by its ending; that of plain bytes if the ending is not known.
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

/// What a server has at its paths; nothing else is answered, and no path reaches the file system.
public struct WebSite: Sendable {
  /// Files by their paths, such as "/" and "/preview.css".
  public var pages: [String: WebPage]
  /// Paths whose files are made when they are asked for (`ServerEvent.asked`), with their names for
  /// saving them.
  public var downloads: [String: String]
  /// The path of the WebSocket.
  public var socketPath: String

  /// A site from all that it has.
  public init(pages: [String: WebPage], downloads: [String: String] = [:], socketPath: String) {
    self.pages = pages
    self.downloads = downloads
    self.socketPath = socketPath
  }
}
