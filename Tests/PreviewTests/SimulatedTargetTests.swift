import Controls
import Linux
import Testing

@testable import Preview

/// Two knobs on one simulated target.
@Suite(.serialized) struct SimulatedTargetTests {
  private final class Rig {
    let loop: EventLoop
    let target: SimulatedTarget
    let first: SimulatedControl
    let second: SimulatedControl
    var told: [String] = []

    init(loses: @escaping (Double) -> Bool = { _ in false }) throws {
      loop = try EventLoop()
      target = SimulatedTarget(level: 0.5, loop: loop, loses: loses)
      first = SimulatedControl(name: "first", target: target)
      second = SimulatedControl(name: "second", target: target)
      first.onEvent = { [unowned self] in told.append("first \($0)") }
      second.onEvent = { [unowned self] in told.append("second \($0)") }
    }

    func start() {
      first.start()
      second.start()
      told.removeAll()
    }

    /// Lets time go on until something is told, for at most two seconds.
    func wait() throws {
      let count = told.count
      let end = MonotonicClock.microseconds + 2_000_000
      while told.count == count, MonotonicClock.microseconds < end {
        try loop.runOnce(timeoutMilliseconds: 50)
      }
    }
  }

  @Test func aControlTellsItsLevelWhenItStarts() throws {
    let rig = try Rig()
    rig.first.start()
    #expect(rig.told == ["first level(0.5)"])
  }

  @Test func othersAreToldAndTheOneThatAskedIsNot() throws {
    let rig = try Rig()
    rig.start()
    rig.first.set(level: 0.7, isFinal: true)
    #expect(rig.told == ["second level(0.7)"])
  }

  @Test func somebodyElseIsToldToAll() throws {
    let rig = try Rig()
    rig.start()
    rig.target.move(to: 0.2)
    #expect(rig.told == ["first level(0.2)", "second level(0.2)"])
  }

  @Test func stepsAreToldToAll() throws {
    let rig = try Rig()
    rig.target.behavior.stepCount = 5
    rig.start()
    rig.first.set(level: 0.6, isFinal: true)
    #expect(rig.told == ["first level(0.5)", "second level(0.5)"])
  }

  @Test func aDelayedRequestIsTakenLater() throws {
    let rig = try Rig()
    rig.target.behavior.delayMilliseconds = 30
    rig.start()
    rig.first.set(level: 0.7, isFinal: true)
    #expect(rig.target.level == 0.5)
    try rig.wait()
    #expect(rig.target.level == 0.7)
  }

  @Test func aLostRequestIsCorrected() throws {
    let rig = try Rig { _ in true }
    rig.target.behavior.loss = 0.5
    rig.start()
    rig.first.set(level: 0.7, isFinal: true)
    #expect(rig.told.isEmpty)
    try rig.wait()
    #expect(rig.told == ["first level(0.5)", "second level(0.5)"])
  }

  @Test func outagesAreToldAndRequestsDropped() throws {
    let rig = try Rig()
    rig.start()
    rig.target.behavior.isOnline = false
    #expect(rig.told.count == 2)
    #expect(rig.told[0].contains("offline"))
    rig.first.set(level: 0.9, isFinal: true)
    rig.target.move(to: 0.1)
    rig.target.behavior.isOnline = true
    #expect(rig.told.suffix(2) == ["first level(0.5)", "second level(0.5)"])
  }

  @Test func manyRequestsWaitInLittleRoom() throws {
    let rig = try Rig()
    rig.target.behavior.delayMilliseconds = 1000
    rig.start()
    for step in 0..<10_000 { rig.first.set(level: Double(step % 100) / 100, isFinal: false) }
    rig.first.set(level: 0.33, isFinal: true)
    while rig.target.level != 0.33 { try rig.wait() }
    #expect(rig.told.filter { $0.hasPrefix("second") }.count <= 256)
  }

  @Test func withoutRequestsNothingWakesUp() throws {
    let rig = try Rig()
    rig.start()
    let count = rig.loop.wakeUpCount
    try rig.loop.runOnce(timeoutMilliseconds: 100)
    #expect(rig.loop.wakeUpCount == count)
  }
}
