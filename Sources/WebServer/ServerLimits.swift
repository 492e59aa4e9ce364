/// What others can make a server keep.
public struct ServerLimits: Sendable {
  /// The most WebSocket connections; further ones are refused.
  public var clientCount = 256
  /// The most connections of all kinds; further ones are closed.
  public var connectionCount = 512
  /// The most bytes of the header fields of a request.
  public var headerByteCount = 64 << 10
  /// The most bytes of one message from a browser; one that sends more is disconnected.
  public var messageByteCount = 2 << 20
  /// A browser's messages that may wait; until they are handled, no more are read from it.
  public var waitingMessageCount = 64
  /// Milliseconds after which a connection that says nothing is closed.
  ///
  /// A WebSocket is asked for a sign of life after a third of it.
  public var silenceMilliseconds: Int64 = 60_000

  /// The limits that fit a preview.
  public init() {}
}
