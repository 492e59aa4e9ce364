/// How loud each channel is beside the loudest; kept while the volume moves, and through silence.
struct ChannelBalance {
  /// Levels as fractions of the loudest channel's, 0…1.
  private(set) var shares: [Double]

  init(channelCount: Int) {
    shares = [Double](repeating: 1, count: channelCount)
  }

  /// Learns from what somebody else set; silence says nothing about balance.
  mutating func learn(from channels: [Int], on scale: MixerScale) {
    if shares.count != channels.count { self = ChannelBalance(channelCount: channels.count) }
    let loudest = scale.level(ofRaw: channels.max() ?? scale.minimum)
    guard loudest > 0 else { return }
    for index in channels.indices {
      shares[index] = scale.level(ofRaw: channels[index]) / loudest
    }
  }
}
