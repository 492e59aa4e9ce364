internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout

/// External values that labels show and buttons set.
extension LayoutTables {
  /// The keys of a label that shows a value.
  static func readOutFields(_ controls: [ControlKeys]) -> [Field<LabelEntry>] {
    [
      Field(
        "value", target("a value", controls) { _ in .readOut }, intoOptional: \.label.value,
        example: ["alsa": ["element": "Master"]], alsoCalled: ["control", "state", "source"],
        "A value from outside that stands at {value} in the text: any control that can be read, "
          + "with the keys of a knob's `control`."),
      Field(
        "decimals", .whole(among: 0...6), intoOptional: \.label.decimals, example: 1,
        alsoCalled: ["digits", "precision"],
        "Digits after the point of its value; left out, as many as it needs, two at most."),
    ]
  }

  static let decimalsRule = KeyRule.needs(
    "decimals", "value", "`decimals` are those of a `value`, but there is none",
    hint: "remove `decimals`, or add `value:` with what the label shows")

  /// The key of a button that sets an external value.
  static func sendField(_ controls: [ControlKeys]) -> Field<ButtonEntry> {
    Field(
      "send", target("something to send", controls) { .button($0.buttonKind) },
      example: ["alsa": ["element": "Master"]],
      alsoCalled: ["control", "action", "command", "publish"],
      "What it sets outside of the panel, with the keys of a knob's `control`: a push sends 1, a "
        + "toggle 1 or 0 in turn, `momentary` 1 while it is held. It is lit while the state says 1."
    ) { control, entry, _ in entry.action = .send(control) }
  }
}

extension KnobContext {
  /// The context of a label's value: percent if the source has a range, otherwise any number.
  fileprivate static let readOut = KnobContext(
    scale: Scale(), value: 0, use: .readOut, range: Scale().range)

  /// Returns the context of a button, which acts as a knob with the values 0 and 1.
  fileprivate static func button(_ kind: ButtonLayout.Kind) -> KnobContext {
    KnobContext(
      scale: Scale(range: 0...1, step: 1), value: 0, use: kind == .push ? .push : .toggle,
      range: 0...1)
  }
}
