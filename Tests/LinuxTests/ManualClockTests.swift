import Linux
import TestPatience
import Testing

/// A loop whose time passes only when a test advances it.
@Suite struct ManualClockTests {
  let clock = ManualClock(microseconds: 1000)
  let loop: EventLoop

  init() throws {
    loop = try EventLoop(clock: clock)
  }

  @Test func theLoopUsesTheClock() throws {
    #expect(loop.nowMicroseconds == 1000)
    try loop.advance(byMicroseconds: 500)
    #expect(loop.nowMicroseconds == 1500 && clock.microseconds == 1500)
    clock.microseconds = 7
    #expect(loop.nowMicroseconds == 7)
  }

  @Test func theDefaultClockMatchesKernelEvents() throws {
    let loop = try EventLoop()
    let before = MonotonicClock.microseconds
    let times = [loop.nowMicroseconds, loop.clock()]
    #expect(before <= times[0] && times[0] <= times[1])
    #expect(times[1] <= MonotonicClock.microseconds)
  }

  @Test func threadsReadTheSameClock() throws {
    clock.microseconds = 42
    let answer = try Mailbox(Int64(0))
    let worker = try Worker { [clock = loop.clock] in answer.post { $0 = clock() } }
    #expect(worker.join(withinMilliseconds: Patience.milliseconds))
    #expect(answer.withContents { $0 } == 42)
  }

  @Test func anAlarmFiresExactlyAtItsTime() throws {
    var firedAt: [Int64] = []
    let alarm = loop.makeAlarm { firedAt.append(loop.nowMicroseconds) }
    alarm.set(afterMicroseconds: 300)
    try loop.advance(byMicroseconds: 299)
    #expect(firedAt.isEmpty && loop.wakeUpCount == 0)
    try loop.advance(byMicroseconds: 10_000)
    #expect(firedAt == [1300])
    #expect(loop.nowMicroseconds == 11_299)
  }

  @Test func anAlarmSetDuringAdvanceFiresToo() throws {
    var firedAt: [Int64] = []
    var alarm: Alarm?
    alarm = loop.makeAlarm {
      firedAt.append(loop.nowMicroseconds)
      alarm?.set(afterMicroseconds: 100)
    }
    alarm?.set(afterMicroseconds: 100)
    try loop.advance(byMicroseconds: 350)
    #expect(firedAt == [1100, 1200, 1300])
    #expect(alarm?.deadlineMicroseconds == 1400)
    alarm = nil
  }

  @Test func readyDescriptorsAreHandledBeforeTimePasses() throws {
    let mailbox = try Mailbox(0)
    var seenAt: [Int64] = []
    try loop.watch(mailbox.descriptor, for: .readable) { _ in
      var contents = 0
      mailbox.take(into: &contents)
      seenAt.append(loop.nowMicroseconds)
    }
    defer { loop.unwatch(mailbox.descriptor) }
    let alarm = loop.makeAlarm { mailbox.post { $0 += 1 } }
    alarm.set(afterMicroseconds: 50)
    mailbox.post { $0 += 1 }
    try loop.advance(byMicroseconds: 100)
    // What an alarm makes ready is handled at the time of the alarm.
    #expect(seenAt == [1000, 1050])
  }

  @Test func anAlwaysReadyDescriptorDoesNotStopTime() throws {
    let pipe = try Pipe()
    var calls = 0
    try loop.watch(pipe.writing.number, for: .writable) { _ in calls += 1 }
    var fired = 0
    let alarm = loop.makeAlarm { fired += 1 }
    alarm.set(afterMicroseconds: 10)
    try loop.advance(byMicroseconds: 10)
    #expect(fired == 1 && calls > 0)
    loop.unwatch(pipe.writing.number)
  }

  @Test func advancingByZeroOnlyHandlesReadyDescriptors() throws {
    let due = loop.makeAlarm {}
    due.set(afterMicroseconds: 0)
    let later = loop.makeAlarm { Issue.record("not yet") }
    later.set(afterMicroseconds: 1)
    try loop.advance(byMicroseconds: 0)
    #expect(loop.wakeUpCount == 1 && due.deadlineMicroseconds == nil)
    #expect(loop.nowMicroseconds == 1000)
  }

  @Test func roundsDoNotWaitForAnAlarmThatIsDue() throws {
    var fired = 0
    let alarm = loop.makeAlarm { fired += 1 }
    alarm.set(afterMicroseconds: 5)
    clock.microseconds += 5
    try loop.runOnce(timeoutMilliseconds: Patience.milliseconds)
    #expect(fired == 1)
  }
}
