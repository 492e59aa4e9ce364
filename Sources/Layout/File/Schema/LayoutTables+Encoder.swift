internal import Diagnostics
internal import Gesture
internal import JSON
internal import Layout

/// Encoders, wheels and keys that turn knobs in addition to touch.
extension LayoutTables {
  static let inputField = Field<KnobEntry>(
    "input", input, intoOptional: \.knob.encoder,
    example: ["device": "rotary@11", "axis": "x"],
    alsoCalled: ["encoder", "dial", "wheel", "keys", "hardware"],
    "An encoder, a wheel or a keyboard's volume keys that turn it in addition to touch, within its "
      + "`limit` and its guards. They turn it even while another page is shown, unless it "
      + "`follows` the page; pressing the encoder acts like a tap, and the mute key mutes.")

  private static let input = Shape.record(
    "`input`", empty: EncoderLayout(input: EncoderInput(device: "", axis: .dial)),
    [
      Field(
        "device", .text(example: "rotary@11"), into: \.input.device, required: true,
        example: "rotary@11", alsoCalled: ["name", "path"],
        "The device's name, as `knobpanel devices` lists it, or a path such as "
          + "/dev/input/by-path/platform-rotary@11-event."),
      Field(
        "axis",
        .choice(
          of: EncoderInput.Axis.self,
          synonyms: ["scroll": "wheel", "volume": "keys", "key": "keys", "rotary": "dial"]),
        into: \.input.axis, fallback: "dial", example: "wheel",
        alsoCalled: ["type", "kind"],
        "The part of the device that turns it: its `dial`, its `wheel` (`hwheel` for the "
          + "horizontal one), `x` or `y` for encoders at a board's pins, or its volume `keys`."),
      Field(
        "step",
        Shape<Double>.number(NumberRule(range: -1e6...1e6), example: 2).converted {
          step, subject, context -> Double? in
          if step != 0 { return step }
          context.error(
            "a `step` of 0 has no effect", at: subject.span,
            hint: "write the change per click, such as `step: 2`")
          return nil
        }, intoOptional: \.step, example: 2, alsoCalled: ["increment", "resolution"],
        "The change per click, in its unit; a negative step reverses the direction. If left out, "
          + "one step of the knob, or a fiftieth of the travel of a knob without steps."),
      Field(
        "follows", .choice([("page", true)]), into: \.followsPage, example: "page",
        alsoCalled: ["when", "only"],
        "With `page`, it turns the knob only while the knob's page is shown, so that one encoder can "
          + "turn a knob on each page."),
      Field(
        "acceleration", .factor(NumberRule(range: 1...20), example: 4), into: \.acceleration,
        fallback: 1, example: 4, alsoCalled: ["speed", "accel"],
        "The factor by which quick clicks turn it further; slow ones are unchanged."),
    ])
}
