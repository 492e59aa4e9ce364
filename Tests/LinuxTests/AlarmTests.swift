import Glibc
import Testing

@testable import Linux

/// | set to            | rings                                                 |
/// |-------------------|-------------------------------------------------------|
/// | the past          | in the next round                                     |
/// | several moments   | in the order of the moments, one round each           |
/// | the same moment   | all in one round                                      |
/// | nil, or cancelled | never, and the loop does not wake                     |
/// | again, by itself  | again, in a later round: other events get their turn  |
@Suite struct AlarmTests {
  let loop: EventLoop

  init() throws {
    loop = try EventLoop()
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 999_999, 1_000_000])
  func rings(atAMomentInThePast moment: Int64) throws {
    var rung = 0
    let alarm = loop.makeAlarm { rung += 1 }
    alarm.set(atMicroseconds: moment)
    try loop.runOnce(timeoutMilliseconds: 1000)
    #expect(rung == 1)
    #expect(alarm.deadlineMicroseconds == nil)
    try loop.runOnce(timeoutMilliseconds: 10)
    #expect(loop.wakeUpCount == 1)
  }

  @Test func theFarthestFutureIsJustNever() throws {
    let alarm = loop.makeAlarm { Issue.record("in 292,000 years") }
    alarm.set(atMicroseconds: .max)
    try loop.runOnce(timeoutMilliseconds: 10)
    #expect(loop.wakeUpCount == 0)
  }

  @Test func severalRingInTheOrderOfTheirMoments() throws {
    var rung: [Int] = []
    let now = MonotonicClock.microseconds
    let alarms = (0..<4).map { index in loop.makeAlarm { rung.append(index) } }
    for (index, order) in [2, 0, 3, 1].enumerated() {
      alarms[index].set(atMicroseconds: now + 5000 * Int64(order + 1))
    }
    while rung.count < 4 { try loop.runOnce(timeoutMilliseconds: 1000) }
    #expect(rung == [1, 3, 0, 2])
    #expect(alarms.count == 4)
  }

  @Test func lateOnesRingInTheOrderOfTheirMomentsToo() throws {
    var rung: [Int] = []
    let alarms = (0..<4).map { index in loop.makeAlarm { rung.append(index) } }
    for (index, moment) in [30, 10, 40, 20].enumerated() {
      alarms[index].set(atMicroseconds: Int64(moment))
    }
    try loop.runOnce(timeoutMilliseconds: 1000)
    #expect(rung == [1, 3, 0, 2])
    #expect(loop.wakeUpCount == 1 && alarms.count == 4)
  }

  @Test func ringsAfterWhatIsReadyInTheSameRound() throws {
    var order: [String] = []
    // Ready after the timer, which epoll therefore reports first.
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
    try loop.runOnce(timeoutMilliseconds: 1000)
    #expect(order == ["event", "alarm"])
    #expect(loop.wakeUpCount == 1)
  }

  @Test func neverRingsBeforeItsMoment() throws {
    let deadline = MonotonicClock.microseconds + 3000
    var rungAt: Int64?
    let alarm = loop.makeAlarm { rungAt = MonotonicClock.microseconds }
    alarm.set(atMicroseconds: deadline)
    while rungAt == nil { try loop.runOnce(timeoutMilliseconds: 1000) }
    #expect(rungAt ?? 0 >= deadline)
  }

  @Test func alarmsOfOneMomentRingInOneRound() throws {
    var rung = 0
    let alarms = (0..<3).map { _ in loop.makeAlarm { rung += 1 } }
    for alarm in alarms { alarm.set(atMicroseconds: 1) }
    try loop.runOnce(timeoutMilliseconds: 1000)
    #expect(rung == 3)
    #expect(loop.wakeUpCount == 1)
  }

  @Test func unsetAndCancelledOnesNeitherRingNorWake() throws {
    let unset = loop.makeAlarm { Issue.record("was unset") }
    let cancelled = loop.makeAlarm { Issue.record("was cancelled") }
    let soon = MonotonicClock.microseconds + 2000
    unset.set(atMicroseconds: soon)
    cancelled.set(atMicroseconds: soon)
    unset.set(atMicroseconds: nil)
    cancelled.cancel()
    // Cancelled is for good.
    cancelled.set(atMicroseconds: soon)
    try loop.runOnce(timeoutMilliseconds: 20)
    #expect(loop.wakeUpCount == 0)
  }

  @Test func aLaterMomentReplacesTheEarlier() throws {
    var rung = 0
    let alarm = loop.makeAlarm { rung += 1 }
    alarm.set(atMicroseconds: MonotonicClock.microseconds + 1000)
    alarm.set(atMicroseconds: MonotonicClock.microseconds + 60_000_000)
    try loop.runOnce(timeoutMilliseconds: 20)
    #expect(rung == 0)
    #expect(loop.wakeUpCount == 0)
  }

  @Test func oneSetAgainInItsHandlerRingsInALaterRound() throws {
    var alarm: Alarm?
    var rung = 0
    alarm = loop.makeAlarm {
      rung += 1
      if rung < 3 { alarm?.set(atMicroseconds: 1) }
    }
    alarm?.set(atMicroseconds: 1)
    for round in 1...3 {
      try loop.runOnce(timeoutMilliseconds: 1000)
      #expect(rung == round)
    }
    try loop.runOnce(timeoutMilliseconds: 10)
    #expect(loop.wakeUpCount == 3)
  }

  @Test func oneMayCancelAnotherThatIsDueInTheSameRound() throws {
    var alarms: [Alarm] = []
    var rung = 0
    for index in 0...1 {
      alarms.append(
        loop.makeAlarm {
          rung += 1
          alarms[1 - index].cancel()
        })
    }
    for alarm in alarms { alarm.set(atMicroseconds: 1) }
    try loop.runOnce(timeoutMilliseconds: 1000)
    #expect(rung == 1)
  }

  @Test func outlivesItsLoopHarmlessly() throws {
    var loop: EventLoop? = try EventLoop()
    let alarm = try #require(loop?.makeAlarm {})
    loop = nil
    alarm.set(atMicroseconds: 1)
    alarm.cancel()
    #expect(alarm.deadlineMicroseconds == nil)
  }
}
