internal import Diagnostics
internal import JSON

extension Shape where Value == Double {
  /// A number of percent: `80` or `80%`.
  static func percent(
    from least: Double = 0, upTo limit: Double, example: Double
  ) -> Shape {
    Shape.number(
      NumberRule(range: least...limit), example: example, limitHint: "the unit is percent"
    )
    .acceptingPercent(1)
  }

  /// A factor: `1.2` or `120%`.
  static func factor(_ rule: NumberRule, example: Double) -> Shape {
    Shape.number(rule, example: example).acceptingPercent(0.01)
  }

  /// Returns the shape of a number or a percentage, whose number is multiplied by `unit`.
  private func acceptingPercent(_ unit: Double) -> Shape {
    Shape(
      expectation: expectation,
      schema: ["anyOf": [schema, ["type": "string", "pattern": .string(Self.percentPattern)]]]
    ) { node, subject, context in
      guard case .scalar(let text, _) = node.content, text.hasSuffix("%"),
        case .success(let number) = NumberText.read(
          String(text.dropLast(text.hasSuffix(" %") ? 2 : 1)))
      else { return read(node, subject, context) }
      var plain = node
      plain.content = .scalar(text: NumberText.shown(number * unit), isPlain: true)
      return read(plain, subject, context)
    }
  }

  private static var percentPattern: String { #"^[+]?([0-9]+(\.[0-9]*)?|\.[0-9]+) ?%$"# }
}
