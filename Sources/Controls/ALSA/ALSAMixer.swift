internal import CALSA

/// Owns the open simple mixer of one card, and closes it on deinit.
final class ALSAMixer {
  /// The name of the card in messages.
  let card: String
  let handle: OpaquePointer

  /// Opens a control device by its ALSA name, such as "hw:Dummy" (snd_ctl_open).
  convenience init(card: String) throws(ALSAError) {
    SoundCards.silenceLibrary
    var device: OpaquePointer?
    let code = snd_ctl_open(&device, card, Int32(SND_CTL_NONBLOCK))
    guard code >= 0, let device else { throw SoundCards.failure(toOpen: card, code) }
    try self.init(owning: device, card: card)
  }

  /// Takes over an open control device (snd_ctl_t).
  init(owning device: OpaquePointer, card: String) throws(ALSAError) {
    self.card = card
    var mixer: OpaquePointer?
    var controls: OpaquePointer?
    var code = snd_mixer_open(&mixer, 0)
    guard code >= 0, let mixer else {
      snd_ctl_close(device)
      throw .cannotOpen(card: card, reason: reason(code))
    }
    handle = mixer
    code = snd_hctl_open_ctl(&controls, device)
    guard code >= 0, let controls else {
      snd_ctl_close(device)
      throw .cannotOpen(card: card, reason: reason(code))
    }
    // From here on the mixer owns the device.
    code = snd_mixer_attach_hctl(mixer, controls)
    if code >= 0 { code = snd_mixer_selem_register(mixer, nil, nil) }
    if code >= 0 { code = snd_mixer_load(mixer) }
    guard code >= 0 else { throw .cannotOpen(card: card, reason: reason(code)) }
  }

  deinit {
    snd_mixer_close(handle)
  }

  /// The simple elements in the card's order; the pointers are valid until events are handled.
  var elements: [(name: ElementName, pointer: OpaquePointer)] {
    var found: [(ElementName, OpaquePointer)] = []
    var next = snd_mixer_first_elem(handle)
    while let pointer = next {
      let name = ElementName(
        name: String(cString: snd_mixer_selem_get_name(pointer)),
        index: snd_mixer_selem_get_index(pointer))
      found.append((name, pointer))
      next = snd_mixer_elem_next(pointer)
    }
    return found
  }

  /// The layout names of the elements that have a volume.
  var elementsWithVolume: [String] {
    elements.filter { ElementCalls.direction(of: $0.pointer) != nil }.map(\.name.text)
  }
}

/// alsa-lib's message for one of its error codes, which are negative (snd_strerror).
func reason(_ code: Int32) -> String {
  String(cString: snd_strerror(code))
}
