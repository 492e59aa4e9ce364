import Linux
import MQTTBench
import Testing

@testable import Controls

/// What is kept of what a broker sends, and for one that does not read.
@Suite struct BrokerStreamTests {
  @Test("Of a broker that sends faster than is read, little waits: values are not old")
  func littleWaits() throws {
    let server = try TestServer()
    let address = try #require(SocketAddress.numeric("127.0.0.1", port: server.port))
    let stream = BrokerStream(try TCPStream(to: address), tls: nil)
    for _ in 0..<1000 where server.count == 0 {}
    server.queue([UInt8](repeating: 0, count: 8_000_000))
    var (readCount, mostWaiting) = (0, 0)
    // Long enough for the kernel to learn what a reader takes.
    for _ in 0..<20_000 where readCount < 4_000_000 {
      server.sayQueued()
      mostWaiting = max(
        mostWaiting, server.saidCount - server.unacknowledgedCount - readCount)
      try stream.read { readCount += $0.count }
    }
    #expect(readCount >= 4_000_000)
    // The kernel doubles what it is told, for what it uses itself.
    #expect(mostWaiting <= 2 * Int(TCPStream.receiveBufferByteCount))
  }

  @Test("A large message counts only for itself, and no more when it has left")
  func largeMessage() throws {
    let server = try TestServer()
    let address = try #require(SocketAddress.numeric("127.0.0.1", port: server.port))
    let stream = BrokerStream(try TCPStream(to: address), tls: nil)
    for _ in 0..<1000 where server.count == 0 {}
    let limit = BrokerStream.unsentByteLimit
    let large = [UInt8](repeating: 1, count: 8 * limit)
    try stream.send(large, isLarge: true)
    try stream.send([UInt8](repeating: 2, count: limit))
    #expect(stream.unsentByteCount == 9 * limit)
    #expect(throws: MQTTSessionError.lost) { try stream.send([3]) }
    for _ in 0..<10_000 where stream.unsentByteCount > 0 { try stream.flush() }
    #expect(stream.unsentByteCount == 0)
    #expect(throws: MQTTSessionError.lost) { try stream.send(large) }
  }

  @Test("For a broker that takes nothing no more than a limit is kept") func nothingTaken() throws {
    let server = try TestServer()
    let address = try #require(SocketAddress.numeric("127.0.0.1", port: server.port))
    let stream = BrokerStream(try TCPStream(to: address), tls: nil)
    for _ in 0..<1000 where server.count == 0 {}
    let bytes = [UInt8](repeating: 0, count: 10_000)
    #expect(throws: MQTTSessionError.lost) {
      // The kernel takes some megabytes.
      for _ in 0..<100_000 {
        try stream.send(bytes)
        try stream.flush()
        #expect(stream.unsentByteCount <= BrokerStream.unsentByteLimit)
      }
    }
  }
}
