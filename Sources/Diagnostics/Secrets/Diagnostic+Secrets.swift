extension Diagnostic {
  /// The same without the words of secrets in the files that it is about.
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

/// Takes the words of secrets out of messages.
///
/// Words that no message of the program has are replaced wherever they stand. Others, of letters only,
/// are looked for in quotations, which are replaced as a whole.
struct SecretFilter {
  /// Longer words of letters only are no words of messages.
  private static let longestPlainWord = 7
  /// Words of letters that are shorter can be parts of others by chance.
  private static let shortestPart = 5
  /// The end of a quotation that was cut.
  private static let cut = "..."

  private let words: Set<String>
  /// What to replace everywhere, by length, the longest first.
  private let special: [(count: Int, words: Set<String>)]

  /// - Parameters:
  ///   - words: In lower case.
  ///   - looksEverywhere: Whether to replace all of them wherever they stand.
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

  /// The text with the mask in place of words of secrets.
  func filtered(_ text: String) -> String {
    let parts = replaced(text).split(separator: "`", omittingEmptySubsequences: false)
    // Odd-numbered backquotes open a quotation, even-numbered ones close it.
    return parts.enumerated().map { index, part in
      index % 2 == 1 && betrays(String(part)) ? SecretText.mask : String(part)
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

  /// Whether a quotation has a word of a secret, or the beginning of one where it was cut.
  private func betrays(_ quotation: String) -> Bool {
    let isCut = quotation.hasSuffix(Self.cut)
    let text = SecretText.text(of: quotation.unicodeScalars.dropLast(isCut ? Self.cut.count : 0))
    let runs = text.unicodeScalars.split { !$0.isLetterOrDigit }.map { String($0) }
    if runs.contains(where: words.contains) { return true }
    let parts = words.filter { $0.unicodeScalars.count >= Self.shortestPart }
    let scalars = Array(text.unicodeScalars)
    if parts.contains(where: { scalars.contains(Array($0.unicodeScalars)) }) { return true }
    guard isCut, let last = text.unicodeScalars.split(whereSeparator: \.separatesWords).last
    else { return false }
    // The beginning of a word may follow others without a gap, as in `password:hun...`.
    return last.indices.contains { index in
      let end = String(last[index...])
      return words.contains { $0.hasPrefix(end) }
    }
  }
}
