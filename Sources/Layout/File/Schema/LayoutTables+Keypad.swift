internal import JSON
internal import Layout

/// The keypad that a button opens.
extension LayoutTables {
  static func keypad(_ controls: [ControlKeys]) -> Shape<KeypadLayout> {
    Shape<KeypadKeys>.record(
      "`keypad`", empty: KeypadKeys(),
      [
        Field(
          "send", codeTarget(controls), intoOptional: \.target, required: true,
          example: ["mqtt": ["set": "home/alarm/code", "payload": "{value}"]],
          alsoCalled: ["control", "target", "to", "publish"],
          "Where the code is sent, with the keys of a knob's `control`: {value} stands for it in the "
            + "payload of `mqtt`; the program of `command` reads it from its standard input; "
            + "`homeassistant` calls a service with it, and `osc` sends it as a string."),
        Field(
          "length", lengths, into: \.lengths, fallback: 4, example: [4, 6],
          alsoCalled: ["digits", "count", "size"],
          "The number of digits after which the code is sent; or the least and the most, and a key "
            + "that sends it."),
      ]
    ).converted { keys, _, _ in
      keys.target.map { KeypadLayout(to: $0, lengths: keys.lengths) }
    }
  }

  private struct KeypadKeys: Sendable {
    var target: ControlLayout?
    var lengths = 4...4
  }

  private static let length = Shape<Int>.whole(KeypadLayout.limits, example: 4)

  private static let lengths = Shape<ClosedRange<Int>>.either(
    single: length.converted { length, _, _ in length...length },
    list: Shape<[Int]>.list(
      "number", count: 2...2, length,
      expectation: "a number of digits, such as 4, or the least and the most, such as [4, 6]"
    ).converted { ends, node, context in
      if ends[0] < ends[1] { return ends[0]...ends[1] }
      context.error(
        "the least number of digits comes first, then the most", at: node.span,
        hint: "write `length: [4, 6]`, or one number for codes of equal length")
      return nil
    })
}
