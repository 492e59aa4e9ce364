import Linux
import Testing

@testable import Controls

/// When a `SpacedQuery` is sent.
@Suite struct SpacedQueryTests {
  @Test("It is sent once per interval, and at the end of an interval if it was scheduled in it")
  func interval() throws {
    let loop = try EventLoop(clock: ManualClock())
    var count = 0
    let query = SpacedQuery(intervalMicroseconds: 1000, loop: loop) { count += 1 }
    query.sendNow()
    for _ in 0..<3 { query.schedule() }
    try loop.advance(byMicroseconds: 999)
    #expect(count == 1)
    try loop.advance(byMicroseconds: 1)
    #expect(count == 2)
    try loop.advance(byMicroseconds: 5000)
    #expect(count == 2)
    query.schedule()
    try loop.advance(byMicroseconds: 0)
    #expect(count == 3)
  }

  @Test("A stopped one is not sent, and can be scheduled again at once") func stop() throws {
    let loop = try EventLoop(clock: ManualClock())
    var count = 0
    let query = SpacedQuery(intervalMicroseconds: 1000, loop: loop) { count += 1 }
    query.sendNow()
    query.schedule()
    query.stop()
    try loop.advance(byMicroseconds: 5000)
    #expect(count == 1)
    query.sendNow()
    query.stop()
    query.schedule()
    try loop.advance(byMicroseconds: 0)
    #expect(count == 3)
  }

  @Test("Controls of the same server share a connection, which ends with them") func sharing() {
    final class Connection {}
    var pool = ConnectionPool<String, Connection>()
    var first: Connection? = pool.connection(to: "a") { Connection() }
    #expect(pool.connection(to: "a") { Connection() } === first)
    #expect(pool.connection(to: "b") { Connection() } !== first)
    weak let last = first
    first = nil
    #expect(last == nil)
  }
}
