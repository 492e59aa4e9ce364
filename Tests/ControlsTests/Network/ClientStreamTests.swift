import Linux
import MQTTBench
import Testing

@testable import Controls

/// The limits of what is buffered from and for a server.
@Suite struct ClientStreamTests {
  @Test("Little is buffered from a fast server, so values are not old")
  func littleWaits() throws {
    let server = try TestServer()
    let address = try #require(SocketAddress.numeric("127.0.0.1", port: server.port))
    let stream = ClientStream(try TCPStream(to: address), tls: nil)
    for _ in 0..<1000 where server.count == 0 {}
    server.queue([UInt8](repeating: 0, count: 8_000_000))
    var (readCount, mostWaiting) = (0, 0)
    // Long enough for the kernel to adapt to the reader's rate.
    for _ in 0..<20_000 where readCount < 4_000_000 {
      server.sendQueued()
      mostWaiting = max(
        mostWaiting, server.sentCount - server.unacknowledgedCount - readCount)
      try stream.read { readCount += $0.count }
    }
    #expect(readCount >= 4_000_000)
    // The kernel doubles the requested size, for its own bookkeeping.
    #expect(mostWaiting <= 2 * Int(TCPStream.receiveBufferByteCount))
  }

  @Test("A large message extends the limit by its own size, until it is sent")
  func largeMessage() throws {
    let server = try TestServer()
    let address = try #require(SocketAddress.numeric("127.0.0.1", port: server.port))
    let stream = ClientStream(try TCPStream(to: address), tls: nil)
    for _ in 0..<1000 where server.count == 0 {}
    let limit = ClientStream.unsentByteLimit
    let large = [UInt8](repeating: 1, count: 8 * limit)
    try stream.send(large, isLarge: true)
    try stream.send([UInt8](repeating: 2, count: limit))
    #expect(stream.unsentByteCount == 9 * limit)
    #expect(throws: StreamError.lost) { try stream.send([3]) }
    for _ in 0..<10_000 where stream.unsentByteCount > 0 { try stream.flush() }
    #expect(stream.unsentByteCount == 0)
    #expect(throws: StreamError.lost) { try stream.send(large) }
  }

  @Test("No more than a limit is buffered for a broker that reads nothing") func nothingTaken()
    throws
  {
    let server = try TestServer()
    let address = try #require(SocketAddress.numeric("127.0.0.1", port: server.port))
    let stream = ClientStream(try TCPStream(to: address), tls: nil)
    for _ in 0..<1000 where server.count == 0 {}
    let bytes = [UInt8](repeating: 0, count: 10_000)
    #expect(throws: StreamError.lost) {
      // The kernel itself buffers some megabytes.
      for _ in 0..<100_000 {
        try stream.send(bytes)
        try stream.flush()
        #expect(stream.unsentByteCount <= ClientStream.unsentByteLimit)
      }
    }
  }
}
