internal import CALSA
internal import Glibc
internal import Linux

/// A sound card of this machine.
public struct SoundCard: Hashable, Sendable {
  /// The card's number, which may change between boots.
  public var index: Int
  /// The card's short name without spaces, which does not change ("Dummy", "PCH").
  public var id: String
  /// The card's name.
  public var name: String
  /// The card's descriptive name, often with its address.
  public var longName: String
}

/// Finds cards by the names used in layouts.
enum SoundCards {
  /// More than Debian's kernels support.
  private static let cardLimit = 64

  /// Stops alsa-lib from printing errors itself.
  ///
  /// Called once, because the handler is global to the process.
  static let silenceLibrary: Void = knobpanel_silence_alsa()

  /// The cards that this user may open.
  static var all: [SoundCard] {
    silenceLibrary
    var cards: [SoundCard] = []
    var index: Int32 = -1
    while snd_card_next(&index) >= 0, index >= 0 {
      if let card = info(ofDevice: "hw:\(index)") { cards.append(card) }
    }
    return cards
  }

  /// Paths of the control devices that exist but may not be opened.
  static func denied(in folder: String = "/dev/snd") -> [String] {
    (0..<cardLimit).map { "\(folder)/controlC\($0)" }.filter {
      access($0, F_OK) == 0 && access($0, R_OK | W_OK) != 0
    }
  }

  /// ALSA's name of the control device that the layout refers to.
  ///
  /// An id takes precedence over a name; any other text is passed to ALSA, whose configuration may
  /// define it.
  static func deviceName(of text: String) -> String {
    // ALSA's own names do not require a search of the cards.
    text == "default" ? text : deviceName(of: text, among: all)
  }

  static func deviceName(of text: String, among cards: [SoundCard]) -> String {
    if let number = Int(text) { return "hw:\(number)" }
    if let card = cards.first(where: { $0.id == text })
      ?? cards.first(where: { $0.name == text || $0.longName == text })
    {
      return "hw:\(card.id)"
    }
    return text
  }

  /// Converts a failure of snd_ctl_open.
  static func failure(toOpen device: String, _ code: Int32) -> ALSAError {
    failure(toOpen: device, code, cards: all.map(\.id), denied: denied())
  }

  static func failure(
    toOpen device: String, _ code: Int32, cards: [String], denied: [String]
  ) -> ALSAError {
    switch -code {
    case EACCES, EPERM:
      return .permissionDenied(devices: denied.isEmpty ? [device] : denied)
    case ENOENT, ENODEV, ENXIO, EINVAL:
      // alsa-lib ignores cards that it may not open, so the card may be one of those.
      if !denied.isEmpty { return .permissionDenied(devices: denied) }
      return cards.isEmpty ? .noSoundCard : .unknownCard(device, cards: cards)
    default:
      return .cannotOpen(card: device, reason: reason(code))
    }
  }

  /// The identification of a control device; nil if it cannot be opened (snd_ctl_card_info).
  static func info(ofDevice device: String) -> SoundCard? {
    silenceLibrary
    var handle: OpaquePointer?
    guard snd_ctl_open(&handle, device, Int32(SND_CTL_NONBLOCK)) >= 0, let handle else {
      return nil
    }
    defer { snd_ctl_close(handle) }
    var info: OpaquePointer?
    guard snd_ctl_card_info_malloc(&info) >= 0, let info else { return nil }
    defer { snd_ctl_card_info_free(info) }
    guard snd_ctl_card_info(handle, info) >= 0 else { return nil }
    return SoundCard(
      index: Int(snd_ctl_card_info_get_card(info)),
      id: String(cString: snd_ctl_card_info_get_id(info)),
      name: String(cString: snd_ctl_card_info_get_name(info)),
      longName: String(cString: snd_ctl_card_info_get_longname(info)))
  }
}
