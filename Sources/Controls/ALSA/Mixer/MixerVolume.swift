/// The known state of one mixer element: converts levels into steps, and readings into changes.
///
/// | reading                                        | means                                    |
/// |------------------------------------------------|------------------------------------------|
/// | what was last read or written here             | own echo: unchanged                      |
/// | different, soon after a write                  | possibly out of date: uncertain          |
/// | different, later                               | another program's: changed               |
/// | different, but the loudest channel is the same | a new balance: unchanged for the knob    |
///
/// Pure: the time is a parameter, and the mixer is not called.
struct MixerVolume {
  enum Reading: Equatable {
    case unchanged
    case changed(level: Double)
    /// Read again at this time.
    case uncertain(untilMicroseconds: Int64)
  }

  /// How long after a write a mixer may still return an old value (snapcast waits 1 s).
  static let echoMicroseconds: Int64 = 250_000

  let shape: MixerShape
  private let scale: MixerScale
  private var balance: ChannelBalance
  private var known: [Int]
  private var echoEndMicroseconds: Int64?
  /// The level last set or read, 0…1.
  private(set) var level: Double

  /// Nil if the volume is fixed.
  init?(_ shape: MixerShape, channels: [Int], decibels: @escaping (Int) -> Int?) {
    guard let scale = MixerScale(shape, decibels: decibels) else { return nil }
    self.shape = shape
    self.scale = scale
    known = channels
    balance = ChannelBalance(channelCount: channels.count)
    balance.learn(from: channels, on: scale)
    level = scale.level(ofRaw: channels.max() ?? scale.minimum)
  }

  /// Sets the target level; one outside 0…1 becomes 0 or 1.
  mutating func aim(at level: Double) {
    self.level = CoarseTarget.limited(level)
  }

  /// Replaces `channels` by the steps for the target level; false if the mixer already has them.
  func steps(into channels: inout [Int]) -> Bool {
    channels.removeAll(keepingCapacity: true)
    for index in balance.shares.indices {
      let share = balance.shares[index]
      channels.append(scale.raw(forLevel: level * share))
    }
    return channels != known
  }

  mutating func didWrite(_ channels: [Int], atMicroseconds now: Int64) {
    remember(channels)
    echoEndMicroseconds = now + MixerVolume.echoMicroseconds
  }

  /// Mixers of more steps follow a knob closely enough.
  static let coarseStepCount = 12

  /// Rests at what the mixer has made of the target level; returns that, if it is so coarse that a
  /// knob has to show it.
  mutating func rest() -> Double? {
    guard shape.stepCount <= Self.coarseStepCount else { return nil }
    let real = scale.level(ofRaw: known.max() ?? scale.minimum)
    guard let shown = CoarseTarget.shown(real, for: level) else { return nil }
    level = shown
    return shown
  }

  /// Compares a reading with the known state.
  mutating func observe(_ channels: [Int], atMicroseconds now: Int64) -> Reading {
    guard channels != known else { return .unchanged }
    if let end = echoEndMicroseconds, now < end { return .uncertain(untilMicroseconds: end) }
    let isSameVolume = channels.max() == known.max()
    remember(channels)
    balance.learn(from: channels, on: scale)
    if isSameVolume { return .unchanged }
    level = scale.level(ofRaw: channels.max() ?? scale.minimum)
    return .changed(level: level)
  }

  /// Copied in place, so that turning the knob does not allocate memory.
  private mutating func remember(_ channels: [Int]) {
    known.removeAll(keepingCapacity: true)
    known.append(contentsOf: channels)
  }
}
