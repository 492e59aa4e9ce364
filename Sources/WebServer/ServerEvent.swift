internal import NIOCore

/// Numbers the WebSocket connections of a server, from 1.
public struct ClientID: Hashable, Sendable, CustomStringConvertible {
  /// Not used again while the server runs.
  public let number: Int

  /// The connection of that number.
  public init(_ number: Int) {
    self.number = number
  }

  /// The number.
  public var description: String { "\(number)" }
}

/// Numbers the downloads that were asked for.
public struct DownloadID: Hashable, Sendable {
  /// Not used again while the server runs.
  public let number: Int
}

/// What happened at a server, for another thread.
public enum ServerEvent: Sendable {
  /// A browser has connected to the WebSocket.
  case connected(ClientID)
  /// It sent a text message (UTF-8).
  case received(ClientID, [UInt8])
  /// All that was sent to it has gone to its connection, which has room for more.
  case written(ClientID)
  /// It is gone.
  case disconnected(ClientID)
  /// Somebody wants a file of `WebSite.downloads`.
  case asked(DownloadID, path: String)
}

/// A message to a browser; copies share their bytes.
public struct SocketMessage: Sendable {
  let isText: Bool
  let bytes: ByteBuffer

  /// A text message.
  public init(text: String) {
    isText = true
    bytes = ByteBuffer(string: text)
  }

  /// A binary message.
  public init(binary: [UInt8]) {
    isText = false
    bytes = ByteBuffer(bytes: binary)
  }

  /// What it says, without the frame's header.
  public var payload: [UInt8] { Array(bytes.readableBytesView) }
}
