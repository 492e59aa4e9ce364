internal import Diagnostics
internal import JSON
internal import Layout

extension TextRule {
  static let topic = TextRule(mayBeEmpty: false, maximumLength: 500)
  static let payload = TextRule(mayBeEmpty: true, maximumLength: 1000)
  static let path = TextRule(mayBeEmpty: false, maximumLength: 1000)
}

extension Shape where Value == String {
  /// An MQTT topic to be published to or read, of one thing.
  static var topic: Shape {
    // The schema of editors knows the pattern; people get the reason.
    Shape.text(.topic, example: "home/lamp/set").map(
      schema: ["type": "string", "pattern": "^[^#+]+$", "maxLength": 500]
    ) { topic, node, subject, diagnostics in
      guard let wildcard = topic.first(where: { $0 == "#" || $0 == "+" }) else { return topic }
      diagnostics.error(
        "`\(wildcard)` stands for many topics, but \(subject.name) is one", at: node.span,
        hint: "write the topic of one thing, such as `home/lamp/set`")
      return nil
    }
  }

  /// A message with `{value}` in it.
  static var template: Shape {
    Shape.text(.payload, example: "{value}").map(
      schema: ["type": "string", "pattern": "\\{value\\}", "maxLength": 1000]
    ) { template, node, subject, diagnostics in
      guard template.containsPlaceholder else {
        diagnostics.error(
          "\(subject.name) has no {value}, so that every command would say the same",
          at: node.span,
          hint: "write {value} where the number belongs, such as '{\"brightness\": {value}}'")
        return nil
      }
      return template
    }
  }

  /// A file; one without a `/` in front lies beside the layout.
  static var path: Shape {
    Shape.text(.path, example: "/etc/knobpanel/mqtt").map { path, node, _, _ in
      guard path.first != "/" else { return path }
      let layout = node.span.file.path
      return layout.lastIndex(of: "/").map { layout[...$0] + path } ?? path
    }
  }

  /// A name or address of a machine, without anything around it.
  static var host: Shape {
    // No colon, or at least two, as in IPv6; nothing that belongs to a URL.
    let pattern = #"^([^\s/\[\]:]+|[^\s/\[\]]*:[^\s/\[\]]*:[^\s/\[\]]*)$"#
    return Shape.text(TextRule(mayBeEmpty: false, maximumLength: 255), example: "10.0.0.2").map(
      schema: ["type": "string", "pattern": .string(pattern), "maxLength": 255]
    ) { host, node, subject, diagnostics in
      let bare = host.bareHost
      guard bare != host else { return host }
      diagnostics.error(
        "\(subject.name) expects only a name or an address, but this is "
          + VisibleText.quoted(host), at: node.span,
        hint: bare.isEmpty
          ? "write it as in `host: 10.0.0.2`"
          : "write `host: \(bare)`; a port has a key of its own, and encryption is `tls: true`")
      return nil
    }
  }
}

extension Shape where Value == [String] {
  /// Keys with points between them: `color.x`.
  static var keyPath: Shape {
    Shape<String>.text(.name, example: "brightness").map(
      schema: ["type": "string", "pattern": #"^[^.]+(\.[^.]+)*$"#, "maxLength": 100]
    ) { text, node, subject, diagnostics in
      let keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard keys.contains("") else { return keys }
      diagnostics.error(
        "\(subject.name) has a point without a key beside it", at: node.span,
        hint: "write keys with points between them, such as `color.x`")
      return nil
    }
  }
}

extension Shape where Value == Double {
  /// A whole number within limits.
  static func whole(_ range: ClosedRange<Double>, example: Double) -> Shape {
    let rule = NumberRule(range: range)
    return number(rule, example: example).map(
      schema: rule.schema.replacing("type", by: "integer")
    ) { number, node, subject, diagnostics in
      guard number == number.rounded() else {
        diagnostics.error(
          "\(subject.name) must be a whole number, but this is \(NumberText.shown(number))",
          at: node.span)
        return nil
      }
      return number
    }
  }
}

extension JSONValue {
  fileprivate func replacing(_ key: String, by value: JSONValue) -> JSONValue {
    guard case .object(let pairs) = self else { return self }
    return .object(pairs.map { ($0.key, $0.key == key ? value : $0.value) })
  }
}

extension String {
  /// What stands in a payload for the number.
  static let placeholder = "{value}"

  fileprivate var containsPlaceholder: Bool {
    var rest = self[...]
    while let brace = rest.firstIndex(of: "{") {
      if rest[brace...].hasPrefix(String.placeholder) { return true }
      rest = rest[rest.index(after: brace)...]
    }
    return false
  }

  /// Without `mqtt://`, a port, a path and brackets around an address of IPv6.
  fileprivate var bareHost: String {
    var rest = self[...]
    if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
      rest = rest[rest.index(colon, offsetBy: 3)...]
    }
    rest = rest.prefix { $0 != "/" && $0 != " " }
    if rest.first == "[" { return String(rest.dropFirst().prefix { $0 != "]" }) }
    // An address of IPv6 has two colons at least, and no port without brackets.
    let colons = rest.count { $0 == ":" }
    return String(colons == 1 ? rest.prefix { $0 != ":" } : rest)
  }
}
