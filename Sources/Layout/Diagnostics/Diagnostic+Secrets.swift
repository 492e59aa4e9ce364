extension Diagnostic {
  /// The diagnostic without the words of the secrets at its locations.
  var withoutSecrets: Diagnostic {
    let secrets = ([span] + related.map(\.span)).map(\.secretText).joined(separator: " ")
    guard !secrets.isEmpty else { return self }
    let filter = SecretFilter(secrets: secrets)
    var result = self
    result.message = filter.masked(message)
    if let hint, filter.hasWord(of: hint, minimumLength: 3) { result.hint = nil }
    result.related = related.map { Related(span: $0.span, message: filter.masked($0.message)) }
    return result
  }
}

extension SourceSpan {
  /// The secrets in the span and around it, as far as messages quote them: `VisibleText.quoted`
  /// cuts long text.
  fileprivate var secretText: String {
    let range = file.range(of: self)
    let quoted = range.lowerBound - 100..<min(range.upperBound + 100, range.lowerBound + 1000)
    return file.secrets.filter { $0.overlaps(range) || $0.contains(range.lowerBound) }
      .flatMap { file.scalars[$0.clamped(to: quoted)].split(separator: " ") }
      // Paths are locations, which hints contain, too.
      .filter { $0.first != "/" || !$0.dropFirst().contains("/") }
      .map { String(scalars: $0) }.joined(separator: " ")
  }
}

/// Finds the words of secrets in messages.
private struct SecretFilter {
  /// Precedes a number from the file in messages; other values are quoted.
  private static let beforeNumber = Array("but this is ".unicodeScalars)
  /// Keys that are tried in place of `file` and `environment`.
  private static let locations: Set = ["path", "filename", "env", "var", "variable", "command"]

  let secrets: String

  /// Whether a word of a text is part of a secret.
  func hasWord(of text: String, minimumLength: Int = 1) -> Bool {
    text.split { !$0.isLetter && !$0.isNumber }.contains {
      $0.count >= minimumLength && !Self.locations.contains(String($0))
        && secrets.hasSubstring(String($0))
    }
  }

  /// Returns a message with masks in place of quotations and numbers that are part of a secret.
  func masked(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    if let end = scalars.firstIndex(of: Self.beforeNumber).map({ $0 + Self.beforeNumber.count }),
      end < scalars.count, "-.0123456789".unicodeScalars.contains(scalars[end])
    {
      return masked(String(scalars: scalars[..<end])) + ShownLine.mask
    }
    // Odd-numbered backquotes open a quotation, even-numbered ones close it.
    return text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map {
      index, part in
      // Escapes make a value differ from its text in the file.
      let isSecret = index % 2 == 1 && (secrets.contains("\\") || hasWord(of: String(part)))
      return isSecret ? ShownLine.mask : String(part)
    }.joined(separator: "`")
  }
}
