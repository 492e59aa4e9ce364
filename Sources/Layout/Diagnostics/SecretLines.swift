/// Finds the secrets in a file line by line, because a file with an error may have no tree.
///
/// Hides too much rather than too little: from the value of a key that looks secret to the end of
/// its line, and the lines below on which the value may continue. `file:` and `environment:`, which
/// locate a secret, are shown.
struct SecretLines {
  /// The maximum number of passes for anchors that refer to each other; more than any layout needs.
  private static let passLimit = 4
  private static let locations: Set = ["file", "environment"]
  private static let keyStart = Array("-----BEGIN".unicodeScalars)
  private static let keyEnd = Array("-----END".unicodeScalars)
  /// The digits of a key of an input device.
  private static let keyDigits = 3
  private static let keyFiles = [".crt", ".der", ".key", ".pem"]
  /// The maximum length of a path (`PATH_MAX` of the kernel's limits.h).
  private static let pathLimit = 4096

  private var hidden: [Range<Int>] = []
  /// The names in `*name` within secrets: the value after `&name` is secret, too.
  private var aliases: Set<String> = []
  private let anchors: Set<String>
  /// Lines indented beyond this column, and lines without a key, continue a secret; nil if none do.
  private var column: Int?
  /// Whether the next line continues a secret in any column, unless it begins with a key in the first.
  private var isValueMissing = false
  private var isInPrivateKey = false
  /// Whether a word names a secret: files repeat their words.
  private var known: [String: Bool] = [:]

  private init(anchors: Set<String>) {
    self.anchors = anchors
  }

  /// Finds the secrets of a whole file.
  ///
  /// - Parameters:
  ///   - scalars: The text of the file.
  ///   - lines: The ranges of its lines, without line breaks.
  /// - Returns: The file indexes of the secrets, ascending and disjoint.
  static func hidden(in scalars: [Unicode.Scalar], lines: [Range<Int>]) -> [Range<Int>] {
    var result = read(scalars, lines, anchors: [])
    for _ in 1..<passLimit where !result.aliases.isSubset(of: result.anchors) {
      result = read(scalars, lines, anchors: result.aliases)
    }
    return result.hidden
  }

  private static func read(
    _ scalars: [Unicode.Scalar], _ lines: [Range<Int>], anchors: Set<String>
  ) -> SecretLines {
    var result = SecretLines(anchors: anchors)
    for line in lines { result.read(scalars[line]) }
    return result
  }

  private mutating func read(_ line: ScalarSlice) {
    let start = line.skipBlanks(line.startIndex)
    guard start < line.endIndex else { return }
    if isInPrivateKey || line.hasPart(Self.keyStart) {
      isInPrivateKey = !line.hasPart(Self.keyEnd)
      return hide(line[start...])
    }
    if let column {
      let isBeyond = start - line.startIndex > column || (isValueMissing && start > line.startIndex)
      isValueMissing = false
      guard let key = line.key(at: start), !isBeyond || Self.locations.contains(key) else {
        return hide(line[start...])
      }
      if !isBeyond { self.column = nil }
    }
    let secret = findSecret(in: line)
    line[..<(secret?.value ?? line.endIndex)].logins.forEach { hide(line[$0]) }
    guard let secret else { return }
    hide(line[secret.value...])
    isValueMissing = line[secret.value...].first.map { $0 == "|" || $0 == ">" } ?? true
    // Between brackets, further keys may follow in any column.
    let before = line[..<secret.key]
    let isFlow = before.contains { $0 == "{" || $0 == "[" }
    let isFirst = before.allSatisfy { !$0.isOfWord || $0 == "-" }
    column = isFlow ? .max : (isFirst ? secret.key : start) - line.startIndex
  }

  private mutating func hide(_ part: ScalarSlice) {
    guard !part.isEmpty else { return }
    hidden.append(part.indices)
    for word in part.words where part[..<word.lowerBound].last == "*" {
      aliases.insert(String(scalars: part[word]))
    }
  }

  /// Returns the start of the line's first secret, and of the word that names it.
  private mutating func findSecret(in line: ScalarSlice) -> (key: Int, value: Int)? {
    // No other key and no comment precedes the word, in the line or since a bracket or a comma.
    var isFirstKey = true
    var end = line.startIndex
    for word in line.words {
      let mark = line[end..<word.lowerBound].last { "{[,:#".unicodeScalars.contains($0) }
      if let mark { isFirstKey = mark != ":" && mark != "#" }
      end = word.upperBound
      let name = String(scalars: line[word])
      if line[..<word.lowerBound].last == "&", anchors.contains(name) {
        return (word.lowerBound, line.skipBlanks(word.upperBound))
      }
      let isSecret = known[name] ?? SecretNames.contains(line[word])
      known[name] = isSecret
      if let value = isSecret
        ? value(after: word, in: line, isFirstKey: isFirstKey)
        : name == "key" ? privateKey(after: word, in: line) : nil
      {
        return (word.lowerBound, value)
      }
    }
    return nil
  }

  /// Returns the start of the value of a key; nil if the word is no key, or its value a location.
  private func value(after word: Range<Int>, in line: ScalarSlice, isFirstKey: Bool) -> Int? {
    if let value = line.value(after: word) {
      let isLocation =
        line[value...].first == "{"
        && Self.locations.contains(line.key(at: line.skipBlanks(value + 1)) ?? "")
      return isLocation ? nil : value
    }
    // The `:` is missing.
    guard isFirstKey else { return nil }
    if SecretNames.hasTextAfterName(line[word]) { return word.lowerBound }
    let next = line.skipBlanks(line.skipQuote(word.upperBound))
    if next == line.endIndex {
      let isAlone = line[..<word.lowerBound].allSatisfy { $0.isBlank || $0.isQuote || $0 == "?" }
      return isAlone ? next : nil
    }
    return ",.}])".unicodeScalars.contains(line[next]) ? nil : next
  }

  /// Returns the start of the value of `key`, unless it is the path of a file or the number of a key.
  private func privateKey(after word: Range<Int>, in line: ScalarSlice) -> Int? {
    guard let value = line.value(after: word) else { return nil }
    let path = line[line.skipQuote(value)...].prefix(Self.pathLimit).prefix {
      !$0.isBlank && !$0.isQuote && $0 != "," && $0 != "}"
    }
    guard let first = path.first else { return value }
    let isFile =
      "/.~{".unicodeScalars.contains(first)
      || Self.keyFiles.contains { path.suffix($0.utf8.count).elementsEqual($0.unicodeScalars) }
    let isNumber =
      path.count <= Self.keyDigits
      && path.allSatisfy { UInt32(UInt8(ascii: "0"))...UInt32(UInt8(ascii: "9")) ~= $0.value }
    return isFile || isNumber ? nil : value
  }
}
