internal import CALSA
internal import Glibc

/// One element of a real mixer, accessed through alsa-lib's simple mixer interface.
final class ALSAElement: MixerElement {
  private let mixer: ALSAMixer
  private let name: ElementName
  /// The key by which alsa-lib finds the element; owned.
  private let identity: OpaquePointer
  private var requests: [pollfd]
  /// Nil after the element was removed; looked up again after all events, which may free it.
  private var element: OpaquePointer?
  private var calls = ElementCalls(.playback)
  private var channels: [ElementCalls.Channel] = []

  init(_ name: ElementName, of mixer: ALSAMixer) throws(ALSAError) {
    var identity: OpaquePointer?
    let code = snd_mixer_selem_id_malloc(&identity)
    guard code >= 0, let identity else {
      throw .cannotOpen(card: mixer.card, reason: reason(code))
    }
    self.mixer = mixer
    self.name = name
    self.identity = identity
    snd_mixer_selem_id_set_name(identity, name.name)
    snd_mixer_selem_id_set_index(identity, name.index)
    let count = max(snd_mixer_poll_descriptors_count(mixer.handle), 0)
    requests = [pollfd](repeating: pollfd(), count: Int(count))
    let filled = snd_mixer_poll_descriptors(mixer.handle, &requests, UInt32(count))
    requests.removeLast(requests.count - min(Int(max(filled, 0)), requests.count))
    try lookUp()
  }

  deinit {
    snd_mixer_selem_id_free(identity)
  }

  /// Whether its volume is that of a recording input.
  var isCapture: Bool { calls.direction == .capture }

  var descriptors: [Int32] { requests.map(\.fd) }

  func handleEvents() throws(ALSAError) {
    try check(snd_mixer_handle_events(mixer.handle))
    try lookUp()
  }

  func shape() throws(ALSAError) -> MixerShape {
    guard let element else { throw lost("it was removed") }
    let (code, shape) = calls.shape(of: element, channelCount: channels.count)
    try check(code)
    return shape
  }

  func decibels(ofRaw raw: Int) -> Int? {
    var hundredths = 0
    guard let element, calls.decibels(element, raw, &hundredths) >= 0 else { return nil }
    return hundredths
  }

  func read(into values: inout [Int]) throws(ALSAError) {
    guard let element else { throw lost("it was removed") }
    values.removeAll(keepingCapacity: true)
    for index in channels.indices {
      var value = 0
      try check(calls.get(element, channels[index], &value))
      values.append(value)
    }
  }

  func write(_ values: [Int]) throws(ALSAError) {
    guard let element else { throw lost("it was removed") }
    // alsa-lib writes once per differing channel; its "set all" does the same.
    for index in 0..<min(channels.count, values.count) {
      try check(calls.set(element, channels[index], values[index]))
    }
  }

  func isMuted() throws(ALSAError) -> Bool? {
    guard let element else { throw lost("it was removed") }
    return calls.isMuted(element)
  }

  func set(isMuted: Bool) throws(ALSAError) {
    guard let element else { throw lost("it was removed") }
    try check(calls.setSwitches(element, isMuted ? 0 : 1))
  }

  private func lookUp() throws(ALSAError) {
    element = snd_mixer_find_selem(mixer.handle, identity)
    guard let element else {
      throw .unknownElement(name.text, card: mixer.card, elements: mixer.elementsWithVolume)
    }
    guard let direction = ElementCalls.direction(of: element) else {
      throw .elementWithoutVolume(
        name.text, card: mixer.card, elements: mixer.elementsWithVolume)
    }
    if direction != calls.direction { calls = ElementCalls(direction) }
    calls.findChannels(of: element, into: &channels)
  }

  private func check(_ code: Int32) throws(ALSAError) {
    if code < 0 { throw lost(reason(code)) }
  }

  private func lost(_ reason: String) -> ALSAError {
    .lost(name.text, card: mixer.card, reason: reason)
  }
}
