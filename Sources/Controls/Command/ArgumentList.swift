/// Converts command lines to the lists that layouts use.
enum ArgumentList {
  /// Characters that only a shell interprets.
  private static let shellCharacters: Set<Character> = ["|", "&", ";", "<", ">", "$", "`", "*"]

  /// Returns a command line as a list for a layout, such as `[amixer, set, Master, "{value}%"]`.
  ///
  /// - Parameter line: The command line, as typed into a shell.
  /// - Returns: The list; it starts a shell if the line needs one.
  static func list(of line: String) -> String {
    let needsShell = line.contains { shellCharacters.contains($0) }
    let arguments = needsShell ? ["sh", "-c", line] : split(line)
    return "[\(arguments.map(written).joined(separator: ", "))]"
  }

  /// Splits a line into words; quotes keep blanks together.
  private static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }

  /// Returns a word as YAML, quoted where necessary.
  private static func written(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "/._-+=".utf8.contains($0)
    }
    if isPlain, let first = word.first,
      first.isLetter || first.isNumber || "/._".contains(first)
        || (first == "-" && word.count > 1)
    {
      return word
    }
    let escaped = word.flatMap { $0 == "\\" || $0 == "\"" ? ["\\", $0] : [$0] }
    return "\"\(String(escaped))\""
  }
}
