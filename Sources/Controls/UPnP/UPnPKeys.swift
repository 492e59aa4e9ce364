internal import Diagnostics
internal import JSON
internal import LayoutFile

extension ControlKeys {
  /// `control: {upnp: …}`.
  static let upnp = ControlKeys(
    "upnp",
    .record(
      "a UPnP control", empty: UPnPSettings(speaker: ""),
      [
        Field(
          "speaker", .text(.name, example: "Kitchen"), into: \.speaker, required: true,
          example: "Kitchen", alsoCalled: ["name", "renderer", "device", "player", "uuid", "udn"],
          "The speaker: the name that apps show for it, or its UDN (`uuid:…`)."),
        Field(
          "location", location, intoOptional: \.location,
          example: "http://10.0.0.7:49152/description.xml",
          alsoCalled: ["url", "host", "address"],
          "The URL of its description, for a network on which it cannot be found by itself."),
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
