internal import Diagnostics

/// A URL of a device: `http://`, or another scheme of the same form.
struct HTTPAddress: Hashable {
  /// A name or an address; IPv6 addresses have no brackets.
  var host: String
  var port: UInt16
  /// Begins with `/`; includes the query, if any.
  var path: String

  init(host: String, port: UInt16, path: String) {
    (self.host, self.port, self.path) = (host, port, path)
  }

  /// Parses a URL with the scheme `http`; see below.
  init?(_ text: String) { self.init(text, scheme: "http", defaultPort: 80) }

  /// Parses a URL; nil if it has another scheme, or contains a user, a space or a control character.
  init?(_ text: String, scheme: String, defaultPort: UInt16) {
    let scheme = scheme + "://"
    guard text.utf8.count <= 1000, text.lowercased().hasPrefix(scheme),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    let rest = text.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.isEmpty, !authority.hasSubstring("@") else { return nil }
    let tail = rest[authority.endIndex...].prefix { $0 != "#" }
    path = tail.hasPrefix("/") ? String(tail) : "/" + tail
    let portText: Substring
    if authority.first == "[" {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = String(authority[..<end].dropFirst())
      portText = authority[end...].dropFirst()
    } else {
      host = String(authority.prefix { $0 != ":" })
      portText = authority.drop { $0 != ":" }
    }
    guard let port = Self.port(portText, or: defaultPort), !host.isEmpty else { return nil }
    self.port = port
  }

  private static func port(_ text: Substring, or defaultPort: UInt16) -> UInt16? {
    if text.isEmpty { return defaultPort }
    guard text.first == ":", let port = UInt16(text.dropFirst()), port > 0 else { return nil }
    return port
  }

  /// Resolves a reference in the document at this URL (RFC 3986, without `..`); nil if it leads to
  /// another host.
  func resolving(_ reference: String) -> HTTPAddress? {
    if let absolute = HTTPAddress(reference) { return absolute.host == host ? absolute : nil }
    guard !reference.isEmpty, !reference.hasSubstring("://"), reference.utf8.count <= 1000,
      reference.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    var result = self
    if reference.first == "/" {
      result.path = reference
    } else {
      let folder = path.prefix { $0 != "?" }
      let slash = folder.lastIndex(of: "/") ?? folder.startIndex
      result.path = folder[..<slash] + "/" + reference
    }
    return result
  }

  /// The host and port, as in a `Host` header.
  var authority: String { (host.hasSubstring(":") ? "[\(host)]" : host) + ":\(port)" }
}
