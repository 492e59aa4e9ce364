/// The keys that lead to a value in JSON, as a layout writes them; pure.
///
/// | text | keys |
/// |---|---|
/// | `brightness` | brightness |
/// | `color.x` | color, x |
/// | `Channel.1` | Channel, and the second of a list |
/// | `SDS0X1['PM2.5']`, `$['SDS0X1']["PM2.5"]` | SDS0X1, PM2.5 |
/// | `['it\'s'].a[0]` | it's, a[0] |
///
/// Brackets with quotes are those of RFC 9535; others belong to the key.
enum JSONPath {
  /// The keys of a text; nil if one is missing beside a point, or a bracket or a quote does not end.
  static func keys(_ text: String) -> [String]? {
    var rest = Array(text)[...]
    var keys: [String] = []
    if rest.first == "$", opensBracket(rest.dropFirst()) { rest = rest.dropFirst() }
    while true {
      if opensBracket(rest) {
        guard let key = bracketed(&rest), rest.isEmpty || rest.first == "." || opensBracket(rest)
        else { return nil }
        keys.append(key)
      } else {
        var key = ""
        while let next = rest.first, next != ".", !opensBracket(rest) {
          key.append(next)
          rest = rest.dropFirst()
        }
        guard !key.isEmpty else { return nil }
        keys.append(key)
      }
      if rest.isEmpty { return keys }
      if rest.first == "." { rest = rest.dropFirst() }
    }
  }

  /// The text of keys.
  static func text(_ keys: [String]) -> String {
    var text = ""
    for key in keys {
      if key.isEmpty || key == "$" || key.contains(where: { ".[\\'\"".contains($0) }) {
        let escaped = key.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
        text += "['\(escaped)']"
      } else {
        text += text.isEmpty ? key : "." + key
      }
    }
    return text
  }

  private static func opensBracket(_ text: ArraySlice<Character>) -> Bool {
    text.first == "[" && text.dropFirst().first.map { $0 == "'" || $0 == "\"" } == true
  }

  /// Takes a bracket with its quoted key; a backslash stands before a quote or itself.
  private static func bracketed(_ rest: inout ArraySlice<Character>) -> String? {
    let quote = rest.dropFirst().first
    rest = rest.dropFirst(2)
    var key = ""
    while let next = rest.popFirst() {
      if next == quote { return rest.popFirst() == "]" && !key.isEmpty ? key : nil }
      guard next == "\\" else {
        key.append(next)
        continue
      }
      guard let escaped = rest.popFirst() else { return nil }
      key.append(escaped)
    }
    return nil
  }
}
