import CAllocationCount
import Linux
import Synchronization
import Testing

@testable import Controls

/// The thread between the panel and the PCM.
@Suite struct ClickPlayerTests {
  /// PCMs used on another thread; opening one blocks while `isHeld`.
  private final class Device: Sendable {
    struct State {
      var clicks: [Int] = []
      var openCount = 0
      var closeCount = 0
      var hangingCount = 0
      var isHeld = false
    }
    private let state = Mutex(State())
    private let change: Wakeup
    private let release: Wakeup

    init() throws {
      change = try Wakeup()
      release = try Wakeup()
      state.withLock { $0.clicks.reserveCapacity(4000) }
    }

    func open(_ device: String) throws(PCMError) -> any PCM {
      write { $0.hangingCount += 1 }
      while read({ $0.isHeld }) {
        _ = release.wait(milliseconds: Patience.milliseconds)
        release.acknowledge()
      }
      write { state in
        state.hangingCount -= 1
        state.openCount += 1
      }
      return DevicePCM(self)
    }

    /// Sets whether opening a PCM blocks.
    func hold(_ isHeld: Bool) {
      write { $0.isHeld = isHeld }
      release.signal()
    }

    func read<Value: Sendable>(_ body: (State) -> Value) -> Value {
      state.withLock { body($0) }
    }

    func write(_ body: (inout State) -> Void) {
      state.withLock { body(&$0) }
      change.signal()
    }

    /// Waits until the state satisfies a condition; returns false on a timeout.
    func wait(until condition: (State) -> Bool) -> Bool {
      while true {
        change.acknowledge()
        if read(condition) { return true }
        guard change.wait(milliseconds: Patience.milliseconds) else { return false }
      }
    }
  }

  private final class DevicePCM: PCM {
    let format = PCMFormat.fake
    private let device: Device

    init(_ device: Device) { self.device = device }
    deinit { device.write { $0.closeCount += 1 } }

    func prepareIfStopped() -> Int { 0 }
    func room() -> Int { format.bufferFrames }
    func write(_ samples: UnsafeBufferPointer<Int16>) -> Int {
      device.write { state in
        if state.clicks.count < state.clicks.capacity { state.clicks.append(samples.count) }
      }
      return samples.count / 2
    }
  }

  private final class Rig {
    let loop: EventLoop
    let device: Device
    var reports: [ClickReport] = []
    private(set) var player: ClickPlayer?

    /// With nil, uses the kernel's clock, for tests in which the thread wakes up by itself.
    init(_ clock: ManualClock? = ManualClock()) throws {
      loop = try EventLoop(clock: clock)
      device = try Device()
      player = ClickPlayer(
        loop: loop, patienceMicroseconds: ClickPlayer.patienceMicroseconds,
        report: { [unowned self] in reports.append($0) }
      ) { [device] (name) throws(PCMError) in try device.open(name) }
      player?.settings = ClickSettings(device: "test")
    }

    func end() { player = nil }

    /// Runs the loop until a condition holds.
    func run(until isDone: () -> Bool) throws {
      try Patience.run(loop, state: reports, until: isDone)
    }

    /// Plays a click and waits until `count` clicks have been written.
    func play(_ click: Click, writing count: Int) throws {
      player?.play(click)
      try #require(device.wait { $0.clicks.count == count })
    }
  }

  @Test("a click is written, and the PCM is closed with the player") func plays() throws {
    let rig = try Rig()
    try rig.play(.end, writing: 1)
    #expect(rig.device.read { $0.clicks.first } == 2 * 288)
    rig.end()
    #expect(rig.device.wait { $0.closeCount == $0.openCount })
    #expect(rig.device.read { $0.openCount } == 1)
  }

  @Test("no PCM opens before a touch or without settings") func lazy() throws {
    let rig = try Rig()
    try rig.loop.advance(byMicroseconds: 60_000_000)
    #expect(rig.device.read { $0.openCount } == 0)
    rig.player?.settings = nil
    rig.player?.expect()
    rig.player?.play(.end)
    try rig.loop.advance(byMicroseconds: 60_000_000)
    #expect(rig.device.read { $0.openCount } == 0)
    rig.player?.settings = ClickSettings()
    rig.player?.expect()
    #expect(rig.device.wait { $0.openCount == 1 })
    try rig.run { rig.reports.count == 1 }
    #expect(rig.device.read { $0.clicks.isEmpty })
  }

  @Test("after two seconds without a click the PCM closes, and nothing wakes up any more")
  func idle() throws {
    let rig = try Rig(nil)
    rig.player?.expect()
    #expect(rig.device.wait { $0.closeCount == 1 })
    #expect(rig.device.read { $0.openCount } == 1)
    try rig.run { rig.reports.count == 1 }
    let count = rig.loop.wakeUpCount
    try rig.loop.runOnce(timeoutMilliseconds: 0)
    #expect(rig.loop.wakeUpCount == count)
  }

  @Test("a hanging PCM blocks nothing, is reported once, and plays again once it responds")
  func hanging() throws {
    let rig = try Rig()
    rig.device.hold(true)
    rig.player?.play(.detent)
    #expect(rig.device.wait { $0.hangingCount == 1 })
    try rig.loop.advance(byMicroseconds: ClickPlayer.patienceMicroseconds - 1)
    rig.player?.play(.detent)
    #expect(rig.reports.isEmpty)
    try rig.loop.advance(byMicroseconds: 1)
    rig.player?.play(.detent)
    rig.player?.expect()
    for _ in 0..<100 { rig.player?.play(.end) }
    try rig.loop.advance(byMicroseconds: 60_000_000)
    #expect(
      rig.reports.map(\.description) == [
        "no clicks: PCM \"test\" does not answer; check its card, or choose another `device`"
      ])
    rig.device.hold(false)
    // As further touches would.
    try rig.run {
      rig.player?.expect()
      return rig.reports.contains(.recovered)
    }
    try rig.play(.end, writing: 1)
    #expect(rig.device.read { $0.clicks } == [2 * 288])
  }

  @Test("the player can end while a PCM hangs") func endOfHanging() throws {
    let rig = try Rig()
    rig.device.hold(true)
    rig.player?.play(.detent)
    #expect(rig.device.wait { $0.hangingCount == 1 })
    rig.end()
    #expect(rig.device.read { $0.hangingCount } == 1)
    // The thread ends by itself.
    rig.device.hold(false)
    #expect(rig.device.wait { $0.closeCount == 1 })
  }

  @Test("of several simultaneous clicks, only the most important plays") func merging() throws {
    let rig = try Rig()
    rig.device.hold(true)
    rig.player?.expect()
    #expect(rig.device.wait { $0.hangingCount == 1 })
    for click in [.detent, .end, .press] as [Click] { rig.player?.play(click) }
    rig.device.hold(false)
    #expect(rig.device.wait { !$0.clicks.isEmpty })
    rig.end()
    #expect(rig.device.wait { $0.closeCount == 1 })
    #expect(rig.device.read { $0.clicks } == [2 * 288])
  }

  @Test("clicks allocate nothing") func allocations() throws {
    let rig = try Rig()
    for count in 1...50 { try rig.play(.detent, writing: count) }
    var areWritten = true
    let before = allocation_count()
    for round in 0..<500 {
      rig.player?.expect()
      rig.player?.play(round % 2 == 0 ? .detent : .end)
      areWritten = rig.device.wait { $0.clicks.count == 51 + round } && areWritten
    }
    // Counts this thread only, not the thread that plays.
    #expect(allocation_count() - before == 0)
    #expect(areWritten)
  }
}
