/// One mixer element, as a control uses it; the real one is `ALSAElement`.
///
/// Channels are those that can be set separately, in the mixer's order; a joined volume has one.
protocol MixerElement: AnyObject {
  /// Readable when something about the mixer changed; valid as long as the element lives.
  var descriptors: [Int32] { get }

  /// Processes all changes that wait on the descriptors.
  func handleEvents() throws(ALSAError)
  func shape() throws(ALSAError) -> MixerShape
  /// The gain of a raw value in hundredths of a decibel; nil if the mixer does not know.
  func decibels(ofRaw raw: Int) -> Int?
  /// Replaces `channels` by the raw value of each channel.
  func read(into channels: inout [Int]) throws(ALSAError)
  func write(_ channels: [Int]) throws(ALSAError)
}

/// What can be set on a mixer element.
struct MixerShape: Hashable {
  var channelCount: Int
  /// Raw steps, as the driver says; nothing can move unless minimum < maximum.
  var minimum: Int
  var maximum: Int
  var decibels: DecibelRange?

  /// How many different volumes there are; 1 if nothing can move.
  var stepCount: Int {
    guard minimum < maximum else { return 1 }
    let (span, overflow) = maximum.subtractingReportingOverflow(minimum)
    return overflow || span == .max ? .max : span + 1
  }

  /// Hundredths of a decibel.
  struct DecibelRange: Hashable {
    /// What ALSA gives instead of a minimum that is silence (SND_CTL_TLV_DB_GAIN_MUTE).
    static let silence = -9_999_999

    var minimum: Int
    var maximum: Int
  }
}
