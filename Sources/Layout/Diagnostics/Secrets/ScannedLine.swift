/// A line of a file for the secret scanner, without its control characters.
struct ScannedLine {
  /// The scalars, including tabs.
  let text: [Unicode.Scalar]
  /// The file index of each scalar.
  let indices: [Int]
  /// The file index after the last scalar.
  let end: Int
  /// The number of leading spaces and tabs.
  let indent: Int

  /// - Parameter line: The line's part of the file's scalars.
  init(_ line: ArraySlice<Unicode.Scalar>) {
    var text: [Unicode.Scalar] = []
    var indices: [Int] = []
    for index in line.indices where line[index] == "\t" || line[index].value >= 0x20 {
      text.append(line[index])
      indices.append(index)
    }
    self.text = text
    self.indices = indices
    end = line.endIndex
    indent = text.firstIndex { !$0.isBlank } ?? text.count
  }

  static let armor = Array("-----BEGIN".unicodeScalars)
  static let armorEnd = Array("-----END".unicodeScalars)
  private static let locationKeys: Set = ["file", "environment"]
  private static let schemeEnd = Array("://".unicodeScalars)

  /// Whether a line may hold or name a secret: it has a two-letter word, an anchor or an address.
  ///
  /// Excludes most lines of a file with hundreds of thousands of them.
  static func canHoldSecret(_ line: ArraySlice<Unicode.Scalar>) -> Bool {
    var wordLength = 0
    for scalar in line {
      if scalar == "@" || scalar == "/" || scalar == "&" { return true }
      wordLength = scalar.isOfWord ? wordLength + 1 : 0
      if wordLength > 1 { return true }
    }
    return false
  }

