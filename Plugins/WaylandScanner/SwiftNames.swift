/// Converts protocol names to Swift names.
enum SwiftNames {
  /// Returns the type name: `wl_surface` becomes `WlSurface`.
  static func type(_ name: String) -> String {
    name.split(separator: "_").map(capitalized).joined()
  }

  /// Returns the member name: `damage_buffer` becomes `damageBuffer`, `default` gets backticks, and
  /// `90` an underscore.
  static func member(_ name: String) -> String {
    var words = name.split(separator: "_").map(String.init)
    for index in words.indices.dropFirst() { words[index] = capitalized(words[index][...]) }
    let result = words.joined()
    if result.first?.isNumber ?? true { return "_\(result)" }
    return keywords.contains(result) ? "`\(result)`" : result
  }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private static let keywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "for", "func", "guard",
    "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "private",
    "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
    "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
