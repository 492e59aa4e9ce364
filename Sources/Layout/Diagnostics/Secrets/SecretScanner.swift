/// Finds the secrets in a file's text, even if the file has errors.
///
/// Works on lines rather than YAML nodes, because a file with an error may have none. It hides too
/// much rather than too little: from the value of a suspicious key to the end of its line, and the
/// lines on which the value may continue.
///
/// `file:` and `environment:` below such a key, which only locate the secret, are not hidden.
struct SecretScanner {
  /// How the last secret continues on the following lines.
  private enum Continuation {
    /// Up to this closing quote.
    case quoted(Unicode.Scalar)
    /// On the next line, and then as for `block`.
    case header(column: Int)
    /// On all lines indented beyond this column, and those without a key.
    case block(column: Int)
    /// On lines indented beyond this column, and those without a key or bracket.
    case plain(column: Int)
    /// There is no value yet: on the next line, and then as for `nested`.
    case missing(column: Int)
    /// On lines indented beyond this column, and in list items.
    case nested(column: Int)
    /// Up to the end of a PEM private key.
    case armor
  }

  /// File indexes of the secrets, ascending and disjoint.
  private(set) var hidden: [Range<Int>] = []
  /// The names of anchors that secrets refer to with `*name`.
  private(set) var aliases: Set<String> = []
  /// The names of anchors that precede secrets.
  private let anchors: Set<String>
  private var names = SecretNames()
  private var continuation: Continuation?

  /// - Parameter anchors: The names whose `&name` precedes a secret.
  init(anchors: Set<String>) {
    self.anchors = anchors
  }

  /// Scans the next line of the file.
  mutating func read(_ line: ArraySlice<Unicode.Scalar>) {
    guard continuation != nil || ScannedLine.canHoldSecret(line) else { return }
    read(ScannedLine(line))
  }

  private mutating func read(_ line: ScannedLine) {
    guard line.indent < line.text.count else { return }
    guard let start = continueValue(line) else { return hide(line, from: line.indent) }
    let secret = findSecret(in: line, from: start)
    let end = secret?.value ?? line.text.count
    for login in line.logins where login.upperBound <= end { hide(line, login) }
    if let secret {
      hide(line, from: secret.value)
      follow(from: secret.value, after: secret.key, of: line)
    }
  }

  private mutating func hide(_ line: ScannedLine, from start: Int) {
    hide(line, start..<line.text.count)
  }

  /// Hides a part of a line; parts of a line must be in order.
  private mutating func hide(_ line: ScannedLine, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let end = range.upperBound < line.text.count ? line.indices[range.upperBound] : line.end
    hidden.append(line.indices[range.lowerBound]..<end)
  }

  /// Returns where to start searching the line; nil if all of it belongs to the value above.
  private mutating func continueValue(_ line: ScannedLine) -> Int? {
    if line.text.contains(ScannedLine.armor) {
      continuation = line.text.contains(ScannedLine.armorEnd) ? nil : .armor
      return nil
    }
    switch continuation {
    case nil: return line.indent
    case .armor?:
      if line.text.contains(ScannedLine.armorEnd) { continuation = nil }
      return nil
    case .quoted(let quote)?:
      if line.closes(quote, from: line.indent) { continuation = nil }
      return nil
    case .header(let column)?:
      if line.isTopLevel { break }
      continuation = .block(column: min(column, line.indent - 1))
      return nil
    case .block(let column)?:
      if line.indent > column || !line.hasKey { return nil }
    case .plain(let column)?:
      if line.indent > column || (!line.hasKey && !line.isStructure) { return nil }
    case .missing(let column)?:
      if line.isTopLevel { break }
      return begin(line, below: column)
    case .nested(let column)?:
      if line.indent > column { return line.namesLocation ? line.indent : nil }
      if !line.hasKey {
        if line.text[line.indent] == "-" { return nil }
        if !line.isStructure {
          continuation = .plain(column: column)
          return nil
        }
      }
    }
    continuation = nil
    return line.indent
  }

  /// Handles the first line below a key without a value; returns the same as `continueValue`.
  private mutating func begin(_ line: ScannedLine, below column: Int) -> Int? {
    if line.text[line.indent] == "#" { return nil }
    if line.namesLocation {
      continuation = .nested(column: column)
      return line.indent
    }
    if line.indent > column || line.text[line.indent] == "-" {
      continuation = .nested(column: column)
    } else if !line.hasKey {
      continuation = .plain(column: column)
    } else {
      // It may be the secret, or another key with its own secret value.
      continuation = nil
      if let secret = findSecret(in: line, from: line.indent) {
        follow(from: secret.value, after: secret.key, of: line)
      }
    }
    return nil
  }

  /// Returns the start of the line's first secret, and the word that names it.
  private mutating func findSecret(
    in line: ScannedLine, from start: Int
  ) -> (value: Int, key: Range<Int>)? {
    for word in line.words(from: start) {
      if word.lowerBound > 0, line.text[word.lowerBound - 1] == "&",
        anchors.contains(line.string(word))
      {
        return (line.skipSpaces(word.upperBound), word)
      }
      guard let value = value(after: word, of: line), !line.namesLocation(at: value) else {
        continue
      }
      return (value, word)
    }
    return nil
  }

  /// Returns the start of the secret that a word names; nil if it names none.
  private mutating func value(after word: Range<Int>, of line: ScannedLine) -> Int? {
    let name = line.text[word]
    guard let length = names.length(in: name) else {
      guard line.isKey(word), name.elementsEqual("key".unicodeScalars) else { return nil }
      let value = line.skipSeparator(word.upperBound)
      // `key` names a key file, unless the key itself follows.
      return line.isPath(at: value) ? nil : value
    }
    if line.isKey(word) { return line.skipSeparator(word.upperBound) }
    // The `:` is missing.
    let rest = name.dropFirst(length)
    if rest.contains(where: { ("0"..."9").contains($0) }) { return rest.startIndex }
    if line.isQuotedText(at: word.upperBound) { return word.upperBound }
    guard line.isInKeyPosition(word) else { return nil }
    if !rest.isEmpty { return rest.startIndex }
    return value(withoutColonAfter: word, of: line)
  }

  private func value(withoutColonAfter word: Range<Int>, of line: ScannedLine) -> Int? {
    let rest = line.skipSpaces(word.upperBound)
    if rest == line.text.count { return line.isAlone(word) ? rest : nil }
    return ",.}])".unicodeScalars.contains(line.text[rest]) ? nil : rest
  }

  /// Records how the value that starts here continues on the following lines.
  private mutating func follow(from start: Int, after key: Range<Int>, of line: ScannedLine) {
    let isFlow = line.isFlow(before: key)
    let column = isFlow ? line.indent : key.lowerBound
    let content = line.skipProperties(start)
    guard content < line.text.count else {
      continuation = .missing(column: column)
      return
    }
    switch line.text[content] {
    case "|", ">": continuation = .header(column: column)
    case "{", "[", "#": continuation = .missing(column: column)
    case "\"", "'":
      let quote = line.text[content]
      continuation = line.closes(quote, from: content + 1) ? nil : .quoted(quote)
    default:
      // Further keys in the same brackets may follow, in any column.
      continuation = .plain(column: isFlow ? .max : column)
    }
    for word in line.words(from: start)
    where word.lowerBound > 0 && line.text[word.lowerBound - 1] == "*" {
      aliases.insert(line.string(word))
    }
  }
}
