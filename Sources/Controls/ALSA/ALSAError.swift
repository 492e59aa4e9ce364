internal import Diagnostics

/// Why a knob cannot drive an ALSA mixer element.
public enum ALSAError: ControlError, Hashable {
  case noSoundCard
  /// Device nodes exist but may not be opened.
  case permissionDenied(devices: [String])
  case unknownCard(String, cards: [String])
  /// A card exists but cannot be opened, because of the card or its alsa-lib plug-in.
  case cannotOpen(card: String, reason: String)
  /// `elements` are those elements of the card that have a volume.
  case unknownElement(String, card: String, elements: [String])
  case elementWithoutVolume(String, card: String, elements: [String])
  case elementCannotMove(String, card: String)
  /// The element existed, but has disappeared or does not respond.
  case lost(String, card: String, reason: String)

  /// Refers to the command that lists cards and elements.
  public var hint: String? { "`knobpanel devices` lists cards and elements as layouts name them." }

  /// Whether no card is usable: one may be plugged in later, and udev may still have to permit its
  /// use.
  public var isTemporary: Bool {
    switch self {
    case .noSoundCard, .permissionDenied, .cannotOpen: true
    default: false
    }
  }

  /// Whether the card may appear later; a card is registered with all its elements.
  public var isAbsence: Bool {
    if case .unknownCard = self { true } else { isTemporary }
  }

  /// One line with the remedy.
  public var description: String {
    switch self {
    case .noSoundCard:
      "there is no sound card; plug one in or load its driver"
    case .permissionDenied(let devices):
      "no permission for \(devices.joined(separator: ", ")); add the user to the group \"audio\""
    case .unknownCard(let name, let cards):
      "there is no sound card \"\(name)\"\(choice(name, among: cards))"
    case .cannotOpen(let card, let reason):
      "sound card \"\(card)\" cannot be opened: \(reason)"
    case .unknownElement(let name, let card, let elements):
      "sound card \"\(card)\" has no mixer element \"\(name)\"\(choice(name, among: elements))"
    case .elementWithoutVolume(let name, let card, let elements):
      "mixer element \"\(name)\" of sound card \"\(card)\" is only a switch; "
        + "elements with a volume: \(list(elements))"
    case .elementCannotMove(let name, let card):
      "mixer element \"\(name)\" of sound card \"\(card)\" has a volume with a single step; "
        + "choose another element"
    case .lost(let name, let card, let reason):
      "mixer element \"\(name)\" of sound card \"\(card)\" is gone: \(reason)"
    }
  }

  private func choice(_ name: String, among names: [String]) -> String {
    guard let closest = Spelling.closest(to: name, among: names) else {
      return "; available: \(list(names))"
    }
    return "; did you mean \"\(closest)\"? Available: \(list(names))"
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
