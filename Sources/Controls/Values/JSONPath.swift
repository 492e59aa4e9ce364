/// The keys that lead to a value in JSON, as written in a layout; pure functions.
///
/// | text | keys |
/// |---|---|
/// | `brightness` | brightness |
/// | `color.x` | color, x |
/// | `Channel.1` | Channel, and the second element of a list |
/// | `SDS0X1['PM2.5']`, `$['SDS0X1']["PM2.5"]` | SDS0X1, PM2.5 |
/// | `['it\'s'].a[0]` | it's, a[0] |
///
/// Quoted brackets are those of RFC 9535; other brackets belong to the key.
enum JSONPath {
  /// Parses keys; nil if a key beside a dot is missing, or a bracket or a quote is not closed.
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

  /// Returns keys as text.
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

  /// Parses a bracket with its quoted key; a backslash escapes a quote or a backslash.
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
