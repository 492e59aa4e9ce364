/// Iterates over the messages of a packet (OSC 1.0 specification, "OSC Packets").
///
/// Accepts any bytes, and any number of messages. Bundles take effect at once, whatever their time
/// tags: a panel shows the present state, and has no use for future values.
enum OSCPacket {
  /// The nesting limit of bundles; a packet with deeper ones is rejected from there on.
  static let depthLimit = 4
  /// The size of a bundle's header in bytes: `#bundle`, a zero and the time tag.
  private static let bundleHeadByteCount = 16

  /// Calls `body` for each message of a packet.
  ///
  /// - Parameters:
  ///   - packet: The whole datagram.
  ///   - body: Receives the address without its padding, and the whole message.
  /// - Returns: False if the packet, or a part of it, is not OSC.
  static func forEachMessage(
    in packet: UnsafeRawBufferPointer,
    _ body: (_ address: UnsafeRawBufferPointer, _ message: UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    walk(packet, depth: 0, body)
  }

  private static func walk(
    _ packet: UnsafeRawBufferPointer, depth: Int,
    _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Void
  ) -> Bool {
    guard packet.count >= 4, packet.count.isMultiple(of: 4) else { return false }
    if packet.first == UInt8(ascii: "/") {
      guard let end = packet.firstIndex(of: 0) else { return false }
      body(UnsafeRawBufferPointer(rebasing: packet[..<end]), packet)
      return true
    }
    guard depth < depthLimit, packet.count >= bundleHeadByteCount,
      packet.starts(with: "#bundle\0".utf8)
    else { return false }
    var rest = packet.dropFirst(bundleHeadByteCount)
    while !rest.isEmpty {
      guard rest.count >= 4 else { return false }
      let size = Int(
        UInt32(
          bigEndian: packet.loadUnaligned(fromByteOffset: rest.startIndex, as: UInt32.self)))
      rest = rest.dropFirst(4)
      guard size <= rest.count else { return false }
      let element = UnsafeRawBufferPointer(rebasing: rest.prefix(size))
      guard walk(element, depth: depth + 1, body) else { return false }
      rest = rest.dropFirst(size)
    }
    return true
  }
}
