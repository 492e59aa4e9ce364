internal import Diagnostics
internal import Gesture
internal import JSON

/// A length and its location, as written.
struct Length: Sendable {
  enum Unit: String, CaseIterable {
    case pixels = "px"
    case percent = "%"
    case millimetres = "mm"
  }

  var amount: Double
  var unit: Unit
  var span: SourceSpan
}

extension Shape where Value == Length {
  /// - Parameters:
  ///   - rule: The permitted numbers of pixels.
  ///   - maximumPercent: The limit for percentages in the schema for editors, 10 to 99; the code
  ///     that resolves the length applies the same limit in any unit.
  /// - Returns: The shape of the length.
  static func length(_ rule: NumberRule = NumberRule(), maximumPercent: Int? = nil) -> Shape {
    var pixels = rule
    pixels.range = rule.range.clamped(to: -Ruler.limit...Ruler.limit)
    let pattern = pattern(isSigned: (rule.above ?? rule.range.lowerBound) < 0, maximumPercent)
    let schema: JSONValue = [
      "anyOf": [pixels.schema(), ["type": "string", "pattern": .string(pattern)]]
    ]
    return Shape(expectation: "a length, such as 340, 50% or 20mm", schema: schema) {
      node, subject, context in
      guard case .scalar(let text, let isPlain) = node.content, !node.isNull else {
        context.mismatch(node, subject)
        return nil
      }
      let unit = Length.Unit.allCases.first { text.hasSuffix($0.rawValue) }
      var amount = Substring(text).dropLast(unit?.rawValue.count ?? 0)
      if unit != nil, amount.last == " " { amount = amount.dropLast() }
      switch NumberText.read(String(amount)) {
      case .failure(var problem):
        if problem.message == nil {
          problem.hint = NumberText.leading(of: text).map {
            "the units are px, % and mm; write \($0) for design pixels"
          }
        }
        context.report(problem, node, subject)
        return nil
      case .success(let number):
        if let problem = rule.problem(of: number) {
          context.error("\(subject.name) \(problem)", at: node.span)
          return nil
        }
        if unit == nil && !isPlain {
          context.mismatch(node, subject, hint: "remove the quotes: \(text)")
          return nil
        }
        return Length(amount: number, unit: unit ?? .pixels, span: node.span)
      }
    }
  }

  /// Returns the JSON Schema pattern of amounts with a unit.
  private static func pattern(isSigned: Bool, _ maximumPercent: Int?) -> String {
    let sign = isSigned ? "[-+]?" : "[+]?"
    let amount = #"([0-9]+(\.[0-9]*)?|\.[0-9]+)"#
    guard let maximumPercent else { return "^\(sign)\(amount) ?(px|%|mm)$" }
    let (tens, ones) = maximumPercent.quotientAndRemainder(dividingBy: 10)
    let wholes =
      ["[0-9]"] + (tens > 1 ? ["[1-\(tens - 1)][0-9]"] : [])
      + (ones > 0 ? ["\(tens)[0-\(ones - 1)]"] : [])
    let below = #"((\#(wholes.joined(separator: "|")))(\.[0-9]*)?|\.[0-9]+)"#
    return #"^\#(sign)(\#(amount) ?(px|mm)|(\#(below)|\#(maximumPercent)(\.0*)?) ?%)$"#
  }
}

extension Shape where Value == Double {
  /// A length, converted to design pixels of the panel.
  static func pixels(
    _ rule: NumberRule = NumberRule(), along axis: Ruler.Axis = .both
  ) -> Shape {
    Shape<Length>.length(rule).converted { length, _, context in
      context.ruler.pixels(length, along: axis, context)
    }
  }
}

extension Shape where Value == DesignPoint {
  /// A point of the panel.
  static let position = LayoutTables.point.inPixels

  /// Width and height, as x and y.
  static let extent = Shape<Pair<Length>>.pair(
    .length(.positive), expectation: "width and height, such as [140, 60]"
  ).inPixels
}

extension Shape where Value == Pair<Length> {
  /// The two lengths as design pixels to the right and down.
  var inPixels: Shape<DesignPoint> {
    converted { pair, _, context in
      let x = context.ruler.pixels(pair.first, along: .horizontal, context)
      let y = context.ruler.pixels(pair.second, along: .vertical, context)
      guard let x, let y else { return nil }
      return DesignPoint(x: x, y: y)
    }
  }
}

extension Shape where Value == Double {
  /// A value within the range of the current knob.
  static func valueInRange(example: Double) -> Shape {
    Shape.number(example: example).converted { value, subject, context in
      context.checkRange(of: value, "\(subject.name) is", at: subject.span) ? value : nil
    }
  }
}
