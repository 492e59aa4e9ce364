/// One mixer element, as a control uses it; the real one is `ALSAElement`.
///
/// Channels are those that can be set separately, in the mixer's order; a joined volume has one.
protocol MixerElement: AnyObject {
  /// Readable when something about the mixer changed; valid as long as the element lives.
  var descriptors: [Int32] { get }

  /// Processes all pending changes of the descriptors.
  func handleEvents() throws(ALSAError)
  func shape() throws(ALSAError) -> MixerShape
  /// The gain of a raw value in hundredths of a decibel; nil if unknown.
  func decibels(ofRaw raw: Int) -> Int?
  /// Replaces `channels` by the raw value of each channel.
  func read(into channels: inout [Int]) throws(ALSAError)
  func write(_ channels: [Int]) throws(ALSAError)
  /// Whether its switches are off, on all channels; nil if it has none.
  func isMuted() throws(ALSAError) -> Bool?
  /// Sets the switches of all channels; its volume stays as it is.
  func set(isMuted: Bool) throws(ALSAError)
}

/// The adjustable properties of a mixer element.
struct MixerShape: Hashable {
  var channelCount: Int
  /// Raw steps of the driver; the volume is fixed unless minimum < maximum.
  var minimum: Int
  var maximum: Int
  var decibels: DecibelRange?

  /// The number of different volumes; 1 if the volume is fixed.
  var stepCount: Int {
    guard minimum < maximum else { return 1 }
    let (span, overflow) = maximum.subtractingReportingOverflow(minimum)
    return overflow || span == .max ? .max : span + 1
  }

  /// Hundredths of a decibel.
  struct DecibelRange: Hashable {
    /// ALSA's gain for a minimum that is silence (SND_CTL_TLV_DB_GAIN_MUTE).
    static let silence = -9_999_999

    var minimum: Int
    var maximum: Int
  }
}
