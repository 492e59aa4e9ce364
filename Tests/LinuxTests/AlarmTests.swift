import Linux
import TestPatience
import Testing

/// | set to                    | rings                                                |
/// |---------------------------|------------------------------------------------------|
/// | the past                  | in the next round                                    |
/// | several times             | in order of time, one round each                     |
/// | the same time             | all in one round                                     |
/// | nil, or cancelled         | never, and the loop does not wake                    |
/// | again, in its own handler | again in a later round, after other events           |
///
/// On a loop with the kernel's timer, and on one with a manual clock.
@Suite struct AlarmTests {
  /// The clock of a loop.
  enum Clock: CaseIterable {
    case kernel, manual

    func makeLoop() throws -> EventLoop {
      try EventLoop(clock: self == .manual ? ManualClock() : nil)
    }
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 999_999, 1_000_000], Clock.allCases)
  func fires(atATimeInThePast moment: Int64, _ clock: Clock) throws {
    let loop = try clock.makeLoop()
    var fired = 0
    let alarm = loop.makeAlarm { fired += 1 }
    alarm.set(atMicroseconds: moment)
    try loop.runOnce(timeoutMilliseconds: Patience.milliseconds)
    #expect(fired == 1)
    #expect(alarm.deadlineMicroseconds == nil)
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(loop.wakeUpCount == 1)
  }

  @Test(arguments: Clock.allCases) func theFarthestFutureNeverFires(_ clock: Clock) throws {
    let loop = try clock.makeLoop()
    let alarm = loop.makeAlarm { Issue.record("in 292,000 years") }
    alarm.set(atMicroseconds: .max)
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(loop.wakeUpCount == 0)
    #expect(alarm.deadlineMicroseconds == .max)
  }

  @Test func severalFireInTimeOrder() throws {
    let loop = try EventLoop(clock: ManualClock())
    var fired: [Int] = []
    let alarms = (0..<4).map { index in loop.makeAlarm { fired.append(index) } }
    for (index, order) in [2, 0, 3, 1].enumerated() {
      alarms[index].set(afterMicroseconds: 5000 * Int64(order + 1))
    }
    try loop.advance(byMicroseconds: 20_000)
    #expect(fired == [1, 3, 0, 2])
    #expect(loop.wakeUpCount == 4)
  }

  @Test(arguments: Clock.allCases)
  func overdueAlarmsFireInTimeOrder(_ clock: Clock) throws {
    let loop = try clock.makeLoop()
    var fired: [Int] = []
    let alarms = (0..<4).map { index in loop.makeAlarm { fired.append(index) } }
    for (index, moment) in [30, 10, 40, 20].enumerated() {
      alarms[index].set(atMicroseconds: Int64(moment))
    }
    try loop.runOnce(timeoutMilliseconds: Patience.milliseconds)
    #expect(fired == [1, 3, 0, 2])
    #expect(loop.wakeUpCount == 1 && alarms.count == 4)
  }

  @Test(arguments: Clock.allCases)
  func firesAfterReadyDescriptorsOfTheSameRound(_ clock: Clock) throws {
    let loop = try clock.makeLoop()
    var order: [String] = []
    // It becomes ready after the timer, so epoll reports the timer first.
    let alarm = loop.makeAlarm { order.append("alarm") }
    alarm.set(atMicroseconds: 0)
    let wakeup = try Mailbox(0)
    try loop.watch(wakeup.descriptor, for: .readable) { _ in
      order.append("event")
      var contents = 0
      wakeup.take(into: &contents)
    }
    defer { loop.unwatch(wakeup.descriptor) }
    wakeup.post { $0 = 1 }
    try loop.runOnce(timeoutMilliseconds: Patience.milliseconds)
    #expect(order == ["event", "alarm"])
    #expect(loop.wakeUpCount == 1)
  }

  @Test func neverFiresEarly() throws {
    let loop = try EventLoop()
    let deadline = loop.nowMicroseconds + 3000
    var firedAt: Int64?
    let alarm = loop.makeAlarm { firedAt = loop.nowMicroseconds }
    alarm.set(atMicroseconds: deadline)
    try Patience.run(loop, state: firedAt as Any) { firedAt != nil }
    #expect(firedAt ?? 0 >= deadline)
  }

  @Test(arguments: Clock.allCases) func equalTimesFireInOneRound(_ clock: Clock) throws {
    let loop = try clock.makeLoop()
    var fired = 0
    let alarms = (0..<3).map { _ in loop.makeAlarm { fired += 1 } }
    for alarm in alarms { alarm.set(atMicroseconds: 1) }
    try loop.runOnce(timeoutMilliseconds: Patience.milliseconds)
    #expect(fired == 3)
    #expect(loop.wakeUpCount == 1)
  }

  /// They were due, so a timer that was not stopped would wake the loop at once.
  @Test(arguments: Clock.allCases)
  func unsetAndCancelledAlarmsNeitherFireNorWake(_ clock: Clock) throws {
    let loop = try clock.makeLoop()
    let unset = loop.makeAlarm { Issue.record("was unset") }
    let cancelled = loop.makeAlarm { Issue.record("was cancelled") }
    unset.set(atMicroseconds: 1)
    cancelled.set(atMicroseconds: 1)
    unset.set(atMicroseconds: nil)
    cancelled.cancel()
    // Cancelling is permanent.
    cancelled.set(atMicroseconds: 1)
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(loop.wakeUpCount == 0)
  }

  @Test(arguments: Clock.allCases) func aLaterTimeReplacesTheEarlier(_ clock: Clock) throws {
    let loop = try clock.makeLoop()
    var fired = 0
    let alarm = loop.makeAlarm { fired += 1 }
    alarm.set(atMicroseconds: 1)
    alarm.set(afterMicroseconds: 60_000_000)
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(fired == 0)
    #expect(loop.wakeUpCount == 0)
  }

  @Test(arguments: Clock.allCases)
  func anAlarmSetInItsHandlerFiresInALaterRound(_ clock: Clock) throws {
    let loop = try clock.makeLoop()
    var alarm: Alarm?
    var fired = 0
    alarm = loop.makeAlarm {
      fired += 1
      if fired < 3 { alarm?.set(atMicroseconds: 1) }
    }
    alarm?.set(atMicroseconds: 1)
    for round in 1...3 {
      try loop.runOnce(timeoutMilliseconds: Patience.milliseconds)
      #expect(fired == round)
    }
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(loop.wakeUpCount == 3)
  }

  @Test(arguments: Clock.allCases)
  func aHandlerMayCancelAnotherDueAlarm(_ clock: Clock) throws {
    let loop = try clock.makeLoop()
    var alarms: [Alarm] = []
    var fired = 0
    for index in 0...1 {
      alarms.append(
        loop.makeAlarm {
          fired += 1
          alarms[1 - index].cancel()
        })
    }
    for alarm in alarms { alarm.set(atMicroseconds: 1) }
    try loop.runOnce(timeoutMilliseconds: Patience.milliseconds)
    #expect(fired == 1)
  }

  @Test func mayOutliveItsLoop() throws {
    var loop: EventLoop? = try EventLoop()
    let alarm = try #require(loop?.makeAlarm { Issue.record("its loop is gone") })
    loop = nil
    alarm.set(atMicroseconds: 1)
    alarm.set(afterMicroseconds: 1)
    alarm.cancel()
    #expect(alarm.deadlineMicroseconds == nil)
  }
}