  /// Returns the runs of letters, digits, hyphens and underscores.
  func words(from start: Int) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var begin: Int?
    for index in start..<max(start, text.count) {
      if text[index].isOfWord {
        begin = begin ?? index
      } else if let first = begin {
        words.append(first..<index)
        begin = nil
      }
    }
    if let begin { words.append(begin..<text.count) }
    return words
  }

  func string(_ range: Range<Int>) -> String {
    String(scalars: text[range])
  }

  func skipSpaces(_ start: Int) -> Int {
    text[start...].firstIndex { !$0.isBlank } ?? text.count
  }

  /// Returns the index after the `:` or `=` that follows a word, and the spaces after it.
  func skipSeparator(_ start: Int) -> Int {
    var index = skipSpaces(skipQuote(start))
    while index < text.count, text[index] == ":" || text[index] == "=" { index += 1 }
    return skipSpaces(index)
  }

  /// Returns the index after anchors and tags.
  func skipProperties(_ start: Int) -> Int {
    var index = start
    while index < text.count, text[index] == "&" || text[index] == "!" {
      index = skipSpaces(text[index...].firstIndex { $0.isBlank } ?? text.count)
    }
    return index
  }

  private func skipQuote(_ index: Int) -> Int {
    index < text.count && text[index].isQuote ? index + 1 : index
  }

  /// Whether a `:` or `=` follows a word.
  func isKey(_ word: Range<Int>) -> Bool {
    let next = skipSpaces(skipQuote(word.upperBound))
    return next < text.count && (text[next] == ":" || text[next] == "=")
  }

  /// Whether a word is at a key's position: no other key or comment precedes it in the line, or
  /// since the last bracket or comma.
  func isInKeyPosition(_ word: Range<Int>) -> Bool {
    let before = text[..<word.lowerBound]
    let start = before.lastIndex { "{[,".unicodeScalars.contains($0) } ?? 0
    return !before[start...].contains { $0 == ":" || $0 == "#" }
  }

  /// Whether quoted text starts here.
  func isQuotedText(at index: Int) -> Bool {
    guard index + 1 < text.count, text[index].isQuote else { return false }
    return !text[index + 1].isBlank && !",:}]".unicodeScalars.contains(text[index + 1])
  }

  /// Whether at most a quote or the mark of a key precedes a word.
  func isAlone(_ word: Range<Int>) -> Bool {
    text[..<word.lowerBound].allSatisfy { $0.isBlank || $0.isQuote || $0 == "?" }
  }

  /// Whether a bracket opens before a word.
  func isFlow(before word: Range<Int>) -> Bool {
    text[..<word.lowerBound].contains { $0 == "{" || $0 == "[" }
  }

  /// Whether the line begins with a key and its `:`.
  var hasKey: Bool { key.map { hasColon(after: $0) } ?? false }

  /// The first word of the line, after the marks of lists and keys.
  private var key: Range<Int>? {
    var index = indent
    while index + 1 < text.count, text[index] == "-" || text[index] == "?", text[index + 1].isBlank
    {
      index = skipSpaces(index + 1)
    }
    return wholeWord(at: skipQuote(index))
  }

  private func wholeWord(at start: Int) -> Range<Int>? {
    let end = text[start...].firstIndex { !$0.isOfWord } ?? text.count
    return end > start ? start..<end : nil
  }

  private func hasColon(after word: Range<Int>) -> Bool {
    let colon = skipQuote(word.upperBound)
    guard colon < text.count, text[colon] == ":" else { return false }
    return colon + 1 == text.count || text[colon + 1].isBlank
  }

  /// Whether the line begins with a key in the first column, which no value can do.
  var isTopLevel: Bool { indent == 0 && hasKey }

  /// Whether the line begins with a bracket, or with a mark of the YAML document.
  var isStructure: Bool {
    "{}[]-.#".unicodeScalars.contains(text[indent])
  }

  /// Whether the line names the location of a secret.
  var namesLocation: Bool { key.map(namesLocation) ?? false }

  /// Whether a mapping starts here that names the location of a secret.
  func namesLocation(at start: Int) -> Bool {
    guard start < text.count, text[start] == "{" else { return false }
    return wholeWord(at: skipQuote(skipSpaces(start + 1))).map(namesLocation) ?? false
  }

  private func namesLocation(_ word: Range<Int>) -> Bool {
    guard hasColon(after: word) else { return false }
    return Self.locationKeys.contains(string(word))
  }

  /// Whether a file path starts here.
  func isPath(at start: Int) -> Bool {
    let value = text[skipQuote(start)...].prefix {
      !$0.isBlank && !$0.isQuote && $0 != "," && $0 != "}"
    }
    guard let first = value.first else { return false }
    let ending = [".crt", ".der", ".key", ".pem"].contains { value.hasSuffix($0) }
    return ending || first == "/" || first == "." || first == "~" || first == "{"
  }

  /// Whether quoted text that starts here ends in this line.
  func closes(_ quote: Unicode.Scalar, from start: Int) -> Bool {
    var index = start
    while index < text.count {
      if text[index] == quote {
        guard quote == "'", index + 1 < text.count, text[index + 1] == quote else { return true }
        index += 1
      } else if text[index] == "\\", quote == "\"" {
        index += 1
      }
      index += 1
    }
    return false
  }

  /// The user names and passwords before the `@` of addresses, such as `me:secret` in
  /// `mqtt://me:secret@broker`.
  var logins: [Range<Int>] {
    var logins: [Range<Int>] = []
    var start = indent
    while start < text.count {
      let end = text[start...].firstIndex { $0.isBlank } ?? text.count
      if let login = login(in: start..<end) { logins.append(login) }
      start = skipSpaces(end)
    }
    return logins
  }

  /// Returns the login in one word: up to its last `@`, or all of it if no port follows the `:`.
  private func login(in word: Range<Int>) -> Range<Int>? {
    guard word.contains(where: { text[$0] == ":" }) else { return nil }
    let scheme = word.first { text[$0] == ":" && text[$0...].starts(with: Self.schemeEnd) }
    var start = scheme.map { $0 + 3 } ?? word.lowerBound
    let opening = "\"'{[,(".unicodeScalars
    while start < word.upperBound, opening.contains(text[start]) { start += 1 }
    guard start < word.upperBound else { return nil }
    let rest = start..<word.upperBound
    guard let colon = rest.first(where: { text[$0] == ":" }) else { return nil }
    if let at = rest.last(where: { text[$0] == "@" }) { return at > colon ? start..<at : nil }
    guard scheme != nil, colon + 1 < word.upperBound else { return nil }
    let isPort = ("0"..."9").contains(text[colon + 1])
    return isPort ? nil : rest
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool { self == " " || self == "\t" }
  fileprivate var isQuote: Bool { self == "\"" || self == "'" }
  /// Whether it is a letter, a digit, a hyphen, an underscore, or any non-ASCII scalar.
  fileprivate var isOfWord: Bool {
    value >= 0x80 || self == "_" || self == "-" || isLetterOrDigit
  }
}

extension [Unicode.Scalar] {
  /// Whether this text contains another as a contiguous part.
  func contains(_ part: [Unicode.Scalar]) -> Bool {
    indices.contains { self[$0] == part.first && self[$0...].starts(with: part) }
  }
}

extension ArraySlice<Unicode.Scalar> {
  fileprivate func hasSuffix(_ ending: String) -> Bool {
    suffix(ending.unicodeScalars.count).elementsEqual(ending.unicodeScalars)
  }
}
