import CAllocationCount
import Testing

@testable import Linux

@Suite struct AllocationTests {
  /// Rounds of the loop allocate nothing: descriptors, alarms and timeouts.
  @Test func roundsDoNotAllocate() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var fired = 0
    var ready = 0
    let alarms = (0..<5).map { _ in loop.makeAlarm { fired += 1 } }
    try loop.watch(pipe.writing.number, for: .writable) { _ in ready += 1 }
    func rounds(_ range: Range<Int>) throws {
      for round in range {
        alarms[round % 5].set(atMicroseconds: 1)
        alarms[(round + 1) % 5].set(atMicroseconds: .max - Int64(round))
        try loop.runOnce(timeoutMilliseconds: 0)
      }
    }
    try rounds(0..<100)
    let before = allocation_count()
    try rounds(100..<1100)
    #expect(allocation_count() - before == 0)
    #expect(fired > 1000)
    #expect(ready == 1100)
  }
}
