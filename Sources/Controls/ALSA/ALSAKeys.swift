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
          example: "hw:0", alsoCalled: ["device"], "The card as ALSA names it."),
        Field(
          "element", .text(.name, example: "Master"), into: \.element, required: true,
          example: "Master", alsoCalled: ["mixer", "name", "control"],
          "The mixer element on it."),
        Field(
          "mute", .flag, into: \.mutesBySwitch, fallback: true, example: false,
          alsoCalled: ["switch"],
          "Whether the element's own switch is the knob's mute, if it has one; else it is left alone, "
            + "and a mute button turns the volume down."),
      ]),
    example: "{card: default, element: Master}", "An ALSA mixer element.")
}
