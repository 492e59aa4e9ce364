import Testing

@testable import Controls

@Suite struct MixerScaleTests {
  static let all = TestMixer.sensible + TestMixer.odd

  /// alsamixer's values for the same mixers, computed by hand from its rule.
  @Test(arguments: [
    ("16 steps without decibels", 8, 8.0 / 15),
    ("16 steps down to silence", 14, 0.891_250_938),  // 10^(-3/60)
    ("16 steps down to silence", 1, 0.199_526_231),  // 10^(-42/60)
    ("88 steps down to -65 dB", 47, 0.255_350_994),  // -30 dB of -65.25
    ("24 dB", 6, 0.25),
    ("snd-dummy", 0, 0.168_334_381),  // -30 dB of -45
  ])
  func levelsMatchAlsamixer(_ name: String, _ raw: Int, _ level: Double) throws {
    let mixer = try #require(TestMixer.sensible.first { $0.testDescription == name })
    let found = try mixer.scale().level(ofRaw: raw)
    #expect(abs(found - level) < 1e-6, "\(found)")
  }

  @Test(arguments: all) func endsAreExact(_ mixer: TestMixer) throws {
    let scale = try mixer.scale()
    #expect(scale.level(ofRaw: mixer.shape.minimum) == 0)
    #expect(scale.level(ofRaw: mixer.shape.maximum) == 1)
    for level in [0, -0.5, -.infinity, .nan] {
      #expect(scale.raw(forLevel: level) == mixer.shape.minimum)
    }
    for level in [1, 1.5, .infinity] {
      #expect(scale.raw(forLevel: level) == mixer.shape.maximum)
    }
  }

  @Test(arguments: all) func scaleIsMonotonic(_ mixer: TestMixer) throws {
    let scale = try mixer.scale()
    let levels = mixer.steps.map { scale.level(ofRaw: $0) }
    for (quieter, louder) in zip(levels, levels.dropFirst()) { #expect(quieter <= louder) }
    let steps = (0...1000).map { scale.raw(forLevel: Double($0) / 1000) }
    for (lower, higher) in zip(steps, steps.dropFirst()) { #expect(lower <= higher) }
  }

  @Test(arguments: TestMixer.sensible) func levelOfAStepSelectsThatStep(_ mixer: TestMixer) throws {
    let scale = try mixer.scale()
    for raw in mixer.steps {
      // As a knob returns it, scaled to its range and back.
      let level = scale.level(ofRaw: raw) * 100 / 100
      #expect(scale.raw(forLevel: level) == raw)
    }
  }

  @Test(arguments: all) func roundsToTheNearestStepThatIsNotLouder(_ mixer: TestMixer) throws {
    let scale = try mixer.scale()
    for permille in 1..<1000 {
      let level = Double(permille) / 1000
      let raw = scale.raw(forLevel: level)
      let taken = scale.level(ofRaw: raw)
      #expect(taken <= level + CoarseTarget.excess + 1e-8)
      if raw < mixer.shape.maximum {
        // The next step is farther away, or louder than requested.
        let next = scale.level(ofRaw: raw + 1)
        #expect(next - level >= min(level - taken, CoarseTarget.excess) - 1e-8)
      }
      if raw > mixer.shape.minimum {
        #expect(taken <= level || level - scale.level(ofRaw: raw - 1) >= taken - level - 1e-8)
      }
    }
  }

  @Test(arguments: [(0, 0), (7, 7), (1, 0), (Int.max, Int.min), (100, -50)])
  func fixedVolumeHasNoScale(_ minimum: Int, _ maximum: Int) {
    let shape = MixerShape(channelCount: 1, minimum: minimum, maximum: maximum, decibels: nil)
    #expect(MixerScale(shape) { _ in nil } == nil)
    #expect(MixerVolume(shape, channels: [minimum]) { _ in nil } == nil)
  }
}
