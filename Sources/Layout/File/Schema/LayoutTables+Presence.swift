internal import Diagnostics
internal import Gesture
internal import JSON
internal import Layout

/// The sensor that reports whether somebody is there.
extension LayoutTables {
  static func presenceField(_ controls: [ControlKeys]) -> Field<LayoutEntry> {
    Field(
      "presence", presence(controls), intoOptional: \.presence,
      example: ["mqtt": ["state": "zigbee2mqtt/hall", "value": "occupancy"]],
      alsoCalled: ["motion", "pir", "occupancy", "radar"],
      "A sensor that reports whether somebody is there: any control that can be read, with the keys "
        + "of a knob's `control`, or an `input` of this machine. While somebody is there, the screen is "
        + "lit; the times of `panel.screen` begin when the last one leaves. A number other than 0 or a "
        + "word such as `on`, `true` or `occupied` means that somebody is there.")
  }

  private static func presence(_ controls: [ControlKeys]) -> Shape<PresenceLayout> {
    let control = target("a sensor", controls) { _ in .readOut }
    let input = Shape<PresenceLayout>.tagged(
      "a sensor",
      [
        Tag(
          "input", keyInput, example: "{device: gpio-keys, key: 143}",
          "A key or a switch of this machine, such as a motion sensor at a board's pin (gpio-keys): "
            + "while it is down, somebody is there.", PresenceLayout.input)
      ])
    return Shape(
      expectation: control.expectation, schema: ["anyOf": [control.schema, input.schema]],
      keys: input.keys, isOneOf: true
    ) { node, subject, context in
      if case .mapping(let entries) = node.content, entries.contains(where: { $0.key == "input" }) {
        return input.read(node, subject, context)
      }
      return control.read(node, subject, context).map(PresenceLayout.control)
    }
  }

  private struct KeyInputKeys: Sendable {
    var device = ""
    var key: Int?
    var number: Int?
  }

  private static let keyInput = Shape<KeyInputKeys>.record(
    "`input`", empty: KeyInputKeys(),
    [
      Field(
        "device", .text(example: "gpio-keys"), into: \.device, required: true, example: "gpio-keys",
        alsoCalled: ["name", "path"],
        "The device's name, as `knobpanel devices` lists it, or a path such as "
          + "/dev/input/by-path/platform-pir-event."),
      Field(
        "key", code(upTo: 767, "key", example: 143), intoOptional: \.key, example: 143,
        alsoCalled: ["code", "button"],
        "The number of its key, as `knobpanel devices` lists it; without `key` and `switch`, each of "
          + "its keys and switches counts."),
      Field(
        "switch", code(upTo: 16, "switch", example: 5), intoOptional: \.number, example: 5,
        alsoCalled: ["sw"], "The number of its switch in place of a key."),
    ],
    rules: [
      .alternatives(["key", "switch"]) { key, other, _ in
        Diagnostic(
          .error, "a sensor is one `key` or one `switch`", at: other.keySpan,
          hint: "remove one of them")
      }
    ]
  ).converted { keys, _, _ in
    KeyInput(
      device: keys.device,
      code: keys.key.map { .key(UInt16($0)) } ?? keys.number.map { .switch(UInt16($0)) })
  }

  /// The number of a key or a switch in the kernel.
  private static func code(upTo limit: Int, _ noun: String, example: Int) -> Shape<Int> {
    Shape<Double>.number(NumberRule(range: 0...Double(limit)), example: Double(example)).map(
      expectation: "the number of a \(noun), such as \(example)",
      schema: ["type": "integer", "minimum": 0, "maximum": .number(Double(limit))]
    ) { number, node, subject, context in
      guard let whole = Int(exactly: number) else {
        context.mismatch(node, subject)
        return nil
      }
      return whole
    }
  }
}
