internal import Glibc

/// Converts between levels 0…1 and raw steps of a mixer, with the mapping of alsamixer.
///
/// | the mixer has                  | level                                               |
/// |--------------------------------|-----------------------------------------------------|
/// | decibels, at most 24 of them   | linear in decibels                                  |
/// | more, down to silence          | 10^((dB − max) / 60)                                |
/// | more, down to an audible gain  | the same, stretched so that the minimum is 0        |
/// | no decibels, or invalid ones   | linear in raw steps                                 |
///
/// The minimum is always 0 and the maximum always 1.
struct MixerScale {
  private enum Law {
    case linearDecibels(minimum: Double, maximum: Double)
    case loudness(maximum: Double, floor: Double)
    case steps
  }

  let minimum: Int
  let maximum: Int
  private let law: Law
  private let decibels: (Int) -> Int?

  /// Levels closer than this are equal: the rounding errors of earlier arithmetic.
  private static let tolerance = 1e-9

  /// Nil if the volume is fixed; `decibels` is called only for raw values within the range.
  init?(_ shape: MixerShape, decibels: @escaping (Int) -> Int?) {
    guard shape.minimum < shape.maximum else { return nil }
    minimum = shape.minimum
    maximum = shape.maximum
    self.decibels = decibels
    law = MixerScale.law(of: shape, decibels)
  }

  private static func law(of shape: MixerShape, _ decibels: (Int) -> Int?) -> Law {
    guard let range = shape.decibels, range.minimum < range.maximum,
      isRising(from: shape.minimum, to: shape.maximum, decibels)
    else { return .steps }
    let minimum = Double(range.minimum)
    let maximum = Double(range.maximum)
    if maximum - minimum <= 2400 { return .linearDecibels(minimum: minimum, maximum: maximum) }
    let isSilent = range.minimum == MixerShape.DecibelRange.silence
    return .loudness(maximum: maximum, floor: isSilent ? 0 : pow(10, (minimum - maximum) / 6000))
  }

  /// Whether the gain never decreases as raw values increase; sampled at up to 257 values.
  private static func isRising(from minimum: Int, to maximum: Int, _ decibels: (Int) -> Int?)
    -> Bool
  {
    let span = distance(minimum, maximum)
    let lastSample = min(span, 256)
    var last = Int.min
    for sample in 0...lastSample {
      // Divided first to prevent overflow; the last sample is the maximum.
      let offset = sample == lastSample ? span : span / lastSample * sample
      guard let value = decibels(minimum &+ Int(bitPattern: offset)), value >= last else {
        return false
      }
      last = value
    }
    return true
  }

  /// 0…1, rising with the raw value.
  func level(ofRaw raw: Int) -> Double {
    if raw <= minimum { return 0 }
    if raw >= maximum { return 1 }
    let level: Double
    switch law {
    case .linearDecibels(let low, let high):
      level = (gain(raw) - low) / (high - low)
    case .loudness(let high, let floor):
      level = (pow(10, (gain(raw) - high) / 6000) - floor) / (1 - floor)
    case .steps:
      level = (Double(raw) - Double(minimum)) / (Double(maximum) - Double(minimum))
    }
    return min(max(level, 0), 1)
  }

  /// The step for a level, rounded as `CoarseTarget` says.
  func raw(forLevel level: Double) -> Int {
    if !(level > MixerScale.tolerance) { return minimum }
    if level >= 1 - MixerScale.tolerance { return maximum }
    let above = first { $0 >= level }
    let below = above - 1
    let isLouder = CoarseTarget.becomesLouder(
      level, above: self.level(ofRaw: below), below: self.level(ofRaw: above))
    return isLouder ? above : below
  }

  /// The first step above the minimum that satisfies the condition, else the maximum.
  private func first(_ isReached: (Double) -> Bool) -> Int {
    var below = minimum
    var reached = maximum
    while MixerScale.distance(below, reached) > 1 {
      let middle = below &+ Int(bitPattern: MixerScale.distance(below, reached) / 2)
      if isReached(level(ofRaw: middle)) { reached = middle } else { below = middle }
    }
    return reached
  }

  private func gain(_ raw: Int) -> Double {
    Double(decibels(raw) ?? MixerShape.DecibelRange.silence)
  }

  /// Without overflow, also over the whole range of Int.
  private static func distance(_ low: Int, _ high: Int) -> UInt {
    UInt(bitPattern: high &- low)
  }
}
