/// The mixers of this machine, for writing a layout.
///
/// Reading opens every card briefly; nothing is written.
public struct MixerList: Hashable, Sendable {
  /// All cards that can be opened, and the default sound server.
  public var cards: [Card]
  /// Paths of control devices (/dev/snd/controlC0) that exist but may not be opened.
  public var denied: [String]

  /// One card, or the sound server that is this machine's default.
  public struct Card: Hashable, Sendable {
    /// The name for layouts; does not change between boots.
    public var id: String
    /// The descriptive name of the card.
    public var name: String
    /// ALSA's number for the card since the last boot; nil if it is not hardware.
    public var index: Int?
    /// Whether `card: default` also refers to this card.
    public var isDefault: Bool
    /// The elements with a volume, in the card's order.
    public var elements: [Element]
    /// Why the elements could not be read; nil if they were.
    public var problem: String?
  }

  /// One simple mixer element that has a volume.
  public struct Element: Hashable, Sendable {
    /// The name for layouts ("Master", "PCM,1").
    public var name: String
    /// Whether the volume is that of a recording input.
    public var isCapture: Bool
    /// Number of channels that can be set separately.
    public var channelCount: Int
    /// Number of different volumes of the hardware.
    public var stepCount: Int
    /// The level that a knob would show, 0…1; nil if it cannot be read or is fixed.
    public var level: Double?
    /// Whether the switch is off on all channels; nil if there is no switch.
    public var isMuted: Bool?
    /// The value of a knob's `control` key for it.
    public var controlText: String
    /// The text to paste into a layout below a knob.
    public var layoutText: String { "control: \(controlText)" }
  }

  /// Reads the mixers of this machine.
  public static func read() -> MixerList {
    let standard = SoundCards.info(ofDevice: "default")
    var cards = SoundCards.all.map { card in
      list(card, device: "hw:\(card.id)", index: card.index, isDefault: card.id == standard?.id)
    }
    if let standard, !cards.contains(where: \.isDefault) {
      cards.append(list(standard, device: "default", index: nil, isDefault: true))
    }
    return MixerList(cards: cards, denied: SoundCards.denied())
  }

  private static func list(_ card: SoundCard, device: String, index: Int?, isDefault: Bool) -> Card
  {
    let id = index == nil ? device : card.id
    var entry = Card(id: id, name: card.name, index: index, isDefault: isDefault, elements: [])
    do {
      entry.elements = elements(of: try ALSAMixer(card: device), card: id)
    } catch {
      entry.problem = error.description
    }
    return entry
  }

  static func elements(of mixer: ALSAMixer, card: String) -> [Element] {
    mixer.elements.compactMap { name, _ in
      // Fails for an element without a volume.
      guard let element = try? ALSAElement(name, of: mixer), let shape = try? element.shape() else {
        return nil
      }
      var channels: [Int] = []
      try? element.read(into: &channels)
      let volume = MixerVolume(shape, channels: channels) { element.decibels(ofRaw: $0) }
      return Element(
        name: name.text,
        isCapture: element.isCapture,
        channelCount: shape.channelCount,
        stepCount: shape.stepCount,
        level: channels.isEmpty ? nil : volume?.level,
        isMuted: try? element.isMuted(),
        controlText: "{alsa: {card: \(scalar(card)), element: \(scalar(name.text))}}")
    }
  }

  /// The text as a value in a YAML flow mapping, quoted only if necessary.
  static func scalar(_ text: String) -> String {
    let isPlain =
      text.first.map { $0.isASCII && $0.isLetter } == true && text.last != " "
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || " _-./()".utf8.contains(byte)
      }
    if isPlain { return text }
    let escaped = text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"\(String(escaped))\""
  }
}
