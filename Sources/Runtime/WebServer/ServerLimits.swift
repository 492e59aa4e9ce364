/// The limits on what clients can make a server store.
public struct ServerLimits: Sendable {
  /// The maximum number of WebSocket connections; further ones are refused.
  public var clientCount = 256
  /// The maximum number of connections of all kinds; a further one replaces an unauthorized one.
  public var connectionCount = 512
  /// The maximum number of unauthorized connections, without a WebSocket or a download by token.
  ///
  /// For a further one, the oldest connection of the address that has the most is closed.
  public var unauthorizedCount = 128
  /// How long a connection may take to send a request, in milliseconds.
  public var requestMilliseconds: Int64 = 10_000
  /// The maximum size of a request's header fields, in bytes.
  public var headerByteCount = 16 << 10
  /// The maximum size of a browser's message, in bytes; a browser that sends more is disconnected.
  public var messageByteCount = 2 << 20
  /// The maximum number of pending messages of a browser, besides those received in one portion.
  ///
  /// At this limit, nothing is read from the browser until messages are handled. The same applies
  /// when their bytes reach `messageByteCount`.
  public var waitingMessageCount = 64
  /// How long a connection may be silent before it is closed, in milliseconds.
  ///
  /// A WebSocket is sent a ping after a third of this time.
  public var silenceMilliseconds: Int64 = 60_000

  /// Creates the limits for a preview.
  ///
  /// - Parameter isEditable: Whether browsers send texts of layouts.
  public init(isEditable: Bool = true) {
    if !isEditable { messageByteCount = 64 << 10 }
  }
}
