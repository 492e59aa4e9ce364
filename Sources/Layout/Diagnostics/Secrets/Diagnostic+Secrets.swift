extension Diagnostic {
  /// The diagnostic with the words of secrets in its files masked.
  var withoutSecrets: Diagnostic {
    var files = [span.file]
    for other in related where !files.contains(where: { $0 === other.span.file }) {
      files.append(other.span.file)
    }
    let words = files.reduce(into: Set<String>()) { $0.formUnion($1.secrets.words) }
    guard !words.isEmpty else { return self }
    let filter = SecretFilter(
      words: words, looksEverywhere: files.contains { $0.secrets.hasBackquotes })
    var result = self
    result.message = filter.filtered(message)
    result.hint = hint.map(filter.filtered)
    result.related = related.map { Related(span: $0.span, message: filter.filtered($0.message)) }
    return result
  }
}

/// Masks the words of secrets in messages.
///
/// Words that cannot be in the program's own messages are replaced anywhere. Others, of letters
/// only, are searched for in quotations, which are replaced as a whole.
struct SecretFilter {
  /// Longer words of letters do not occur in the program's own messages.
  private static let longestPlainWord = 7
  /// Shorter words of letters can be parts of other words by chance.
  private static let shortestPart = 5
  /// The end of a truncated quotation.
  private static let cut = "..."

  private let words: Set<String>
  /// The words to replace anywhere, grouped by length, longest first.
  private let special: [(count: Int, words: Set<String>)]

  /// - Parameters:
  ///   - words: The words, in lower case.
  ///   - looksEverywhere: Whether to replace all of them anywhere.
  init(words: Set<String>, looksEverywhere: Bool = false) {
    self.words = words
    let special = words.filter { word in
      let scalars = word.unicodeScalars
      return looksEverywhere || scalars.count > Self.longestPlainWord
        || !scalars.allSatisfy(\.properties.isAlphabetic)
    }
    self.special = Dictionary(grouping: special) { $0.unicodeScalars.count }
      .map { (count: $0.key, words: Set($0.value)) }.sorted { $0.count > $1.count }
  }

  /// Returns the text with words of secrets masked.
  func filtered(_ text: String) -> String {
    let parts = replaced(text).split(separator: "`", omittingEmptySubsequences: false)
    // Odd-numbered backquotes open a quotation, even-numbered ones close it.
    return parts.enumerated().map { index, part in
      index % 2 == 1 && containsSecret(String(part)) ? SecretText.mask : String(part)
    }.joined(separator: "`")
  }

  private func replaced(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let lower = scalars.map(\.lowercase)
    var result = String.UnicodeScalarView()
    var index = 0
    while index < scalars.count {
      let found = special.first { entry in
        index + entry.count <= lower.count
          && entry.words.contains(SecretText.text(of: lower[index..<index + entry.count]))
      }
      if let found {
        result.append(contentsOf: SecretText.mask.unicodeScalars)
        index += found.count
      } else {
        result.append(scalars[index])
        index += 1
      }
    }
    return String(result)
  }

  /// Whether a quotation contains a word of a secret, or a truncated one at its end.
  private func containsSecret(_ quotation: String) -> Bool {
    let isCut = quotation.hasSuffix(Self.cut)
    let text = SecretText.text(of: quotation.unicodeScalars.dropLast(isCut ? Self.cut.count : 0))
    let runs = text.unicodeScalars.split { !$0.isLetterOrDigit }.map { String($0) }
    if runs.contains(where: words.contains) { return true }
    let parts = words.filter { $0.unicodeScalars.count >= Self.shortestPart }
    let scalars = Array(text.unicodeScalars)
    if parts.contains(where: { scalars.contains(Array($0.unicodeScalars)) }) { return true }
    guard isCut, let last = text.unicodeScalars.split(whereSeparator: \.separatesWords).last
    else { return false }
    // The beginning of a word may follow other text without a gap, as in `password:hun...`.
    return last.indices.contains { index in
      let end = String(last[index...])
      return words.contains { $0.hasPrefix(end) }
    }
  }
}
