internal import CALSA

/// The mixers of this machine, for writing a layout.
///
/// Reading opens every card for a moment; nothing is written.
public struct MixerList: Hashable, Sendable {
  public var cards: [Card]
  /// The control devices (/dev/snd/controlC0) that exist and may not be opened.
  public var denied: [String]

  /// One card, or the sound server that is this machine's default.
  public struct Card: Hashable, Sendable {
    /// What a layout calls it; stays the same from boot to boot.
    public var id: String
    public var name: String
    /// The number that ALSA gave it this time; nil if it is no hardware.
    public var index: Int?
    /// Whether `card: default` means this one too.
    public var isDefault: Bool
    /// Those with a volume, in the card's order.
    public var elements: [Element]
    /// Why its elements could not be read.
    public var problem: String?
  }

  /// One simple mixer element that has a volume.
  public struct Element: Hashable, Sendable {
    /// What a layout calls it ("Master", "PCM,1").
    public var name: String
    public var isCapture: Bool
    public var channelCount: Int
    /// How many different volumes the hardware has.
    public var stepCount: Int
    public var decibels: Decibels?
    /// As the knob would show it, 0…1; nil if it cannot be read or cannot move.
    public var level: Double?
    /// Whether its switch is off on all channels; nil if it has none.
    public var isMuted: Bool?
    /// What to paste into a layout below a knob.
    public var layoutText: String
  }

  public struct Decibels: Hashable, Sendable {
    /// Nil if the minimum is silence.
    public var minimum: Double?
    public var maximum: Double
  }

  /// What there is now.
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
        isMuted: calls.isMuted(pointer, channels),
        layoutText: "control: {alsa: {card: \(scalar(card)), element: \(scalar(name.text))}}")
    }
  }

  /// As a value inside of YAML's braces, in quotes only where it needs them.
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

  fileprivate func isMuted(_ element: OpaquePointer, _ channels: [Channel]) -> Bool? {
    guard hasSwitch(element) != 0 else { return nil }
    return channels.allSatisfy { channel in
      var isOn: Int32 = 1
      return getSwitch(element, channel, &isOn) >= 0 && isOn == 0
    }
  }
}
