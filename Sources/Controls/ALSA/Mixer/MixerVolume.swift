/// The known state of one mixer element: converts levels into the steps of its channels, and readings
/// into levels; pure.
///
/// | reading                                        | level                                    |
/// |------------------------------------------------|------------------------------------------|
/// | what was last read or written here (`isKnown`) | unchanged                                |
/// | different, but the loudest channel is the same | unchanged; its balance is kept           |
/// | different                                      | that of the loudest channel              |
struct MixerVolume {
  /// Mixers of more steps follow a knob closely enough.
  static let coarseStepCount = 12

  let shape: MixerShape
  private let scale: MixerScale
  private var balance: ChannelBalance
  private var known: [Int]

  /// Nil if the volume is fixed.
  init?(_ shape: MixerShape, channels: [Int], decibels: @escaping (Int) -> Int?) {
    guard let scale = MixerScale(shape, decibels: decibels) else { return nil }
    self.shape = shape
    self.scale = scale
    known = channels
    balance = ChannelBalance(channelCount: channels.count)
    balance.learn(from: channels, on: scale)
  }

  /// The level of the loudest channel, 0…1.
  var level: Double { scale.level(ofRaw: known.max() ?? scale.minimum) }

  /// Replaces `channels` by their steps at a level; false if the mixer already has them.
  ///
  /// A level outside 0…1 becomes 0 or 1.
  func steps(at level: Double, into channels: inout [Int]) -> Bool {
    let level = CoarseTarget.limited(level)
    channels.removeAll(keepingCapacity: true)
    for index in balance.shares.indices {
      channels.append(scale.raw(forLevel: level * balance.shares[index]))
    }
    return channels != known
  }

  mutating func didWrite(_ channels: [Int]) { remember(channels) }

  /// The level that a released knob shows for a requested one: that of its step, if the mixer is
  /// coarse.
  func shown(_ level: Double) -> Double {
    guard shape.stepCount <= Self.coarseStepCount else { return level }
    return scale.level(ofRaw: scale.raw(forLevel: level))
  }

  func isKnown(_ channels: [Int]) -> Bool { channels == known }

  /// Adopts a reading; returns its level, or nil if the loudest channel has not changed.
  mutating func adopt(_ channels: [Int]) -> Double? {
    let isSameVolume = channels.max() == known.max()
    remember(channels)
    balance.learn(from: channels, on: scale)
    return isSameVolume ? nil : level
  }

  /// Copied in place, so that turning the knob does not allocate memory.
  private mutating func remember(_ channels: [Int]) {
    known.removeAll(keepingCapacity: true)
    known.append(contentsOf: channels)
  }
}
