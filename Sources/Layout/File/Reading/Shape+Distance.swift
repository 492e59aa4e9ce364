internal import Diagnostics
internal import JSON

extension Shape where Value == Double {
  /// A distance in metres: `2m`, `80cm`, `1500mm`, or a number of metres.
  ///
  /// - Parameters:
  ///   - range: The permitted distances, in metres.
  ///   - example: A valid number of metres.
  /// - Returns: The shape of the distance.
  static func metres(_ range: ClosedRange<Double>, example: Double) -> Shape {
    let number = Shape.number(
      NumberRule(range: range), example: example, limitHint: "a number alone is metres")
    let pattern = #"^[+]?([0-9]+(\.[0-9]*)?|\.[0-9]+) ?(m|cm|mm)$"#
    return Shape(
      expectation: "a distance, such as \(NumberText.shown(example))m",
      schema: ["anyOf": [number.schema, ["type": "string", "pattern": .string(pattern)]]]
    ) { node, subject, context in
      guard case .scalar(let text, _) = node.content, NumberText.decimal(text) == nil else {
        return number.read(node, subject, context)
      }
      guard let (unit, metres) = units.first(where: { text.hasSuffix($0.unit) }),
        case .success(let amount) = NumberText.read(
          String(text.dropLast(text.hasSuffix(" " + unit) ? unit.count + 1 : unit.count)))
      else {
        context.mismatch(
          node, subject, hint: "the units are m, cm and mm; a number alone is metres")
        return nil
      }
      var plain = node
      plain.content = .scalar(text: NumberText.shown(amount * metres), isPlain: true)
      return number.read(plain, subject, context)
    }
  }

  /// Units and their metres; a unit that ends like another comes first.
  private static var units: [(unit: String, metres: Double)] {
    [("mm", 0.001), ("cm", 0.01), ("m", 1)]
  }
}
