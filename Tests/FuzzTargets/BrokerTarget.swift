// Internal types, visible only with `-enable-testing`.
#if DEBUG || TESTABLE
@testable import Controls

extension FuzzTarget {
  /// The bytes of a broker: the packets do not depend on how the bytes are split.
  ///
  /// The first three bytes give the sizes of the portions, and whether a long message is appended.
  static let broker = FuzzTarget(name: "broker", longestInput: 400) { bytes in
    let sizes = (bytes.prefix(3) + [0, 0, 0]).prefix(3).map { Int($0) % 40 + 1 }
    var stream = Array(bytes.dropFirst(3))
    if sizes[0] == 40 { stream += [UInt8](repeating: 65, count: 20_000) }
    let whole = try packets(of: stream) { _ in stream.count }
    let parts = try packets(of: stream) { sizes[$0 % 3] }
    try require(
      whole.packets == parts.packets && whole.isRefused == parts.isRefused,
      "\(whole) as one portion, \(parts) in several")
  }

  private static func packets(
    of stream: [UInt8], _ portion: (Int) -> Int
  ) throws -> (packets: [BrokerPacket], isRefused: Bool) {
    var reader = BrokerPacketReader()
    var packets: [BrokerPacket] = []
    var (start, count) = (0, 0)
    while start < stream.count {
      let end = min(start + max(1, portion(count)), stream.count)
      stream[start..<end].withUnsafeBytes { reader.append($0) }
      do throws(BrokerPacketError) {
        while let packet = try reader.next() { packets.append(packet) }
      } catch {
        return (packets, true)
      }
      try require(
        reader.heldByteCount <= BrokerPacketReader.byteLimit + 5 + end - start,
        "it keeps \(reader.heldByteCount) bytes")
      (start, count) = (end, count + 1)
    }
    return (packets, false)
  }
}
#endif
