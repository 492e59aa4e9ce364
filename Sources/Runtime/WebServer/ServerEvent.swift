internal import NIOCore

/// Identifies a WebSocket connection of a server.
public struct ClientID: Hashable, Sendable, CustomStringConvertible {
  /// From 1; never reused while the server runs.
  public let number: Int

  /// Creates the id of the connection with this number.
  public init(_ number: Int) {
    self.number = number
  }

  /// The number.
  public var description: String { "\(number)" }
}

/// Identifies a requested download.
public struct DownloadID: Hashable, Sendable {
  /// Never reused while the server runs.
  public let number: Int
}

/// An event of a server, for another thread.
public enum ServerEvent: Sendable {
  /// A browser has connected to the WebSocket.
  case connected(ClientID)
  /// It sent a text message (UTF-8).
  case received(ClientID, [UInt8])
  /// Its connection has accepted everything that it was sent, and has room for more.
  case written(ClientID)
  /// It has disconnected.
  case disconnected(ClientID)
  /// A client requests a file of `WebSite.downloads`.
  case requested(DownloadID, path: String)
}

/// A message to a browser; copies share their bytes.
public struct SocketMessage: Sendable {
  let isText: Bool
  let bytes: ByteBuffer

  /// Creates a text message.
  public init(text: String) {
    isText = true
    bytes = ByteBuffer(string: text)
  }

  /// Creates a binary message.
  public init(binary: [UInt8]) {
    isText = false
    bytes = ByteBuffer(bytes: binary)
  }

  /// The contents, without the frame's header.
  public var payload: [UInt8] { Array(bytes.readableBytesView) }
}
