package import Diagnostics
internal import JSON

extension TextRule {
  package static let path = TextRule(mayBeEmpty: false, maximumLength: 1000)
}

extension Shape where Value == String {
  /// The path of a file, resolved against the folder of the file that names it.
  package static var path: Shape {
    Shape<Located<String>>.word(.path, example: "/etc/knobpanel/mqtt").converted {
      path, _, context in
      context.warnIfOutside(path)
      return LayoutPath.path(of: path)
    }
  }

  /// The path of a file that contains a secret, and should be readable only by its owner and group.
  package static var secretFile: Shape {
    Shape.path.map { path, node, _, context in
      if context.environment.assets?.isExposed(path) == true {
        context.warning(
          "this file holds a secret, but others can read or write it", at: node.span,
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
      schema: rule.schema("integer")
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
}

extension Shape {
  /// Returns this shape with a separate report for a word or number in place of a mapping or list.
  package func refusingScalar(
    _ problem: @escaping @Sendable (_ text: Located<String>, Subject) -> Diagnostic
  ) -> Shape {
    Shape(expectation: expectation, schema: schema, keys: keys) { node, subject, context in
      if case .scalar(let text, _) = node.content, !node.isNull {
        context.append(problem(Located(value: text, span: node.span), subject))
        return nil
      }
      return read(node, subject, context)
    }
  }
}
