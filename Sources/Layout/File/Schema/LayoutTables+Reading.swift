internal import Diagnostics
internal import JSON
internal import Layout

/// The actual value beside the wanted one of a knob.
extension LayoutTables {
  static func readingField(_ controls: [ControlKeys]) -> Field<KnobEntry> {
    let target = target("a reading", controls) { _ in .readOut }
    let reading = Shape<OrNone<ControlLayout>>(
      expectation: target.expectation + "; or none",
      schema: ["anyOf": [["enum": ["none"]], target.schema]]
    ) { node, subject, context in
      if case .scalar("none", _) = node.content { return OrNone(nil) }
      return target.read(node, subject, context).map { OrNone($0) }
    }
    return Field(
      "reading", reading, example: ["mqtt": ["state": "hall/temperature"]],
      alsoCalled: ["actual", "measured", "current", "current_value", "sensor", "feedback"],
      "The actual value, such as a room's temperature beside the wanted one: any control that can be "
        + "read, with the keys of `control`. It is a number in the knob's unit, shown smaller than the "
        + "value, with a triangle that also marks it on the scale. A thermostat of Home Assistant brings "
        + "its own; `none` hides that."
    ) { reading, entry, _ in entry.knob.reading = reading.value }
  }

  static let readingRule = KeyRule.apart("reading", from: ["sectors"]) { reading, sectors, _ in
    Diagnostic(
      .error, "a knob with `sectors` cannot have a `reading`", at: reading.keySpan,
      hint: "show it in a label with a `value`; remove `reading`",
      related: [.init(span: sectors.keySpan, message: "`sectors` is here")])
  }
}
