internal import CALSA

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
    /// The range in decibels; nil if the hardware does not report it.
    public var decibels: Decibels?
    /// The level that a knob would show, 0…1; nil if it cannot be read or is fixed.
    public var level: Double?
    /// Whether the switch is off on all channels; nil if there is no switch.
    public var isMuted: Bool?
    /// The value of a knob's `control` key for it.
    public var controlText: String
    /// The text to paste into a layout below a knob.
    public var layoutText: String { "control: \(controlText)" }
  }

  /// The range of a volume in decibels.
  public struct Decibels: Hashable, Sendable {
    /// The lowest volume in decibels; nil if it is silence.
    public var minimum: Double?
    /// The highest volume in decibels.
    public var maximum: Double
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
    mixer.elements.compactMap { name, pointer in
      guard let direction = ElementCalls.direction(of: pointer) else { return nil }
      let calls = ElementCalls(direction)
      var channels: [ElementCalls.Channel] = []
      calls.findChannels(of: pointer, into: &channels)
      let (_, shape) = calls.shape(of: pointer, channelCount: channels.count)
      return Element(
        name: name.text,
        isCapture: direction == .capture,
        channelCount: channels.count,
        stepCount: shape.stepCount,
        decibels: shape.decibels.map(Decibels.init),
        level: calls.level(of: pointer, shape, channels),
        isMuted: calls.isMuted(pointer),
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

extension MixerList.Decibels {
  init(_ range: MixerShape.DecibelRange) {
    let isSilent = range.minimum <= MixerShape.DecibelRange.silence
    minimum = isSilent ? nil : Double(range.minimum) / 100
    maximum = Double(range.maximum) / 100
  }
}

extension ElementCalls {
  fileprivate func level(of element: OpaquePointer, _ shape: MixerShape, _ channels: [Channel])
    -> Double?
  {
    let scale = MixerScale(shape) { raw in
      var hundredths = 0
      return decibels(element, raw, &hundredths) >= 0 ? hundredths : nil
    }
    let values = channels.compactMap { channel in
      var value = 0
      return get(element, channel, &value) >= 0 ? value : nil
    }
    guard let scale, let loudest = values.max() else { return nil }
    return scale.level(ofRaw: loudest)
  }
}
