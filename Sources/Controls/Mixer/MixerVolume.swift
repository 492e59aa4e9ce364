/// One mixer element as far as we know it: turns wanted levels into steps, and readings into news.
///
/// | reading                                          | is                                  |
/// |--------------------------------------------------|-------------------------------------|
/// | what we last read or wrote                       | our echo: nothing                   |
/// | different, soon after we wrote                   | maybe an old value: looked at again |
/// | different, later                                 | somebody else's: news               |
/// | different, but the loudest channel is the same   | a new balance: nothing for the knob |
///
/// Pure: time is data, nothing here calls the mixer.
struct MixerVolume {
  enum Reading: Equatable {
    case nothing
    case news(level: Double)
    /// Read again at this moment.
    case unsure(untilMicroseconds: Int64)
  }

  /// How long a mixer may still tell an old value after a write; some do (snapcast waits 1 s).
  static let echoMicroseconds: Int64 = 250_000

  let shape: MixerShape
  private let scale: MixerScale
  private var balance: ChannelBalance
  private var heading: RoundingDirection
  private var known: [Int]
  private var echoEndMicroseconds: Int64?
  /// What the element was last set or found to, 0…1.
  private(set) var level: Double

  /// Nil if the element cannot move.
  init?(_ shape: MixerShape, channels: [Int], decibels: @escaping (Int) -> Int?) {
    guard let scale = MixerScale(shape, decibels: decibels) else { return nil }
    self.shape = shape
    self.scale = scale
    known = channels
    balance = ChannelBalance(channelCount: channels.count)
    balance.learn(from: channels, on: scale)
    level = scale.level(ofRaw: channels.max() ?? scale.minimum)
    heading = RoundingDirection(restingAt: level)
  }

  /// Wants this level; what lies outside 0…1 is an end.
  mutating func aim(at level: Double) {
    self.level = min(max(level, 0), 1)
    heading.move(to: self.level)
  }

  /// Replaces `channels` by the steps for the wanted level; false if the mixer is there already.
  func steps(into channels: inout [Int]) -> Bool {
    channels.removeAll(keepingCapacity: true)
    for index in balance.shares.indices {
      let share = balance.shares[index]
      channels.append(scale.raw(forLevel: level * share, rounding: heading.rounding))
    }
    return channels != known
  }

  mutating func didWrite(_ channels: [Int], atMicroseconds now: Int64) {
    remember(channels)
    echoEndMicroseconds = now + MixerVolume.echoMicroseconds
  }

  /// Takes what was read now.
  mutating func observe(_ channels: [Int], atMicroseconds now: Int64) -> Reading {
    guard channels != known else { return .nothing }
    if let end = echoEndMicroseconds, now < end { return .unsure(untilMicroseconds: end) }
    let isSameVolume = channels.max() == known.max()
    remember(channels)
    balance.learn(from: channels, on: scale)
    if isSameVolume { return .nothing }
    level = scale.level(ofRaw: channels.max() ?? scale.minimum)
    heading = RoundingDirection(restingAt: level)
    return .news(level: level)
  }

  /// Copied in place: a turn of the knob allocates nothing.
  private mutating func remember(_ channels: [Int]) {
    known.removeAll(keepingCapacity: true)
    known.append(contentsOf: channels)
  }
}
