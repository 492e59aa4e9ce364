/// Splits the bytes of a stream into messages; holds at most one incomplete message.
protocol MessageReader {
  mutating func append(_ portion: UnsafeRawBufferPointer)
  /// Removes and returns the next message; nil if its end has not arrived.
  mutating func next() -> ReceivedMessage?
}

/// What a reader found in a stream.
enum ReceivedMessage: Equatable {
  case text([UInt8])
  /// A message that was too long, and was dropped.
  case long(byteCount: Int)
  /// A request of the transport; these bytes answer it.
  case reply([UInt8])
  /// The peer ends the stream; these bytes confirm it.
  case end([UInt8])
  /// Bytes that are not of the protocol; the reason is one line.
  case invalid(reason: String)
}
