internal import Diagnostics
internal import JSON
internal import LayoutFile

extension TextRule {
  fileprivate static let topic = TextRule(mayBeEmpty: false, maximumLength: 500)
  /// The word for a sector; a number in the file is taken as written.
  static let word = TextRule(mayBeEmpty: false, maximumLength: 200)
  static let payload = TextRule(mayBeEmpty: true, maximumLength: 1000)
}

/// The shapes of values in MQTT keys.
extension Shape where Value == String {
  /// A name that can be part of a topic.
  static var panelID: Shape {
    Shape.text(TextRule(mayBeEmpty: false, maximumLength: 64), example: "hall").converted(
      schema: ["type": "string", "pattern": "^[A-Za-z0-9_-]+$", "maxLength": 64]
    ) { id, subject, context in
      guard id != DiscoveryTopics.word(id) else { return id }
      context.error(
        "\(subject.name) may contain only letters from a to z, digits, `_` and `-`",
        at: subject.span, hint: "write `id: \(DiscoveryTopics.word(id))`")
      return nil
    }
  }

  /// An MQTT topic to publish to or to read, without wildcards.
  static var topic: Shape {
    // The JSON schema contains the pattern; messages explain the reason.
    Shape.text(.topic, example: "home/lamp/set").converted(
      schema: ["type": "string", "pattern": "^[^#+]+$", "maxLength": 500]
    ) { topic, subject, context in
      guard let wildcard = topic.first(where: { $0 == "#" || $0 == "+" }) else { return topic }
      context.error(
        "`\(wildcard)` matches many topics, but \(subject.name) must be one", at: subject.span,
        hint: "write one topic, such as `home/lamp/set`")
      return nil
    }
  }

  /// A message, usually with `{value}` in it.
  static var template: Shape {
    Shape.text(.payload, example: "{value}").converted(
      schema: ["type": "string", "maxLength": 1000]
    ) { template, subject, context in
      let placeholder = PayloadTemplate.placeholder
      let message = template.parts(around: placeholder).joined(separator: "0")
      if let first = template.first, first == "{" || first == "[", template != placeholder,
        JSONValue(parsing: Array(message.utf8)) == nil
      {
        context.warning(
          "this looks like JSON, but is not valid with a number as {value}", at: subject.span,
          hint: "write it like '{\"brightness\": {value}}', in single quotes")
      }
      return template
    }
  }
}

extension Shape where Value == [String] {
  private static var keyPathPattern: JSONValue {
    let bracket = #"\[("[^"]*"|'[^']*')\]"#
    return .string(#"^(\#(bracket)|[^.]+)(\.?\#(bracket)|\.[^.]+)*$"#)
  }

  /// Keys separated by dots, or in brackets and quotes: `color.x`, `SDS0X1['PM2.5']`.
  static var keyPath: Shape {
    Shape<String>.text(.name, example: "brightness").converted(
      schema: ["type": "string", "pattern": Self.keyPathPattern, "maxLength": 100]
    ) { text, subject, context in
      if let keys = JSONPath.keys(text) { return keys }
      context.error(
        text.contains("[")
          ? "\(subject.name) has an unpaired bracket or quote, or a misplaced dot"
          : "\(subject.name) has a dot without a key beside it", at: subject.span,
        hint: text.contains("[")
          ? "write a key that contains a dot in brackets and quotes, such as `SDS0X1['PM2.5']`"
          : "separate keys with dots, such as `color.x`")
      return nil
    }
  }
}
