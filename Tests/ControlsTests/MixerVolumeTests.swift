import Randomness
import Testing

@testable import Controls

@Suite struct MixerVolumeTests {
  static let all = TestMixer.sensible + TestMixer.odd

  // MARK: Turning

  @Test(arguments: all, [100, 250, 1000])
  func slowSweepIsMonotonicAndReachesBothEnds(_ mixer: TestMixer, stepsPerTurn: Int) throws {
    let quiet = [Int](repeating: mixer.shape.minimum, count: mixer.shape.channelCount)
    let loud = [Int](repeating: mixer.shape.maximum, count: mixer.shape.channelCount)
    var volume = try mixer.volume(at: quiet)
    var last = quiet
    var next: [Int] = []
    for step in 1...stepsPerTurn {
      volume.aim(at: Double(step) / Double(stepsPerTurn))
      _ = volume.steps(into: &next)
      for (before, after) in zip(last, next) { #expect(before <= after) }
      swap(&last, &next)
    }
    #expect(last == loud)
    for step in (0..<stepsPerTurn).reversed() {
      volume.aim(at: Double(step) / Double(stepsPerTurn))
      _ = volume.steps(into: &next)
      for (before, after) in zip(last, next) { #expect(before >= after) }
      swap(&last, &next)
    }
    #expect(last == quiet)
  }

  /// From every step, one percent down takes effect; one percent up does too, unless the next step
  /// is louder than that: it takes effect once the knob reaches it.
  @Test(arguments: TestMixer.sensible) func onePercentChangesTheStep(_ mixer: TestMixer) throws {
    var steps: [Int] = []
    let scale = try mixer.scale()
    for raw in mixer.steps {
      let channels = [Int](repeating: raw, count: mixer.shape.channelCount)
      for isUp in [true, false] {
        var volume = try mixer.volume(at: channels)
        guard raw != (isUp ? mixer.shape.maximum : mixer.shape.minimum) else { continue }
        let rest = volume.level
        let next = isUp ? scale.level(ofRaw: raw + 1) : 0
        volume.aim(at: isUp ? max(rest + 0.01, next) : rest - 0.01)
        #expect(volume.steps(into: &steps))
        #expect(isUp ? steps[0] > raw : steps[0] < raw)
        // On the way back, the first percent down takes effect as well.
        let reached = steps[0]
        guard volume.level > 0, volume.level < 1 else { continue }
        volume.aim(at: isUp ? volume.level - 0.01 : rest)
        _ = volume.steps(into: &steps)
        #expect(isUp ? steps[0] < reached : steps[0] == raw)
      }
    }
  }

  /// A level that is read, rounded to percent and sent again selects the same step.
  @Test(arguments: TestMixer.sensible) func roundedLevelKeepsTheStep(_ mixer: TestMixer) throws {
    guard mixer.shape.maximum - mixer.shape.minimum <= 31 else { return }
    var steps: [Int] = []
    for raw in mixer.steps {
      var volume = try mixer.volume(
        at: [Int](repeating: raw, count: mixer.shape.channelCount))
      for _ in 0..<3 {
        volume.aim(at: (volume.level * 100).rounded() / 100)
        _ = volume.steps(into: &steps)
        #expect(steps[0] == raw)
      }
    }
  }

  /// The knob's own value is the base, never the mixer's rounded one: fifty turns down and up end
  /// where they began.
  @Test(arguments: TestMixer.sensible) func repeatedTurnsDoNotDrift(_ mixer: TestMixer) throws {
    var steps: [Int] = []
    for raw in mixer.steps {
      var volume = try mixer.volume(
        at: [Int](repeating: raw, count: mixer.shape.channelCount))
      let rest = volume.level
      for turn in 1...50 {
        volume.aim(at: rest + (turn % 2 == 0 ? 0.01 : -0.01))
        _ = volume.steps(into: &steps)
        volume.didWrite(steps, atMicroseconds: 0)
      }
      volume.aim(at: rest)
      _ = volume.steps(into: &steps)
      #expect(steps[0] == raw)
    }
  }

  @Test(arguments: TestMixer.sensible) func smallMovementsChangeNothing(_ mixer: TestMixer)
    throws
  {
    guard mixer.shape.maximum - mixer.shape.minimum <= 16 else { return }
    var steps: [Int] = []
    for raw in mixer.steps {
      var volume = try mixer.volume(
        at: [Int](repeating: raw, count: mixer.shape.channelCount))
      let rest = volume.level
      for tremble in [0.004, -0.004, 0.001, -0.002, 0] {
        volume.aim(at: rest + tremble)
        #expect(!volume.steps(into: &steps))
      }
    }
  }

  @Test func levelsOutsideTheRangeAreLimited() throws {
    var volume = try TestMixer.sensible[0].volume(at: [7, 7])
    var steps: [Int] = []
    for (level, raw) in [(1.5, 15), (-3, 0), (.infinity, 15), (-.infinity, 0)] {
      volume.aim(at: level)
      #expect(volume.steps(into: &steps))
      #expect(steps == [raw, raw])
      #expect(0...1 ~= volume.level)
    }
  }

  // MARK: Balance

  @Test(arguments: TestMixer.sensible) func balanceSurvivesSilence(_ mixer: TestMixer) throws {
    var random = SeededGenerator(seed: 7)
    var steps: [Int] = []
    for _ in 0..<50 {
      let channels = (0..<mixer.shape.channelCount).map { _ in
        Int.random(in: mixer.shape.minimum...mixer.shape.maximum, using: &random)
      }
      var volume = try mixer.volume(at: channels)
      let rest = volume.level
      guard rest > 0 else { continue }
      for level in [0, rest, 0.3, 1, 0, rest] {
        volume.aim(at: level)
        _ = volume.steps(into: &steps)
        volume.didWrite(steps, atMicroseconds: 0)
        if level == 1 {
          let loudest = try #require(channels.max())
          #expect(steps.firstIndex(of: mixer.shape.maximum) == channels.firstIndex(of: loudest))
        }
      }
      #expect(steps == channels)
    }
  }

  @Test func scalesChannelsInProportion() throws {
    var volume = try TestMixer("plain", 0, 100).volume(at: [80, 40])
    #expect(volume.level == 0.8)
    var steps: [Int] = []
    for (level, wanted) in [(0.4, [40, 20]), (1, [100, 50]), (0, [0, 0]), (0.6, [60, 30])] {
      volume.aim(at: level)
      _ = volume.steps(into: &steps)
      #expect(steps == wanted)
    }
  }

  @Test func silenceSetByOthersKeepsTheBalance() throws {
    var volume = try TestMixer("plain", 0, 100).volume(at: [80, 40])
    #expect(volume.observe([0, 0], atMicroseconds: 0) == .changed(level: 0))
    var steps: [Int] = []
    volume.aim(at: 0.5)
    #expect(volume.steps(into: &steps))
    #expect(steps == [50, 25])
  }

  @Test func silentMixerIsBalancedEvenly() throws {
    var volume = try TestMixer("plain", 0, 100).volume(at: [0, 0])
    var steps: [Int] = []
    volume.aim(at: 0.5)
    #expect(volume.steps(into: &steps))
    #expect(steps == [50, 50])
  }

  @Test func balanceSetByOthersIsKeptAndNotReported() throws {
    var volume = try TestMixer("plain", 0, 100).volume(at: [80, 80])
    #expect(volume.observe([80, 20], atMicroseconds: 0) == .unchanged)
    var steps: [Int] = []
    volume.aim(at: 0.4)
    #expect(volume.steps(into: &steps))
    #expect(steps == [40, 10])
  }

  // MARK: Echo

  @Test func distinguishesEchoesFromChanges() throws {
    var volume = try TestMixer("plain", 0, 100).volume(at: [20, 20])
    #expect(volume.observe([20, 20], atMicroseconds: 0) == .unchanged)
    #expect(volume.observe([30, 30], atMicroseconds: 1) == .changed(level: 0.3))
    volume.aim(at: 0.5)
    volume.didWrite([50, 50], atMicroseconds: 1000)
    #expect(volume.observe([50, 50], atMicroseconds: 1001) == .unchanged)
    // Soon after a write, a reading may be the old value.
    let end: Int64 = 1000 + MixerVolume.echoMicroseconds
    #expect(volume.observe([30, 30], atMicroseconds: 1002) == .uncertain(untilMicroseconds: end))
    #expect(volume.level == 0.5)
    #expect(volume.observe([50, 50], atMicroseconds: end) == .unchanged)
    // After that time, another program must have set it.
    #expect(volume.observe([30, 30], atMicroseconds: end) == .changed(level: 0.3))
  }

  struct Echo: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// When [50, 50] was written to a mixer at [20, 20], in microseconds.
    var writes: [Int64]
    var channels: [Int]
    var time: Int64
    /// Nil for unchanged.
    var level: Double?
    var isUncertain = false
  }

  /// The end of the time in which a reading may predate a write at 1000.
  static let end = 1000 + MixerVolume.echoMicroseconds

  @Test(arguments: [
    Echo(
      testDescription: "no write: the reading is adopted", writes: [], channels: [30, 30],
      time: 1000, level: 0.3),
    Echo(
      testDescription: "the value before it, at once", writes: [1000], channels: [20, 20],
      time: 1000, isUncertain: true),
    Echo(
      testDescription: "the value before it, at last", writes: [1000], channels: [20, 20],
      time: end - 1, isUncertain: true),
    Echo(
      testDescription: "the value before it, too late for an echo", writes: [1000],
      channels: [20, 20], time: end, level: 0.2),
    Echo(
      testDescription: "another value", writes: [1000], channels: [70, 70], time: end - 1,
      isUncertain: true),
    Echo(
      testDescription: "another value, later", writes: [1000], channels: [70, 70], time: end,
      level: 0.7),
    Echo(
      testDescription: "of two writes the last one counts", writes: [1000, end],
      channels: [20, 20], time: end + MixerVolume.echoMicroseconds - 1, isUncertain: true),
    Echo(
      testDescription: "another balance of the old value", writes: [1000], channels: [20, 10],
      time: 2000, isUncertain: true),
    Echo(
      testDescription: "what was written", writes: [1000], channels: [50, 50], time: 2000),
    Echo(
      testDescription: "what was written, later", writes: [1000], channels: [50, 50], time: end),
  ])
  func staleReadingAfterAWriteIsUncertain(_ echo: Echo) throws {
    var volume = try TestMixer("plain", 0, 100).volume(at: [20, 20])
    for moment in echo.writes {
      volume.aim(at: 0.5)
      volume.didWrite([50, 50], atMicroseconds: moment)
    }
    let end = (echo.writes.last ?? 0) + MixerVolume.echoMicroseconds
    let expected: MixerVolume.Reading =
      echo.isUncertain
      ? .uncertain(untilMicroseconds: end) : echo.level.map { .changed(level: $0) } ?? .unchanged
    #expect(volume.observe(echo.channels, atMicroseconds: echo.time) == expected)
    // An uncertain reading changes nothing; any other is the new base.
    let level = echo.isUncertain || echo.level == nil ? (echo.writes.isEmpty ? 0.2 : 0.5) : nil
    #expect(volume.level == level ?? echo.level)
  }

  @Test func changesByOthersAreTheNewBase() throws {
    var volume = try TestMixer.sensible[0].volume(at: [15, 15])
    volume.aim(at: 0.9)
    #expect(volume.observe([3, 3], atMicroseconds: 0) == .changed(level: 0.2))
    var steps: [Int] = []
    // The next step up from there, although the knob came from above.
    volume.aim(at: 0.263)
    #expect(volume.steps(into: &steps))
    #expect(steps == [4, 4])
  }

  @Test func changedChannelCountDoesNotTrap() throws {
    var volume = try TestMixer("plain", 0, 100).volume(at: [80, 40])
    #expect(volume.observe([60], atMicroseconds: 0) == .changed(level: 0.6))
    #expect(volume.observe([], atMicroseconds: 0) == .changed(level: 0))
    #expect(volume.observe([50, 20, 10], atMicroseconds: 0) == .changed(level: 0.5))
    var steps: [Int] = []
    volume.aim(at: 1)
    #expect(volume.steps(into: &steps))
    #expect(steps == [100, 40, 20])
  }
}
