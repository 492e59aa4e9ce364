import CAllocationCount
import Glibc
import Linux
import Synchronization
import Testing

@testable import Controls

/// The thread between the panel and the PCM.
@Suite struct ClickPlayerTests {
  /// PCMs of another thread; while `isHeld`, opening one hangs.
  private final class Device: Sendable {
    struct State {
      var clicks: [Int] = []
      var openCount = 0
      var closeCount = 0
      var hangingCount = 0
      var isHeld = false
    }
    let state = Mutex(State())

    func open(_ device: String) throws(PCMError) -> any PCM {
      state.withLock { $0.hangingCount += 1 }
      while state.withLock({ $0.isHeld }) { usleep(1000) }
      state.withLock {
        $0.hangingCount -= 1
        $0.openCount += 1
      }
      return DevicePCM(self)
    }

    func read<Value: Sendable>(_ body: (State) -> Value) -> Value {
      state.withLock { body($0) }
    }
  }

  private final class DevicePCM: PCM {
    let format = PCMFormat.fake
    private let device: Device

    init(_ device: Device) { self.device = device }
    deinit { device.state.withLock { $0.closeCount += 1 } }

    func prepareIfStopped() -> Int { 0 }
    func room() -> Int { format.bufferFrames }
    func write(_ samples: UnsafeBufferPointer<Int16>) -> Int {
      device.state.withLock { state in
        if state.clicks.count < state.clicks.capacity { state.clicks.append(samples.count) }
      }
      return samples.count / 2
    }
  }

  private final class Rig {
    let loop: EventLoop
    let device = Device()
    var reports: [ClickReport] = []
    private(set) var player: ClickPlayer?

    init(patienceMilliseconds: Int64 = 2000) throws {
      loop = try EventLoop()
      device.state.withLock { $0.clicks.reserveCapacity(4000) }
      player = ClickPlayer(
        loop: loop, patienceMicroseconds: patienceMilliseconds * 1000,
        report: { [unowned self] in reports.append($0) }
      ) { [device] (name) throws(PCMError) in try device.open(name) }
      player?.settings = ClickSettings(device: "test")
    }

    func end() { player = nil }

    /// Runs the loop until something is true.
    func run(until isDone: () -> Bool) throws {
      let end = MonotonicClock.microseconds + 10_000_000
      while !isDone() {
        try #require(MonotonicClock.microseconds < end)
        try loop.runOnce(timeoutMilliseconds: 1)
      }
    }

    /// Plays until that is written, since a click that the thread begins with late is left out.
    func play(_ click: Click, writing count: Int) throws {
      try run {
        if device.read({ $0.clicks.count }) < count { player?.play(click) }
        usleep(2000)
        return device.read { $0.clicks.count } >= count
      }
    }
  }

  @Test("a click is written, and the PCM is closed with the player") func plays() throws {
    let rig = try Rig()
    try rig.play(.end, writing: 1)
    #expect(rig.device.read { $0.clicks.first } == 2 * 288)
    rig.end()
    #expect(rig.device.read { $0.closeCount } == rig.device.read { $0.openCount })
  }

  @Test("no thread and no PCM before a finger is there, or without settings") func lazy() throws {
    let rig = try Rig()
    try rig.loop.runOnce(timeoutMilliseconds: 20)
    #expect(rig.device.read { $0.openCount } == 0)
    rig.player?.settings = nil
    rig.player?.expect()
    rig.player?.play(.end)
    try rig.loop.runOnce(timeoutMilliseconds: 20)
    #expect(rig.device.read { $0.openCount } == 0)
    rig.player?.settings = ClickSettings()
    rig.player?.expect()
    try rig.run { rig.device.read { $0.openCount } == 1 }
    try rig.run { rig.reports.count == 1 }
    #expect(rig.device.read { $0.clicks.isEmpty })
  }

  @Test("after two seconds without a click it is closed, and nothing wakes up any more")
  func idle() throws {
    let rig = try Rig()
    try rig.play(.detent, writing: 1)
    try rig.run { rig.device.read { $0.closeCount == $0.openCount } }
    let count = rig.loop.wakeUpCount
    try rig.loop.runOnce(timeoutMilliseconds: 100)
    #expect(rig.loop.wakeUpCount == count)
  }

  @Test("a PCM that hangs blocks nobody, is told once, and clicks go on once it answers")
  func hanging() throws {
    let rig = try Rig(patienceMilliseconds: 100)
    rig.device.state.withLock { $0.isHeld = true }
    rig.player?.play(.detent)
    try rig.run { rig.device.read { $0.hangingCount == 1 } }
    try rig.run {
      rig.player?.play(.detent)
      rig.player?.expect()
      return !rig.reports.isEmpty
    }
    for _ in 0..<100 { rig.player?.play(.end) }
    try rig.loop.runOnce(timeoutMilliseconds: 50)
    #expect(
      rig.reports.map(\.description) == [
        "no clicks: PCM \"test\" does not answer; check its card, or write another `device`"
      ])
    rig.device.state.withLock { $0.isHeld = false }
    try rig.play(.end, writing: 1)
    #expect(rig.reports.contains(.recovered))
  }

  @Test("the program ends although a PCM hangs") func endOfHanging() throws {
    let rig = try Rig()
    let device = rig.device
    device.state.withLock { $0.isHeld = true }
    rig.player?.play(.detent)
    try rig.run { device.read { $0.hangingCount == 1 } }
    rig.end()
    #expect(device.read { $0.hangingCount } == 1)
    // The thread ends by itself.
    device.state.withLock { $0.isHeld = false }
    try rig.run { device.read { $0.closeCount == 1 } }
  }

  @Test("of several clicks in a moment, the most important") func merging() throws {
    let rig = try Rig()
    rig.device.state.withLock { $0.isHeld = true }
    rig.player?.expect()
    try rig.run { rig.device.read { $0.hangingCount == 1 } }
    for click in [.detent, .end, .press] as [Click] { rig.player?.play(click) }
    rig.device.state.withLock { $0.isHeld = false }
    try rig.run { rig.device.read { $0.openCount == 1 } }
    // On a machine that is busy they may be too old by then, and left out.
    try rig.play(.end, writing: 1)
    #expect(rig.device.read { $0.clicks.first } == 2 * 288)
  }

  @Test("clicks ask the heap for nothing") func allocations() throws {
    let rig = try Rig()
    try rig.play(.detent, writing: 50)
    let before = allocation_count()
    for round in 0..<500 {
      rig.player?.expect()
      rig.player?.play(round % 2 == 0 ? .detent : .end)
      usleep(200)
    }
    // Those of the thread that plays count where they are made.
    #expect(allocation_count() - before == 0)
  }
}
