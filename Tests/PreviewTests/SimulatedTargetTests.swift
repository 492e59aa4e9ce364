import Controls
import Linux
import Testing

@testable import Preview

/// The reports of simulated controls; the numbers are the rows of the table of `SimulatedTarget`.
@Suite final class SimulatedTargetTests {
  private let loop: EventLoop
  private let target: SimulatedTarget
  private let a: SimulatedControl
  private let b: SimulatedControl
  private let random = Losses()
  private let heard = Heard()

  /// Decides which of the next requests are lost.
  private final class Losses {
    var next: [Bool] = []
    var shares: [Double] = []
  }

  /// The events that the two controls reported.
  private final class Heard {
    var a: [ControlEvent] = []
    var b: [ControlEvent] = []
    var changes = 0
  }

  init() throws {
    loop = try EventLoop(clock: ManualClock())
    target = SimulatedTarget(level: 0.5, loop: loop) { [random] share in
      random.shares.append(share)
      return random.next.isEmpty ? false : random.next.removeFirst()
    }
    a = SimulatedControl(name: "a", target: target)
    b = SimulatedControl(name: "b", target: target)
    a.onEvent = { [heard] in heard.a.append($0) }
    b.onEvent = { [heard] in heard.b.append($0) }
    target.onChange = { [heard] in heard.changes += 1 }
    try a.open()
    a.start()
    b.start()
    #expect(heard.a == [.level(0.5)] && heard.b == [.level(0.5)])
    (heard.a, heard.b) = ([], [])
  }

  /// Advances the clock.
  private func wait(_ milliseconds: Int64) throws {
    try loop.advance(byMicroseconds: milliseconds * 1000)
  }

  @Test("1: a level is set at once, and not reported to the sender", arguments: [0, 0.25, 1])
  func atOnce(level: Double) throws {
    a.set(level: level, isFinal: true)
    #expect(target.level == level)
    #expect(heard.a == [] && heard.b == [.level(level)])
    #expect(heard.changes == 1)
    try wait(60_000)
    #expect(loop.wakeUpCount == 0, "nothing is to be done later")
  }

  @Test("1: levels are set after the delay, in order, and not reported to the sender")
  func later() throws {
    target.behavior.delayMilliseconds = 40
    heard.changes = 0
    for level in [0.6, 0.7, 0.8] { a.set(level: level, isFinal: level == 0.8) }
    try wait(39)
    #expect(target.level == 0.5 && heard.b == [])
    try wait(1)
    #expect(heard.a == [] && heard.b == [.level(0.6), .level(0.7), .level(0.8)])
    #expect(heard.changes == 3)
    let wakeUps = loop.wakeUpCount
    try wait(60_000)
    #expect(loop.wakeUpCount == wakeUps, "nothing more is to be done")
  }

  @Test(
    "2: the nearest step is set, and reported to all if it differs",
    arguments: [(0.4, 0.5, true), (0.5, 0.5, false), (0.1, 0.0, true), (1.0, 1.0, false)])
  func steps(asked: Double, taken: Double, isTold: Bool) {
    target.behavior.stepCount = 3
    a.set(level: asked, isFinal: true)
    #expect(target.level == taken)
    #expect(heard.a == (isTold ? [.level(taken)] : []))
    #expect(heard.b == [.level(taken)])
  }

  @Test("2: with one step or less, all levels are possible", arguments: [0, 1, -1])
  func noSteps(count: Int) {
    target.behavior.stepCount = count
    a.set(level: 0.123, isFinal: true)
    #expect(target.level == 0.123 && heard.a == [])
  }

  @Test("3: after a lost request, the unchanged level is reported") func lost() throws {
    target.behavior.loss = 0.25
    random.next = [true]
    a.set(level: 0.9, isFinal: true)
    try wait(299)
    #expect(target.level == 0.5 && heard.a == [] && heard.b == [])
    try wait(1)
    #expect(heard.a == [.level(0.5)])
    #expect(random.shares == [0.25])
  }

  @Test("4: nothing is reported if a newer request arrives") func lostThenNewer() throws {
    target.behavior.loss = 1
    random.next = [true, false]
    a.set(level: 0.9, isFinal: false)
    a.set(level: 0.8, isFinal: true)
    try wait(400)
    #expect(target.level == 0.8 && heard.a == [])
  }

  @Test("Without losses, no random number is drawn") func noRandom() {
    a.set(level: 0.9, isFinal: true)
    #expect(random.shares == [])
  }

  @Test(
    "5: an outside change is limited to the range and the steps",
    arguments: [(0.7, 0, 0.7), (-1, 0, 0), (2, 0, 1), (0.7, 2, 1)])
  func outside(asked: Double, steps: Int, taken: Double) {
    target.behavior.stepCount = steps
    target.move(to: asked)
    #expect(heard.a == [.level(taken)] && heard.b == [.level(taken)])
    #expect(target.level == taken)
  }

  @Test("6, 7: an outage drops requests, and its end reports the level") func outage() throws {
    target.behavior.delayMilliseconds = 20
    a.set(level: 0.9, isFinal: true)
    target.behavior.isOnline = false
    #expect(heard.a.count == 1 && heard.a == heard.b)
    #expect(heard.a == [.offline(reason: "made unreachable in the preview")])
    a.set(level: 0.1, isFinal: true)
    target.move(to: 0.2)
    try wait(60)
    #expect(target.level == 0.5, "what waits is dropped, as is what comes meanwhile")
    #expect(heard.a.count == 1)
    target.behavior.isOnline = true
    #expect(heard.a.last == .level(0.5) && heard.b.last == .level(0.5))
    let count = heard.changes
    target.behavior.isOnline = true
    #expect(heard.changes == count, "nothing has changed")
  }

  @Test("A control that is stopped or not yet started does nothing")
  func stopped() {
    a.stop()
    target.move(to: 0.7)
    a.set(level: 0.1, isFinal: true)
    #expect(heard.a == [] && target.level == 0.7)
    a.start()
    #expect(heard.a == [.level(0.7)])
    target.behavior.isOnline = false
    a.stop()
    (heard.a, heard.b) = ([], [])
    a.start()
    #expect(heard.a.count == 1 && heard.b == [])
  }

  @Test("A flood of requests is bounded, and the last one counts") func flood() throws {
    target.behavior.delayMilliseconds = 500
    for number in 0..<1000 { a.set(level: Double(number) / 999, isFinal: number == 999) }
    try wait(600)
    #expect(target.level == 1)
    #expect(heard.b.count <= 257)
    #expect(heard.a == [])
  }
}
