internal import Diagnostics
internal import JSON
internal import LayoutFile

extension Shape where Value == String {
  /// A host's name or address, without scheme, user, password, port or path.
  static var host: Shape {
    // No colon, or at least two as in IPv6; no other parts of a URL.
    let pattern = #"^([^\s/\[\]:@]+|[^\s/\[\]@]*:[^\s/\[\]@]*:[^\s/\[\]@]*)$"#
    return Shape.text(TextRule(mayBeEmpty: false, maximumLength: 255), example: "10.0.0.2")
      .converted(
        schema: ["type": "string", "pattern": .string(pattern), "maxLength": 255]
      ) { host, subject, context in
        let bare = host.bareHost
        guard bare != host else { return host }
        context.error(
          "\(subject.name) expects only a name or an address, but this is "
            + VisibleText.quoted(host), at: subject.span,
          hint: bare.isEmpty
            ? "write it as in `host: 10.0.0.2`"
            : "write `host: \(bare)`; a port has a key of its own"
              + (host.hasPrefix("mqtts:") ? ", and encryption is `tls: true`" : ""))
        return nil
      }
  }
}

extension Shape where Value == UInt16 {
  /// A port of TCP or UDP.
  static func port(example: Int) -> Shape {
    Shape<Int>.whole(1...65_535, example: example).converted { port, _, _ in
      UInt16(exactly: port)
    }
  }
}

extension String {
  /// The text without a scheme such as `mqtt://`, user, password, port, path and the brackets of an
  /// IPv6 address.
  fileprivate var bareHost: String {
    var rest = self[...]
    if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
      rest = rest[rest.index(colon, offsetBy: 3)...]
    }
    if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
    rest = rest.prefix { $0 != "/" && $0 != " " }
    if rest.first == "[" { return String(rest.dropFirst().prefix { $0 != "]" }) }
    // An IPv6 address has at least two colons, and no port without brackets.
    let colons = rest.count { $0 == ":" }
    return String(colons == 1 ? rest.prefix { $0 != ":" } : rest)
  }
}
