internal import JSON
internal import LayoutFile

extension ControlKeys {
  /// `control: {alsa: …}`.
  static let alsa = ControlKeys(
    "alsa",
    .record(
      "an ALSA control", empty: ALSASettings(element: ""),
      [
        Field(
          "card", .text(.name, example: "default"), into: \.card, fallback: "default",
          example: "hw:0", alsoCalled: ["device"], "The card's name in ALSA."),
        Field(
          "element", .text(.name, example: "Master"), into: \.element, required: true,
          example: "Master", alsoCalled: ["mixer", "name", "control"],
          "The mixer element of the card."),
        Field(
          "mute", .flag, into: \.mutesBySwitch, fallback: true, example: false,
          alsoCalled: ["switch"],
          "Whether the knob's mute uses the element's switch, if it has one; otherwise the switch "
            + "is left alone, and a mute button turns the volume down."),
      ]),
    example: "{card: default, element: Master}", "An ALSA mixer element.")
}
