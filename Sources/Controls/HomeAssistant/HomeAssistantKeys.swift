internal import Diagnostics
internal import JSON
internal import Layout
internal import LayoutFile

extension ControlKeys {
  /// `control: {homeassistant: …}`.
  static let homeAssistant = ControlKeys(
    "homeassistant", HomeAssistantKeys.control, example: "{entity: light.kitchen}",
    "An entity of a Home Assistant.",
    connection: ConnectionKeys(
      "homeassistant", HomeAssistantKeys.server,
      example: HomeAssistantKeys.serverExample, "A Home Assistant."), sendsCodes: true)
}

extension Shape where Value == String {
  /// A pair of lower-case words, such as `light.kitchen`.
  ///
  /// - Parameters:
  ///   - example: An example.
  ///   - part: What it is, for messages.
  ///   - format: The name of known values, by which an editor completes it; nil for none.
  /// - Returns: The shape.
  fileprivate static func dotted(
    example: String, part: String, format: String? = nil
  ) -> Shape {
    let format: [(String, JSONValue)] = format.map { [("format", .string($0))] } ?? []
    return Shape.text(.name, example: example).converted(
      schema: .object(
        [("type", "string"), ("pattern", "^[a-z0-9_]+\\.[a-z0-9_]+$"), ("maxLength", 255)] + format)
    ) { text, subject, context in
      if EntityFeature.isID(text) { return text }
      let lowercased = text.lowercased()
      context.error(
        "\(subject.name) expects \(part), such as \(example)", at: subject.span,
        hint: EntityFeature.isID(lowercased) ? "write `\(lowercased)`" : nil)
      return nil
    }
  }
}

/// The keys of Home Assistant controls.
enum HomeAssistantKeys {
  static let serverExample =
    "{url: \"http://homeassistant.local:8123\", token: {file: /etc/knobpanel/homeassistant}}"

  static let control = Shape.record(
    "a Home Assistant control", empty: HomeAssistantSettings(),
    [
      Field(
        "connection", Shape<String>.text(.name, example: "home").located, example: "home",
        alsoCalled: ["server", "host", "url"],
        "Which of the `connections`; may be left out where there is only one."
      ) { name, control, context in
        let subject = Subject(name: "`connection`", span: name.span)
        let found = context.connection(
          name, to: HomeAssistantServer.self, of: subject, example: connectionExample)
        if let found { control.server = found }
      },
      Field(
        "entity",
        .dotted(
          example: "light.kitchen", part: "the ID of an entity",
          format: HomeAssistantNames.format), into: \.entity,
        required: true, unless: ["service"], example: "light.kitchen",
        alsoCalled: ["entity_id", "id", "device"], "The entity's ID, as in Home Assistant."),
      Field(
        "attribute", .text(.name, example: "color_temp_kelvin"), intoOptional: \.attribute,
        example: "color_temp_kelvin", alsoCalled: ["property", "attr"],
        "What of the entity, if not its usual value: for a light `color_temp_kelvin`, `hue` or "
          + "`effect`, for a media player `source` or `sound_mode`, for a climate "
          + "`target_temp_low`, `target_temp_high`, `hvac_mode`, `preset_mode` or `fan_mode`, for a "
          + "cover `tilt`, for a fan `preset_mode`; for a label any attribute."),
      Field(
        "service", .dotted(example: "light.turn_on", part: "a domain and a service"),
        intoOptional: \.service, example: "light.turn_on", alsoCalled: ["action", "call"],
        "For buttons of `kind: push`: the service that a press calls."),
      Field(
        "data",
        .text(TextRule(mayBeEmpty: false, maximumLength: 1000), example: "{\"transition\": 2}"),
        into: \.data, example: "{\"transition\": 2}", alsoCalled: ["service_data", "payload"],
        "The data of the `service`, as a JSON object in single quotes."),
    ] + ValueKeys.fields(\.text, hasDecimals: false),
    rules: [
      .needs(
        "data", "service", "`data` belongs to a `service`", hint: "add `service: light.turn_on`"),
      .apart("service", from: ["attribute"]) { _, attribute, _ in
        Diagnostic(
          .error, "a press of a `service` has no `attribute`", at: attribute.keySpan,
          hint: "remove it; the data of the service is `data`")
      },
    ],
    prepare: { control, _, _, context in ValueKeys.prepare(&control.text, context) },
    finish: { control, locations, subject, context in
      if locations["connection"] == nil,
        let server = context.connection(
          nil, to: HomeAssistantServer.self, of: subject, example: connectionExample)
      {
        control.server = server
      }
      guard let knob = context.knob else { return }
      control.use = knob.use
      chooseFeature(&control, locations, subject, context)
      ValueKeys.finish(&control.text, locations, context)
      if case .number(let number) = control.feature, let full = number.full,
        locations["values"] == nil
      {
        (control.text.range.lowest, control.text.range.highest) = (0, full)
      }
      if let data = locations["data"], control.dataPairs == nil {
        context.error(
          "`data` is not a JSON object", at: data.span,
          hint: "write it like '{\"transition\": 2}', in single quotes")
      }
    })

