internal import Diagnostics
internal import JSON
internal import LayoutFile

extension ControlKeys {
  /// `control: {upnp: …}`.
  static let upnp = ControlKeys(
    "upnp",
    .record(
      "a UPnP control", empty: UPnPSettings(),
      [
        Field(
          "speaker", .text(.name, example: "Kitchen"), into: \.speaker, required: true,
          unless: ["room"], example: "Kitchen",
          alsoCalled: ["name", "renderer", "device", "player", "uuid", "udn"],
          "The speaker: the name that apps show for it, or its UDN (`uuid:…`)."),
        Field(
          "room", .text(.name, example: "Kitchen"), intoOptional: \.room, example: "Kitchen",
          alsoCalled: ["zone"],
          "A room of a Raumfeld system, alone or in a zone with others; instead of `speaker`."),
        Field(
          "location", location, intoOptional: \.location,
          example: "http://10.0.0.7:49152/description.xml",
          alsoCalled: ["url", "host", "address"],
          "The URL of its description, for networks on which it cannot be found automatically."),
      ],
      rules: [
        .alternatives(["speaker", "room"]) { first, second, _ in
          Diagnostic(
            .error, "a knob turns either a `\(first.key)` or a `\(second.key)`",
            at: second.keySpan, hint: "remove one of them")
        },
        .alternatives(["room", "location"]) { _, second, _ in
          Diagnostic(
            .error, "a `room` is always found automatically", at: second.keySpan,
            hint: "remove `\(second.key)`")
        },
      ]),
    example: "{speaker: Kitchen}", "The volume of a UPnP or DLNA speaker (RenderingControl).")

  private static let location = Shape<String>.text(
    TextRule(mayBeEmpty: false, maximumLength: 500), example: "http://10.0.0.7:49152/desc.xml"
  ).converted(
    schema: [
      "type": "string", "pattern": "^[Hh][Tt][Tt][Pp]://[^\\s/@]+(/\\S*)?$", "maxLength": 500,
    ]
  ) { (text: String, subject, context) -> String? in
    guard HTTPAddress(text) != nil else {
      context.error(
        "\(subject.name) expects a URL that begins with http://", at: subject.span,
        hint: "`knobpanel devices` lists the speakers that it finds")
      return nil
    }
    return text
  }
}
