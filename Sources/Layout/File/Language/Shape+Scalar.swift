internal import Diagnostics
internal import JSON

extension Shape where Value == String {
  /// Text as written, even if it reads `no`, `1` or `1.50`.
  package static func text(_ rule: TextRule = .text, example: String) -> Shape {
    // An unquoted number or `true` is text here; the schema allows them too.
    let schema: JSONValue = [
      "type": ["string", "number", "boolean"],
      "minLength": .number(rule.mayBeEmpty ? 0 : 1),
      "maxLength": .number(Double(rule.maximumLength)),
      "pattern": .string(rule.pattern),
    ]
    return Shape(expectation: "text, such as `\(example)`", schema: schema) {
      node, subject, context in
      guard case .scalar(let text, _) = node.content, !node.isNull else {
        context.mismatch(node, subject, hint: hint(for: node, rule))
        return nil
      }
      if let problem = rule.problem(in: text) {
        context.error("\(subject.name) \(problem)", at: node.span)
        return nil
      }
      context.warnOfLostText(node, text)
      return text
    }
  }
}

/// Returns a hint for a value that is not text.
private func hint(for node: Node, _ rule: TextRule) -> String? {
  if node.isNull { return rule.mayBeEmpty ? "write \"\" for no text" : nil }
  return node.isOneToken ? "if it is text, put all of it in single quotes" : nil
}

extension ReadingContext {
  /// Warns of text that differs from what the file appears to say.
  fileprivate func warnOfLostText(_ node: Node, _ text: String) {
    if let written = node.textWithLostNumber {
      warning(
        "a space and `#` begin a comment, so the text is only \(VisibleText.quoted(text))",
        at: node.span, hint: "put all of it in quotes: \"\(written)\"")
    }
    guard case .scalar(_, isPlain: true) = node.content, text.unicodeScalars.count > 1,
      let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
      "“”„«»‘’‚".unicodeScalars.contains(first), "“”«»‘’".unicodeScalars.contains(last)
    else { return }
    warning(
      "these quotes are part of the text, and are shown", at: node.span,
      hint:
        "write straight quotes: \"\(VisibleText.printable(String(text.dropFirst().dropLast())))\""
    )
  }
}

/// Limits of a text; lengths in Unicode scalars.
package struct TextRule: Sendable {
  package var mayBeEmpty: Bool
  /// In Unicode scalars.
  package var maximumLength: Int
  /// Whether it may have several lines.
  var mayHaveLines: Bool

  package init(mayBeEmpty: Bool, maximumLength: Int, mayHaveLines: Bool = false) {
    self.mayBeEmpty = mayBeEmpty
    self.maximumLength = maximumLength
    self.mayHaveLines = mayHaveLines
  }

  /// Text for display.
  package static let text = TextRule(mayBeEmpty: true, maximumLength: 200)
  /// Text that identifies something.
  package static let name = TextRule(mayBeEmpty: false, maximumLength: 100)

  /// Text of several lines.
  static let lines = TextRule(mayBeEmpty: true, maximumLength: 1000, mayHaveLines: true)

  /// The JSON Schema pattern that excludes control characters.
  var pattern: String {
    mayHaveLines
      ? #"^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*$"#
      : #"^[^\u0000-\u001f\u007f-\u009f]*$"#
  }

  /// Returns the end of a sentence that begins with "`name`"; nil if the text is valid.
  func problem(in text: String) -> String? {
    if text.isEmpty && !mayBeEmpty { return "must not be empty" }
    let scalars = text.unicodeScalars
    if scalars.count > maximumLength {
      return "has \(scalars.count) characters; the limit is \(maximumLength)"
    }
    let control = scalars.first { VisibleText.isControl($0) && !(mayHaveLines && $0 == "\n") }
    guard let control else { return nil }
    return "must not contain control characters, but has \(VisibleText.shown(control))"
  }
}

extension Shape where Value == Bool {
  package static var flag: Shape {
    Shape(expectation: "`true` or `false`", schema: ["type": "boolean"]) {
      node, subject, context in
      var hint: String?
      if case .scalar(let text, isPlain: true) = node.content {
        switch text {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        case "yes", "Yes", "on", "On", "y", "1": hint = "write `true`"
        case "no", "No", "off", "Off", "n", "0": hint = "write `false`"
        default: break
        }
      }
      context.mismatch(node, subject, hint: hint)
      return nil
    }
  }
}

extension Shape where Value == Double {
  /// - Parameters:
  ///   - rule: The permitted numbers.
  ///   - example: A valid number, for messages.
  ///   - limitHint: The hint for a number beyond the limits of `rule`.
  /// - Returns: The shape of the number.
  package static func number(
    _ rule: NumberRule = NumberRule(), example: Double, limitHint: String? = nil
  ) -> Shape {
    Shape(
      expectation: "a \(rule.adjective)number, such as \(NumberText.shown(example))",
      schema: rule.schema()
    ) { node, subject, context in
      guard case .scalar(let text, let isPlain) = node.content, !node.isNull else {
        context.mismatch(node, subject)
        return nil
      }
      switch NumberText.read(text) {
      case .failure(let problem):
        context.report(problem, node, subject)
        return nil
      case .success where !isPlain:
        context.mismatch(node, subject, hint: "remove the quotes: \(text)")
        return nil
      case .success(let number):
        if let problem = rule.problem(of: number) {
          context.error("\(subject.name) \(problem)", at: node.span, hint: limitHint)
          return nil
        }
        return number
      }
    }
  }
}

/// Limits of a number.
package struct NumberRule: Sendable {
  /// The exclusive lower limit; nil for none.
  package var above: Double?
  package var range: ClosedRange<Double>

  package init(
    above: Double? = nil, range: ClosedRange<Double> = -1e12...1e12
  ) {
    self.above = above
    self.range = range
  }

  package static let positive = NumberRule(above: 0)

  var adjective: String { above == 0 ? "positive " : "" }

  /// Describes a number that is not permitted.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - written: The number as it is written, if that differs.
  ///   - shown: Returns the text of a limit.
  /// - Returns: The end of a sentence that begins with "`step`"; nil if the number is permitted.
  func problem(
    of number: Double, written: String? = nil, shown: (Double) -> String = NumberText.shown
  ) -> String? {
    let (problem, limit): (String, Double)
    if let above, number <= above {
      (problem, limit) = ("more than", above)
    } else if number < range.lowerBound {
      (problem, limit) = ("at least", range.lowerBound)
    } else if number > range.upperBound {
      (problem, limit) = ("at most", range.upperBound)
    } else {
      return nil
    }
    return "must be \(problem) \(shown(limit)), but this is \(written ?? shown(number))"
  }

  /// Returns the JSON Schema of numbers of this type, `number` or `integer`.
  func schema(_ type: JSONValue = "number") -> JSONValue {
    [
      "type": type,
      (above == nil ? "minimum" : "exclusiveMinimum"): .number(above ?? range.lowerBound),
      "maximum": .number(range.upperBound),
    ]
  }
}