  private static let connectionExample = "{homeassistant: \(serverExample)}"

  static let server = Shape.record(
    "a connection to Home Assistant", empty: HomeAssistantServer(),
    [
      Field(
        "url", .serverURL, required: true, example: .string(exampleURL),
        alsoCalled: ["host", "address", "server"],
        "Its URL, as in a browser; `http` or `ws`, or `https` or `wss` with TLS."
      ) { parsed, server, _ in
        (server.host, server.port, server.path) = (parsed.host, parsed.port, parsed.path)
        server.isEncrypted = parsed.isEncrypted
      },
      Field(
        "token", .token, into: \.token, required: true,
        example: ["file": "/etc/knobpanel/homeassistant"],
        alsoCalled: ["access_token", "password", "secret"],
        "Where the long-lived access token is stored; Home Assistant makes one on the page of a "
          + "user's profile."),
      Field(
        "tls", .tls, into: \.tls, example: ["ca": "/etc/knobpanel/ca.pem"],
        alsoCalled: ["ssl", "encryption"],
        "Which certificates are trusted, for a `url` of `https` or `wss`."),
    ],
    finish: { server, locations, _, context in
      guard let tls = locations["tls"], !server.host.isEmpty, !server.isEncrypted else { return }
      context.error(
        "`tls` has no effect on a URL without TLS", at: tls.keySpan,
        hint: "write `https` in the `url`, or remove `tls`")
    })

  fileprivate static let exampleURL = "http://homeassistant.local:8123"
}

extension TextRule {
  fileprivate static let url = TextRule(mayBeEmpty: false, maximumLength: 500)
}

extension Shape where Value == HomeAssistantServer {
  /// The URL of a server, without a user or a query.
  fileprivate static var serverURL: Shape {
    let pattern = "^([Hh][Tt][Tt][Pp]|[Ww][Ss])[Ss]?://[^?@\\s]+$"
    let example = HomeAssistantKeys.exampleURL
    return Shape<String>.text(.url, example: example).converted(
      schema: ["type": "string", "pattern": .string(pattern), "maxLength": 500]
    ) { text, subject, context in
      if let server = HomeAssistantServer(url: text) { return server }
      context.error(
        "\(subject.name) expects a URL, but this is \(VisibleText.quoted(text))", at: subject.span,
        hint: "write it as in `url: \"\(example)\"`")
      return nil
    }
  }
}

extension Shape where Value == Secret {
  /// The location of a token.
  fileprivate static var token: Shape {
    .secret(
      "a token", file: "/etc/knobpanel/homeassistant", variable: "HOMEASSISTANT_TOKEN"
    ).refusingScalar { _, subject in
      Diagnostic(
        .error, "a layout must not contain a token, only where it is stored", at: subject.span,
        hint: "put it in a file that others cannot read, and write "
          + "`token: {file: /etc/knobpanel/homeassistant}`; or `{environment: HOMEASSISTANT_TOKEN}`"
      )
    }
  }
}
