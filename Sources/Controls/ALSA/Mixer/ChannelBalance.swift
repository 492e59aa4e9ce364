/// The level of each channel relative to the loudest; kept while the volume moves, also through 0.
struct ChannelBalance {
  /// Levels as fractions of the loudest channel's, 0…1.
  private(set) var shares: [Double]

  init(channelCount: Int) {
    shares = [Double](repeating: 1, count: channelCount)
  }

  /// Adopts the balance set by another program; levels of 0 contain no information about it.
  mutating func learn(from channels: [Int], on scale: MixerScale) {
    if shares.count != channels.count { self = ChannelBalance(channelCount: channels.count) }
    let loudest = scale.level(ofRaw: channels.max() ?? scale.minimum)
    guard loudest > 0 else { return }
    for index in channels.indices {
      shares[index] = scale.level(ofRaw: channels[index]) / loudest
    }
  }
}
