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
        "An external value, shown at {value} in the text: any control that can be read, with the "
          + "keys of a knob's `control`."),
      Field(
        "decimals", .whole(among: 0...6), intoOptional: \.label.decimals, example: 1,
        alsoCalled: ["digits", "precision"],
        "Decimal places of its value; if left out, as many as needed, at most two."),
    ]
  }

  static let decimalsRule = KeyRule.needs(
    "decimals", "value", "`decimals` needs a `value`, but there is none",
    hint: "remove `decimals`, or add the `value:` that the label shows")

  /// An external value that a button sets.
  static func buttonTarget(_ controls: [ControlKeys]) -> Shape<ControlLayout> {
    target("something to send", controls) { .button($0.buttonKind) }
  }

  /// The target of a keypad's code: a control that can send text.
  static func codeTarget(_ controls: [ControlKeys]) -> Shape<ControlLayout> {
    target("the target of a code", controls.filter(\.sendsCodes), schema: "code_target") { _ in
      var context = KnobContext.button(.push)
      context.sendsCode = true
      return context
    }
  }
}

extension KnobContext {
  /// The context of a label's value: percent if the source has a range, otherwise any number.
  static let readOut = KnobContext(
    scale: Scale(), value: 0, use: .readOut, range: Scale().range)

  /// Returns the context of a button, which acts as a knob with the values 0 and 1.
  fileprivate static func button(_ kind: ButtonLayout.Kind) -> KnobContext {
    KnobContext(
      scale: Scale(range: 0...1, step: 1), value: 0, use: kind == .push ? .push : .toggle,
      range: 0...1)
  }
}
