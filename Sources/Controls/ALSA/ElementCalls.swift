internal import CALSA

/// The functions of the simple mixer for one direction; alsa-lib has each of them twice.
struct ElementCalls {
  enum Direction: Hashable {
    case playback, capture
  }

  typealias Element = OpaquePointer
  typealias Channel = snd_mixer_selem_channel_id_t
  typealias Range =
    (Element?, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Int>?) -> Int32

  let direction: Direction
  let range: Range
  let decibelRange: Range
  let decibels: (Element?, Int, UnsafeMutablePointer<Int>?) -> Int32
  let has: (Element?, Channel) -> Int32
  let isJoined: (Element?) -> Int32
  let get: (Element?, Channel, UnsafeMutablePointer<Int>?) -> Int32
  let set: (Element?, Channel, Int) -> Int32
  let hasSwitch: (Element?) -> Int32
  let getSwitch: (Element?, Channel, UnsafeMutablePointer<Int32>?) -> Int32
  let setSwitches: (Element?, Int32) -> Int32

  /// The direction that a knob controls: playback if it has both; nil if it has no volume.
  static func direction(of element: OpaquePointer) -> Direction? {
    if snd_mixer_selem_has_playback_volume(element) != 0 { return .playback }
    if snd_mixer_selem_has_capture_volume(element) != 0 { return .capture }
    return nil
  }

  init(_ direction: Direction) {
    self.direction = direction
    switch direction {
    case .playback:
      range = snd_mixer_selem_get_playback_volume_range
      decibelRange = snd_mixer_selem_get_playback_dB_range
      decibels = snd_mixer_selem_ask_playback_vol_dB
      has = snd_mixer_selem_has_playback_channel
      isJoined = snd_mixer_selem_has_playback_volume_joined
      get = snd_mixer_selem_get_playback_volume
      set = snd_mixer_selem_set_playback_volume
      hasSwitch = snd_mixer_selem_has_playback_switch
      getSwitch = snd_mixer_selem_get_playback_switch
      setSwitches = snd_mixer_selem_set_playback_switch_all
    case .capture:
      range = snd_mixer_selem_get_capture_volume_range
      decibelRange = snd_mixer_selem_get_capture_dB_range
      decibels = snd_mixer_selem_ask_capture_vol_dB
      has = snd_mixer_selem_has_capture_channel
      isJoined = snd_mixer_selem_has_capture_volume_joined
      get = snd_mixer_selem_get_capture_volume
      set = snd_mixer_selem_set_capture_volume
      hasSwitch = snd_mixer_selem_has_capture_switch
      getSwitch = snd_mixer_selem_get_capture_switch
      setSwitches = snd_mixer_selem_set_capture_switch_all
    }
  }

  /// Replaces `channels` by those that can be set separately.
  func findChannels(of element: OpaquePointer, into channels: inout [Channel]) {
    channels.removeAll(keepingCapacity: true)
    for number in 0...Int(SND_MIXER_SCHN_LAST.rawValue) {
      let channel = Channel(rawValue: Channel.RawValue(number))
      guard has(element, channel) != 0 else { continue }
      channels.append(channel)
      if isJoined(element) != 0 { return }
    }
  }

  /// Whether the switches of all channels are off, also where one volume is that of all of them; nil if
  /// there are none.
  func isMuted(_ element: OpaquePointer) -> Bool? {
    guard hasSwitch(element) != 0 else { return nil }
    for number in 0...Int(SND_MIXER_SCHN_LAST.rawValue) {
      let channel = Channel(rawValue: Channel.RawValue(number))
      var isOn: Int32 = 0
      guard has(element, channel) != 0 else { continue }
      // One that cannot be read is not known to be off.
      if getSwitch(element, channel, &isOn) < 0 || isOn != 0 { return false }
    }
    return true
  }

  func shape(of element: OpaquePointer, channelCount: Int) -> (code: Int32, shape: MixerShape) {
    var shape = MixerShape(channelCount: channelCount, minimum: 0, maximum: 0, decibels: nil)
    let code = range(element, &shape.minimum, &shape.maximum)
    var low = 0
    var high = 0
    if decibelRange(element, &low, &high) >= 0 {
      shape.decibels = MixerShape.DecibelRange(minimum: low, maximum: high)
    }
    return (code, shape)
  }
}
