package import Diagnostics
internal import JSON

extension TextRule {
  package static let path = TextRule(mayBeEmpty: false, maximumLength: 1000)
}

extension Shape where Value == String {
  /// A file; one without a `/` in front lies beside the layout.
  package static var path: Shape {
    Shape.text(.path, example: "/etc/knobpanel/mqtt").map { path, node, _, context in
      context.warnIfOutside(Located(value: path, span: node.span))
      return LayoutPath.path(of: path, namedIn: node.span.file.path)
    }
  }

  /// A file with a secret in it, which others should not be able to read.
  package static var secretFile: Shape {
    Shape.path.map { path, node, _, context in
      if context.assets.assets?.isExposed(path) == true {
        context.warning(
          "others can read or write this file, which holds a secret", at: node.span,
          hint: "chmod 600 \(VisibleText.printable(path))")
      }
      return path
    }
  }
}

extension Shape where Value == Int {
  /// A whole number within limits.
  package static func whole(_ range: ClosedRange<Int>, example: Int) -> Shape {
    let rule = NumberRule(range: Double(range.lowerBound)...Double(range.upperBound))
    return Shape<Double>.number(rule, example: Double(example)).map(
      schema: rule.schema.replacing("type", by: "integer")
    ) { number, node, subject, context in
      guard let whole = Int(exactly: number) else {
        context.error(
          "\(subject.name) must be a whole number, but this is \(NumberText.shown(number))",
          at: node.span)
        return nil
      }
      return whole
    }
  }

  /// One of the whole numbers of a short range.
  package static func whole(among range: ClosedRange<Int>) -> Shape {
    Shape<Double>.number(among: range.map(Double.init)).map { number, _, _, _ in
      Int(exactly: number)
    }
  }
}

extension Shape {
  /// The same, with a report of its own for a word or number where a mapping belongs.
  package func refusingScalar(
    _ problem: @escaping @Sendable (Subject) -> Diagnostic
  ) -> Shape {
    Shape(expectation: expectation, schema: schema, keys: keys) { node, subject, context in
      if case .scalar = node.content, !node.isNull {
        context.append(problem(subject))
        return nil
      }
      return read(node, subject, context)
    }
  }

  /// The same, with a report of its own for text where something else belongs; it is given the text,
  /// and where it is written.
  package func refusingText(
    _ problem: @escaping @Sendable (String, Subject) -> Diagnostic
  ) -> Shape {
    Shape(expectation: expectation, schema: schema, keys: keys) { node, subject, context in
      if case .scalar(let text, _) = node.content, !node.isNull {
        context.append(problem(text, Subject(name: subject.name, span: node.span)))
        return nil
      }
      return read(node, subject, context)
    }
  }
}

extension JSONValue {
  fileprivate func replacing(_ key: String, by value: JSONValue) -> JSONValue {
    guard case .object(let pairs) = self else { return self }
    return .object(pairs.map { ($0.key, $0.key == key ? value : $0.value) })
  }
}
