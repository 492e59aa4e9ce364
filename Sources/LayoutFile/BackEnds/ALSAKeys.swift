internal import JSON
public import Layout

/// An ALSA mixer element.
public struct ALSAControlLayout: ControlSettings {
  /// As ALSA names it: "default", "hw:0", an id such as "Dummy".
  public var card: String
  public var element: String

  public init(card: String = "default", element: String) {
    self.card = card
    self.element = element
  }
}

extension ControlKeys {
  /// `control: {alsa: …}`.
  package static let alsa = ControlKeys(
    "alsa",
    .record(
      "an ALSA control", empty: ALSAControlLayout(element: ""),
      [
        Field(
          "card", .text(.name, example: "default"), into: \.card, fallback: "default",
          example: "hw:0", alsoCalled: ["device"], "The card as ALSA names it."),
        Field(
          "element", .text(.name, example: "Master"), into: \.element, required: true,
          example: "Master", alsoCalled: ["mixer", "name", "control"],
          "The mixer element on it."),
      ]),
    example: "{card: default, element: Master}", "An ALSA mixer element.")
}
