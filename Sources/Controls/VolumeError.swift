/// Why a control cannot drive what it should.
public enum VolumeError: Error, Hashable, Sendable {
  case noSoundCard
  /// The device nodes that exist but may not be opened.
  case permissionDenied(devices: [String])
  case unknownCard(String, cards: [String])
  /// A card that exists and does not open, by its own or its plug-in's fault.
  case cannotOpen(card: String, reason: String)
  /// The elements are those of the card that have a volume.
  case unknownElement(String, card: String, elements: [String])
  case elementWithoutVolume(String, card: String, elements: [String])
  case elementCannotMove(String, card: String)
  /// It was there and is not any more, or does not answer.
  case lost(String, card: String, reason: String)
  /// A secret that is not where the layout says.
  case noPassword(String)
  /// A file for TLS that cannot be read.
  case noCertificate(String)

  /// Whether it is about what a connection needs, and not about what a knob drives.
  public var isOfConnection: Bool {
    switch self {
    case .noPassword, .noCertificate: true
    default: false
    }
  }
}

extension VolumeError: CustomStringConvertible {
  /// One sentence that says what to do.
  public var description: String {
    switch self {
    case .noSoundCard:
      "there is no sound card; plug one in or load its driver"
    case .permissionDenied(let devices):
      "no permission for \(devices.joined(separator: ", ")); add the user to the group \"audio\""
    case .unknownCard(let name, let cards):
      "there is no sound card \"\(name)\"\(choice(name, among: cards))"
    case .cannotOpen(let card, let reason):
      "sound card \"\(card)\" does not open: \(reason)"
    case .unknownElement(let name, let card, let elements):
      "sound card \"\(card)\" has no mixer element \"\(name)\"\(choice(name, among: elements))"
    case .elementWithoutVolume(let name, let card, let elements):
      "mixer element \"\(name)\" of sound card \"\(card)\" is only a switch; "
        + "with a volume there are: \(list(elements))"
    case .elementCannotMove(let name, let card):
      "mixer element \"\(name)\" of sound card \"\(card)\" has a volume of a single step; "
        + "choose another one"
    case .lost(let name, let card, let reason):
      "mixer element \"\(name)\" of sound card \"\(card)\" is gone: \(reason)"
    case .noPassword(let reason): "there is no password: \(reason)"
    case .noCertificate(let reason): "a file for TLS cannot be read: \(reason)"
    }
  }

  private func choice(_ name: String, among names: [String]) -> String {
    guard let near = nearest(to: name, among: names) else {
      return "; there are: \(list(names))"
    }
    return "; did you mean \"\(near)\"? There are: \(list(names))"
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.joined(separator: ", ")
  }
}
