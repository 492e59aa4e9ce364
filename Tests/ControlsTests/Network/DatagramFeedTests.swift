import Linux
import Testing

@testable import Controls

/// A flooded socket.
@Suite struct DatagramFeedTests {
  @Test("A flood is read a few messages a round and 200 a second; the rest is read later")
  func flood() throws {
    let loop = try EventLoop(clock: ManualClock())
    let ready = try Wakeup()
    let sender = try #require(SocketAddress.numeric("10.0.0.7", port: 1900))
    // Always readable, like a flooded socket.
    ready.signal()
    var waitingCount = Int.max
    var count = 0
    let feed = try DatagramFeed(
      ready.descriptor, loop: loop,
      receive: {
        guard waitingCount > 0 else {
          ready.acknowledge()
          return nil
        }
        waitingCount -= 1
        return ([], sender)
      }
    ) { _, _ in count += 1 }
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(count == DatagramFeed.turnLimit)
    try loop.advance(byMicroseconds: 999_999)
    #expect(count == DatagramFeed.secondLimit)
    for second in 2...10 {
      try loop.advance(byMicroseconds: 1_000_000)
      #expect(count == second * DatagramFeed.secondLimit)
    }
    waitingCount = 7
    try loop.advance(byMicroseconds: 1_000_000)
    #expect(count == 10 * DatagramFeed.secondLimit + 7)
    let wakeUps = loop.wakeUpCount
    try loop.advance(byMicroseconds: 10_000_000)
    #expect(loop.wakeUpCount == wakeUps)
    feed.stop()
  }

  @Test("A feed that is stopped in a message handler delivers no more") func stop() throws {
    let loop = try EventLoop(clock: ManualClock())
    let ready = try Wakeup()
    let sender = try #require(SocketAddress.numeric("10.0.0.7", port: 1900))
    ready.signal()
    var count = 0
    var feed: DatagramFeed?
    feed = try DatagramFeed(ready.descriptor, loop: loop, receive: { ([], sender) }) { _, _ in
      count += 1
      feed?.stop()
      feed = nil
    }
    try loop.advance(byMicroseconds: 5_000_000)
    #expect(count == 1)
  }
}
