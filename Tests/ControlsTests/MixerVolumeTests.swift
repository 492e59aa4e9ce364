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
    let volume = try mixer.volume(at: quiet)
    var last = quiet
    for step in 1...stepsPerTurn {
      let next = volume.steps(at: Double(step) / Double(stepsPerTurn))
      for (before, after) in zip(last, next) { #expect(before <= after) }
      last = next
    }
    #expect(last == loud)
    for step in (0..<stepsPerTurn).reversed() {
      let next = volume.steps(at: Double(step) / Double(stepsPerTurn))
      for (before, after) in zip(last, next) { #expect(before >= after) }
      last = next
    }
    #expect(last == quiet)
  }

  /// From every step, one percent down takes effect; one percent up does too, unless the next step
  /// is louder than that: it takes effect once the knob reaches it.
  @Test(arguments: TestMixer.sensible) func onePercentChangesTheStep(_ mixer: TestMixer) throws {
    let scale = try mixer.scale()
    for raw in mixer.steps {
      let volume = try mixer.volume(
        at: [Int](repeating: raw, count: mixer.shape.channelCount))
      let rest = volume.level
      for isUp in [true, false] {
        guard raw != (isUp ? mixer.shape.maximum : mixer.shape.minimum) else { continue }
        let next = isUp ? scale.level(ofRaw: raw + 1) : 0
        let level = CoarseTarget.limited(isUp ? max(rest + 0.01, next) : rest - 0.01)
        let reached = volume.steps(at: level)[0]
        #expect(isUp ? reached > raw : reached < raw)
        // On the way back, the first percent down takes effect as well.
        guard level > 0, level < 1 else { continue }
        let back = volume.steps(at: isUp ? level - 0.01 : rest)[0]
        #expect(isUp ? back < reached : back == raw)
      }
    }
  }

  /// A level that is read, rounded to percent and sent again selects the same step.
  @Test(arguments: TestMixer.sensible) func roundedLevelKeepsTheStep(_ mixer: TestMixer) throws {
    guard mixer.shape.maximum - mixer.shape.minimum <= 31 else { return }
    for raw in mixer.steps {
      let volume = try mixer.volume(
        at: [Int](repeating: raw, count: mixer.shape.channelCount))
      let percent = (volume.level * 100).rounded() / 100
      #expect(volume.steps(at: percent)[0] == raw)
    }
  }

  /// The knob's own value is the base, never the mixer's rounded one: fifty turns down and up end
  /// where they began.
  @Test(arguments: TestMixer.sensible) func repeatedTurnsDoNotDrift(_ mixer: TestMixer) throws {
    for raw in mixer.steps {
      var volume = try mixer.volume(
        at: [Int](repeating: raw, count: mixer.shape.channelCount))
      let rest = volume.level
      for turn in 1...50 { volume.write(rest + (turn % 2 == 0 ? 0.01 : -0.01)) }
      #expect(volume.steps(at: rest)[0] == raw)
    }
  }

  @Test(arguments: TestMixer.sensible) func smallMovementsChangeNothing(_ mixer: TestMixer)
    throws
  {
    guard mixer.shape.maximum - mixer.shape.minimum <= 16 else { return }
    for raw in mixer.steps {
      let channels = [Int](repeating: raw, count: mixer.shape.channelCount)
      let volume = try mixer.volume(at: channels)
      let rest = volume.level
      for tremble in [0.004, -0.004, 0.001, -0.002, 0] {
        var steps: [Int] = []
        #expect(!volume.steps(at: rest + tremble, into: &steps))
        #expect(steps == channels)
      }
    }
  }

  @Test func levelsOutsideTheRangeAreLimited() throws {
    let volume = try TestMixer.sensible[0].volume(at: [7, 7])
    for (level, raw) in [(1.5, 15), (-3, 0), (.infinity, 15), (-.infinity, 0)] {
      #expect(volume.steps(at: level) == [raw, raw])
    }
  }

  // MARK: Balance

  @Test(arguments: TestMixer.sensible) func balanceSurvivesSilence(_ mixer: TestMixer) throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let channels = (0..<mixer.shape.channelCount).map { _ in
        Int.random(in: mixer.shape.minimum...mixer.shape.maximum, using: &random)
      }
      var volume = try mixer.volume(at: channels)
      let rest = volume.level
      guard rest > 0 else { continue }
      for level in [0, rest, 0.3, 1, 0, rest] {
        let steps = volume.write(level)
        if level == 1 {
          let loudest = try #require(channels.max())
          #expect(steps.firstIndex(of: mixer.shape.maximum) == channels.firstIndex(of: loudest))
        }
      }
      #expect(volume.isKnown(channels))
    }
  }

  @Test func scalesChannelsInProportion() throws {
    let volume = try TestMixer("plain", 0, 100).volume(at: [80, 40])
    #expect(volume.level == 0.8)
    for (level, wanted) in [(0.4, [40, 20]), (1, [100, 50]), (0, [0, 0]), (0.6, [60, 30])] {
      #expect(volume.steps(at: level) == wanted)
    }
  }

  @Test func silenceSetByOthersKeepsTheBalance() throws {
    var volume = try TestMixer("plain", 0, 100).volume(at: [80, 40])
    #expect(volume.adopt([0, 0]) == 0)
    #expect(volume.steps(at: 0.5) == [50, 25])
  }

  @Test func silentMixerIsBalancedEvenly() throws {
    let volume = try TestMixer("plain", 0, 100).volume(at: [0, 0])
    #expect(volume.steps(at: 0.5) == [50, 50])
  }

  // MARK: Reading

  @Test func balanceSetByOthersIsKeptAndNotReported() throws {
    var volume = try TestMixer("plain", 0, 100).volume(at: [80, 80])
    #expect(!volume.isKnown([80, 20]))
    #expect(volume.adopt([80, 20]) == nil)
    #expect(volume.isKnown([80, 20]))
    #expect(volume.steps(at: 0.4) == [40, 10])
  }

  @Test func distinguishesEchoesFromChanges() throws {
    var volume = try TestMixer("plain", 0, 100).volume(at: [20, 20])
    #expect(volume.isKnown([20, 20]))
    #expect(volume.adopt([30, 30]) == 0.3)
    volume.write(0.5)
    #expect(volume.isKnown([50, 50]))
    #expect(!volume.isKnown([30, 30]))
    #expect(volume.level == 0.5)
    #expect(volume.adopt([30, 30]) == 0.3)
    #expect(volume.level == 0.3)
  }

  @Test func changesByOthersAreTheNewBase() throws {
    var volume = try TestMixer.sensible[0].volume(at: [15, 15])
    volume.write(0.9)
    #expect(volume.adopt([3, 3]) == 0.2)
    // The next step up from there, although the knob came from above.
    #expect(volume.steps(at: 0.263) == [4, 4])
  }

  @Test func changedChannelCountDoesNotTrap() throws {
    var volume = try TestMixer("plain", 0, 100).volume(at: [80, 40])
    #expect(volume.adopt([60]) == 0.6)
    #expect(volume.adopt([]) == 0)
    #expect(volume.adopt([50, 20, 10]) == 0.5)
    #expect(volume.steps(at: 1) == [100, 40, 20])
  }
}

extension MixerVolume {
  fileprivate func steps(at level: Double) -> [Int] {
    var steps: [Int] = []
    _ = self.steps(at: level, into: &steps)
    return steps
  }

  /// Notes a write, and returns its steps.
  @discardableResult
  fileprivate mutating func write(_ level: Double) -> [Int] {
    let steps = steps(at: level)
    didWrite(steps)
    return steps
  }
}
