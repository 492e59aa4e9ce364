internal import JSON
internal import Knobs
internal import Layout

/// Click sounds of knobs and buttons, and the glow at stops.
extension LayoutTables {
  static let clicksField = Field<PanelLayout>(
    "clicks", clicks, into: \.clicks, fallback: false, example: true,
    alsoCalled: ["click", "sound", "sounds", "feedback", "haptics", "beep"],
    "Click sounds and glowing stops for touch. A soft click at each step, sector or magnet that a "
      + "finger passes, a lower one at an end or a limit, which glows for a moment, and one when a "
      + "button acts. External changes never click.")

  private static let clicks = Shape.record(
    "`clicks`", empty: ClickLayout(),
    [
      Field(
        "device", .text(.name, example: "default"), into: \.device, fallback: "default",
        example: "plughw:CARD=Device", alsoCalled: ["pcm", "output", "card"],
        "The ALSA PCM that plays them; `aplay -L` lists all. A card's own PCM, such as "
          + "`plughw:CARD=Device`, is faster than one that mixes."),
      Field(
        "volume", .percent(upTo: 100, example: 50), into: \.volume, fallback: 50,
        example: 30, alsoCalled: ["loudness", "gain", "level"],
        "Percent; at 0, stops glow without a sound."),
    ], finish: { clicks, _, _, _ in clicks.isOn = true }, orOnly: .flag
  ) { isOn, clicks in clicks.isOn = isOn }

  static let clickField = Field<KnobEntry>(
    "click", .flag, into: \.knob.clicks, fallback: true, example: false,
    alsoCalled: ["clicks", "sound", "feedback"],
    "Whether it clicks, and its stops glow, on a panel with `clicks`.")
}
