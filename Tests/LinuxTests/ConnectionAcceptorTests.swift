import Glibc
import Testing

@testable import Linux

/// Accepting connections, also without free descriptors.
@Suite struct ConnectionAcceptorTests {
  private let loop: EventLoop
  private let path = "/tmp/knobpanel-acceptor-\(UInt64.random(in: 0 ... .max))"

  init() throws {
    loop = try EventLoop(clock: ManualClock())
  }

  /// Connects this many times, and returns objects that keep the connections open.
  private func connect(_ count: Int) throws -> [Holder] {
    try (0..<count).map { _ in Holder(try UnixSocket.connect(path)) }
  }

  private final class Holder {
    let socket: FileDescriptor
    init(_ socket: consuming FileDescriptor) { self.socket = socket }
  }

  @Test("Without a descriptor it backs off, and then accepts those that wait") func failure()
    throws
  {
    defer { unlink(path) }
    var isFull = true
    var callCount = 0
    var failures: [Int32] = []
    var connectionCount = 0
    let acceptor = try ConnectionAcceptor(
      try UnixSocket.listen(path, mode: 0o600).descriptor(), loop: loop,
      call: { socket throws(SystemError) in
        callCount += 1
        if isFull { throw SystemError(call: "accept", code: EMFILE) }
        return try UnixSocket.accept(socket)
      },
      onConnection: { connection in
        connectionCount += 1
        _ = consume connection
      }, onFailure: { failures.append($0.code) })
    let peers = try connect(3)
    // After 0.25, 0.5, 1, 2, 4, 8, 10, 10, … seconds.
    try loop.advance(byMicroseconds: 60_000_000)
    #expect((8...11).contains(callCount))
    #expect(failures == Array(repeating: EMFILE, count: callCount))
    #expect(connectionCount == 0)
    isFull = false
    try loop.advance(byMicroseconds: 10_000_000)
    #expect(connectionCount == 3)
    // From now on at once.
    let more = try connect(1)
    try loop.advance(byMicroseconds: 0)
    #expect(connectionCount == 4)
    isFull = true
    let last = try connect(1)
    callCount = 0
    try loop.advance(byMicroseconds: 250_000)
    #expect(callCount == 2)
    acceptor.stop()
    let wakeUps = loop.wakeUpCount
    try loop.advance(byMicroseconds: 60_000_000)
    #expect(loop.wakeUpCount == wakeUps)
    _ = (peers, more, last)
  }

  @Test("Of many simultaneous connections, some are accepted per round, and all in the end")
  func rounds() throws {
    defer { unlink(path) }
    var connectionCount = 0
    let acceptor = try ConnectionAcceptor(
      try UnixSocket.listen(path, mode: 0o600).descriptor(), loop: loop,
      onConnection: { connection in
        connectionCount += 1
        _ = consume connection
      }, onFailure: { Issue.record("\($0)") })
    let peers = try connect(20)
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(connectionCount == ConnectionAcceptor.turnLimit)
    try loop.advance(byMicroseconds: 0)
    #expect(connectionCount == 20)
    withExtendedLifetime((acceptor, peers)) {}
  }
}
