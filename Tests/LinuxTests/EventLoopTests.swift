import Glibc
import Testing

@testable import Linux

@Suite struct EventLoopTests {
  @Test func callsTheHandlerOfAReadyDescriptorAndThenAfterEventsOnce() throws {
    let loop = try EventLoop()
    let first = try Pipe()
    let second = try Pipe()
    var calls: [String] = []
    try loop.watch(first.reading.number, for: .readable) { _ in calls.append("event") }
    try loop.watch(second.reading.number, for: .readable) { _ in calls.append("event") }
    loop.afterEvents = { calls.append("after") }
    first.fill()
    second.fill()
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(calls == ["event", "event", "after"])
    #expect(loop.wakeUpCount == 1)
  }

  @Test func anIdleLoopNeitherWakesNorCallsAfterEvents() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    try loop.watch(pipe.reading.number, for: .readable) { _ in Issue.record("not readable") }
    loop.afterEvents = { Issue.record("nothing happened") }
    let alarm = loop.makeAlarm { Issue.record("was never set") }
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(loop.wakeUpCount == 0)
    alarm.cancel()
  }

  @Test func reportsReadiness() throws {
    let loop = try EventLoop()
    var holder: Holder? = Holder()
    let reading = FileDescriptor(owning: dup(try #require(holder).pipe.reading.number))
    var seen: [Readiness] = []
    try loop.watch(reading.number, for: .readable) { seen.append($0) }
    holder?.pipe.fill()
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(seen == [.readable])
    // The closed other end is reported without being requested.
    holder?.pipe.drain()
    holder = nil
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(seen.count == 2)
    #expect(seen.last?.isDisjoint(with: .failed) == false)
  }

  @Test func watchingAgainReplacesHandlerAndReadiness() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var calls: [String] = []
    try loop.watch(pipe.writing.number, for: .readable) { _ in calls.append("old") }
    try loop.watch(pipe.writing.number, for: .writable) { _ in calls.append("new") }
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(calls == ["new"])
  }

  @Test func aHandlerMayEndAnotherWatchOfTheSameRound() throws {
    let loop = try EventLoop()
    let pipes = [0, 1].map { _ in Holder() }
    var called: [Int] = []
    for (index, pipe) in pipes.enumerated() {
      try loop.watch(pipe.pipe.reading.number, for: .readable) { _ in
        called.append(index)
        loop.unwatch(pipes[1 - index].pipe.reading.number)
      }
      pipe.pipe.fill()
    }
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(called.count == 1)
  }

  /// A card that is unplugged and reopened in one handler may get the same descriptor number; an
  /// event of the old descriptor must not reach the new one.
  @Test func eventsOfClosedDescriptorsDoNotReachReusedNumbers() throws {
    let loop = try EventLoop()
    var pipes = [Holder?](repeating: nil, count: 2)
    let quiet = try Pipe()
    var called = 0
    var wrong = 0
    for index in 0...1 {
      let holder = Holder()
      pipes[index] = holder
      try loop.watch(holder.pipe.reading.number, for: .readable) { _ in
        called += 1
        let other = 1 - index
        guard let number = pipes[other]?.pipe.reading.number else { return }
        loop.unwatch(number)
        // Does to the number what closing and opening would, without the race against other tests.
        #expect(dup2(quiet.reading.number, number) == number)
        do {
          try loop.watch(number, for: .readable) { _ in wrong += 1 }
        } catch {
          Issue.record(error)
        }
      }
      holder.pipe.fill()
    }
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(called == 1)
    #expect(wrong == 0)
    pipes.removeAll()
  }

  @Test func aHandlerMayEndItsOwnWatch() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var calls = 0
    let number = pipe.reading.number
    try loop.watch(number, for: .readable) { _ in
      calls += 1
      loop.unwatch(number)
      loop.unwatch(number)
    }
    pipe.fill()
    try loop.runOnce(timeoutMilliseconds: 0)
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(calls == 1)
  }

  @Test func runHandlesRoundsUntilStopped() throws {
    let loop = try EventLoop()
    let pipe = try Pipe()
    var rounds = 0
    try loop.watch(pipe.reading.number, for: .readable) { _ in
      rounds += 1
      if rounds == 3 { loop.stop() }
    }
    pipe.fill()
    try loop.run()
    #expect(rounds == 3)
    // It can run again.
    rounds = 2
    try loop.run()
    #expect(rounds == 3)
  }

  /// With any number of ready descriptors, a touchscreen is read in every round.
  @Test(arguments: [1, 31, 32, 33, 200])
  func allReadyDescriptorsAreHandledInOneRound(count: Int) throws {
    let loop = try EventLoop()
    let busy = (0..<count).map { _ in Holder() }
    var busyCalls = 0
    for holder in busy {
      try loop.watch(holder.pipe.writing.number, for: .writable) { _ in busyCalls += 1 }
    }
    let touch = try Pipe()
    var touches = 0
    try loop.watch(touch.reading.number, for: .readable) { _ in
      touches += 1
      touch.drain()
    }
    for round in 1...5 {
      touch.fill()
      try loop.runOnce(timeoutMilliseconds: 0)
      #expect(touches == round)
      #expect(busyCalls == round * count)
    }
    // An optimised build would otherwise close the unused pipes earlier.
    withExtendedLifetime(busy) {}
  }

  // MARK: Durations

  @Test func aHandlerThatBlocksIsCountedAndNamed() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let pipe = try Pipe()
    let length = RoundDurations.limitMicroseconds + 1
    try loop.watch(pipe.reading.number, for: .readable, source: "Slow.swift") { _ in
      clock.microseconds += length
      pipe.drain()
    }
    let alarm = loop.makeAlarm(source: "Alarmed.swift") {}
    var long: [LongRound] = []
    loop.onLongRound = { long.append($0) }
    pipe.fill()
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(loop.durations.longCount == 1)
    #expect(long == [LongRound(microseconds: length, sources: ["Slow.swift"], unreportedCount: 0)])
    // The next one is counted, and reported later.
    pipe.fill()
    alarm.set(atMicroseconds: 0)
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(loop.durations.longCount == 2)
    #expect(long.count == 1)
    clock.microseconds += 1_000_000
    pipe.fill()
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(long.map(\.unreportedCount) == [0, 1])
  }

  @Test func timeMeasuredElsewhereIsNotCounted() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let pipe = try Pipe()
    try loop.watch(pipe.reading.number, for: .readable) { _ in pipe.drain() }
    loop.afterEvents = {
      clock.microseconds += 60_000
      loop.exclude(microseconds: 60_000)
    }
    loop.onLongRound = { Issue.record("\($0)") }
    for round in 1...3 {
      pipe.fill()
      try loop.runOnce(timeoutMilliseconds: 0)
      #expect(loop.durations.count == round)
    }
    #expect(loop.durations.longCount == 0 && loop.durations.longestMicroseconds == 0)
  }

  @Test func anAlarmIsNamedAfterItsSourceFile() throws {
    let clock = ManualClock()
    let loop = try EventLoop(clock: clock)
    let alarm = loop.makeAlarm { clock.microseconds += 6000 }
    var long: [LongRound] = []
    loop.onLongRound = { long.append($0) }
    alarm.set(atMicroseconds: 0)
    try loop.runOnce(timeoutMilliseconds: 0)
    #expect(long.map(\.sources) == [["LinuxTests/EventLoopTests.swift"]])
  }

  @Test func stopBeforeRunIsNotLost() throws {
    let loop = try EventLoop()
    loop.stop()
    try loop.run()
    #expect(loop.wakeUpCount == 0)
  }

  @Test func anUnwatchableDescriptorIsAnError() throws {
    let loop = try EventLoop()
    let folder = try Folder()
    let file = try FileDescriptor.open(try folder.file("a", [1]), flags: O_RDONLY)
    // Regular files are always ready; epoll refuses them.
    #expect(throws: SystemError(call: "epoll_ctl", code: EPERM)) {
      try loop.watch(file.number, for: .readable) { _ in }
    }
    // The refused watch left nothing behind.
    loop.unwatch(file.number)
  }

  @Test func roundsDoNotNest() async {
    await #expect(processExitsWith: .failure) {
      let loop = try EventLoop()
      let pipe = try Pipe()
      try loop.watch(pipe.writing.number, for: .writable) { _ in
        try? loop.runOnce(timeoutMilliseconds: 0)
      }
      try loop.runOnce(timeoutMilliseconds: 0)
      exit(0)
    }
  }
}

/// A pipe that can be stored in an array.
private final class Holder {
  let pipe: Pipe
  init() {
    do { pipe = try Pipe() } catch { preconditionFailure("\(error)") }
  }
}
