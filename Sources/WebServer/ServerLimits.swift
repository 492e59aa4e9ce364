/// What others can make a server keep.
public struct ServerLimits: Sendable {
  /// The most WebSocket connections; further ones are refused.
  public var clientCount = 256
  /// The most connections of all kinds; for a further one, the oldest of the strangers is closed.
  public var connectionCount = 512
  /// The most connections of strangers: those that are no WebSocket and had no download by a token.
  ///
  /// For a further one, the oldest of the address is closed that has the most.
  public var strangerCount = 128
  /// Milliseconds that a connection may take to say what it wants.
  public var requestMilliseconds: Int64 = 10_000
  /// The most bytes of the header fields of a request.
  public var headerByteCount = 16 << 10
  /// The most bytes of one message from a browser; one that sends more is disconnected.
  public var messageByteCount = 2 << 20
  /// A browser's messages that may wait, beside what came in one portion.
  ///
  /// Until they are handled, no more are read from it. Their bytes may be as many as those of the longest
  /// message.
  public var waitingMessageCount = 64
  /// Milliseconds after which a connection that says nothing is closed.
  ///
  /// A WebSocket is asked for a sign of life after a third of it.
  public var silenceMilliseconds: Int64 = 60_000

  /// The limits that fit a preview.
  ///
  /// - Parameter isEditable: Whether browsers send texts of layouts.
  public init(isEditable: Bool = true) {
    if !isEditable { messageByteCount = 64 << 10 }
  }
}
