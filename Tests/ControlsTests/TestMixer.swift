import Testing

@testable import Controls

/// A mixer as a driver may describe it.
struct TestMixer: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var shape: MixerShape
  var decibels: @Sendable (Int) -> Int?

  init(
    _ name: String, _ minimum: Int, _ maximum: Int, from low: Int? = nil, step: Int = 0,
    channelCount: Int = 2, decibels: (@Sendable (Int) -> Int?)? = nil
  ) {
    testDescription = name
    let decibels = decibels ?? { raw in low.map { $0 + step * (raw - minimum) } }
    self.decibels = decibels
    shape = MixerShape(
      channelCount: channelCount, minimum: minimum, maximum: maximum,
      decibels: low.map {
        MixerShape.DecibelRange(minimum: $0, maximum: decibels(maximum) ?? $0)
      })
  }

  func scale() throws -> MixerScale {
    try #require(MixerScale(shape, decibels: decibels))
  }

  func volume(at channels: [Int]) throws -> MixerVolume {
    try #require(MixerVolume(shape, channels: channels, decibels: decibels))
  }

  /// All steps; of a long range, a few hundred including both ends.
  var steps: [Int] {
    let span = UInt(bitPattern: shape.maximum &- shape.minimum)
    let stride = max(span / 300, 1)
    var steps = (0...min(span, 300)).map { shape.minimum &+ Int(bitPattern: $0 * stride) }
    if steps.last != shape.maximum { steps.append(shape.maximum) }
    return steps
  }

  private static let silence = MixerShape.DecibelRange.silence

  /// Mixers whose steps all sound different.
  static let sensible: [TestMixer] = [
    TestMixer("16 steps without decibels", 0, 15),
    TestMixer("16 steps down to silence", 0, 15, from: silence) {
      $0 == 0 ? silence : ($0 - 15) * 300
    },
    TestMixer("88 steps down to -65 dB", 0, 87, from: -6525, step: 75),
    TestMixer("24 dB", 0, 24, from: -1200, step: 100),
    TestMixer("snd-dummy", -50, 100, from: -4500, step: 30),
    TestMixer("all below zero", -127, 0, from: -6350, step: 50),
    TestMixer("a sound server's 65536 steps", 0, 65_536),
    TestMixer("two steps", 0, 1),
    TestMixer("two steps with decibels", 3, 4, from: -4000, step: 4000),
    TestMixer("one channel", 0, 31, from: -4650, step: 150, channelCount: 1),
    TestMixer("eight channels", 0, 100, channelCount: 8),
  ]

  /// Mixers that no driver should describe, and that must not break anything.
  static let odd: [TestMixer] = [
    TestMixer("65536 steps of a hundredth of a decibel", 0, 65_536, from: -9830, step: 1),
    TestMixer("pairs of steps with equal gain", 0, 40, from: -6000) { ($0 / 2 - 20) * 300 },
    TestMixer("falling decibels", 0, 20, from: 0, step: -200),
    TestMixer("decibels in no order", 0, 20, from: -4000) { $0 % 3 * 1000 - 4000 },
    TestMixer("decibels with a gap", 0, 20, from: -4000) { $0 == 7 ? nil : $0 * 200 - 4000 },
    TestMixer("constant decibels", 0, 20, from: -4000, step: 0),
    TestMixer("silence except at the top", 0, 20, from: silence) {
      $0 == 20 ? 0 : silence
    },
    TestMixer("the whole range of Int", .min, .max),
    TestMixer("extreme decibels", 0, 9, from: .min + 1) {
      $0 == 9 ? .max : .min + 1 + $0
    },
  ]
}
