internal import Diagnostics
internal import Locales

extension Locale {
  /// Returns a locale, or nil after reporting that its language is unknown.
  static func read(_ name: String, at span: SourceSpan, _ context: ReadingContext) -> Locale? {
    if let locale = Locale(name) { return locale }
    context.error(
      "\(VisibleText.quoted(name)) is not a known language", at: span, hint: hint(for: name))
    return nil
  }

  /// Suggests the language with a similar name or code.
  private static func hint(for name: String) -> String {
    let languages = Locale.languages
    let lower = name.lowercased()
    let named = languages.first { $0.names.contains { $0.lowercased() == lower } }
    if let code = named?.code { return "did you mean `\(code)`?" }
    var synonyms: [String: String] = [:]
    for language in languages {
      for name in language.names where name.utf8.count > 3 { synonyms[name] = language.code }
    }
    // Any two letters are similar to a code.
    let hint = lower.utf8.count > 3 ? Spelling.hint(for: name, among: [], synonyms: synonyms) : nil
    return hint
      ?? "write two letters for the language, such as de, fr or ar, and if needed two for the "
      + "country, such as de-CH"
  }
}
