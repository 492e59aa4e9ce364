internal import Diagnostics
internal import Layout
internal import Locales

/// A language of `texts` while its keys are read.
struct LanguageEntry: Sendable {
  var locale: Locale
  /// Location of its name.
  var nameSpan: SourceSpan
  /// The translations, by the texts of the layout.
  var texts: [Named<String>]

  /// The maximum number of missing texts that a message names.
  private static let namedLimit = 3

  /// Returns the languages of a panel, its own first; empty if there are no `texts`.
  static func languages(_ entries: [LanguageEntry], _ panel: PanelLayout) -> [PanelLanguage] {
    guard !entries.isEmpty, let own = panel.locale ?? .english else { return [] }
    let languages = entries.map { entry in
      PanelLanguage(
        entry.locale,
        texts: Dictionary(
          entry.texts.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
    }
    let first = languages.first { $0.locale.name == own.name } ?? PanelLanguage(own)
    return [first] + languages.filter { $0.locale.name != own.name }
  }

  /// Warns of texts without a translation, and of translations of no text.
  static func check(
    _ entries: [LanguageEntry], _ layout: LayoutDocument, _ context: ReadingContext
  ) {
    guard !entries.isEmpty else { return }
    let texts = layout.texts
    let known = Set(texts.map(\.text))
    for entry in entries {
      let translated = Set(entry.texts.map(\.name))
      let isOwn = entry.locale.name == layout.languages.first?.name
      let missing = texts.filter { $0.isTranslated && !translated.contains($0.text) }.map(\.text)
      if !isOwn, let first = missing.first {
        let named = missing.prefix(namedLimit).map { VisibleText.quoted($0, limit: 24) }
        let more = missing.count > namedLimit ? " and \(missing.count - namedLimit) more" : ""
        context.beginItem()
        context.warning(
          "`\(entry.locale.name)` has no text for \(named.joined(separator: ", "))\(more)",
          at: entry.nameSpan, hint: "add a line such as `\(VisibleText.printable(first)): …`")
      }
      for text in entry.texts where !known.contains(text.name) {
        context.beginItem()
        context.warning(
          "the layout has no text \(VisibleText.quoted(text.name, limit: 40))", at: text.nameSpan,
          hint: Spelling.hint(for: text.name, among: texts.map(\.text))
            ?? "write the text as the layout has it: a name, a sector, a label or a word")
      }
    }
  }
}

extension [PanelLanguage] {
  /// Returns the index of a language, or nil after reporting that the layout does not have it.
  ///
  /// - Parameters:
  ///   - name: The name of the language.
  ///   - clause: What needs it, for messages.
  ///   - context: Receives the reports.
  /// - Returns: The index, or nil after the reason was reported.
  func index(
    _ name: Located<String>, because clause: String, _ context: ReadingContext
  ) -> Int? {
    let locale = Locale(name.value)
    if let index = firstIndex(where: { $0.locale.name == locale?.name }), locale != nil {
      return index
    }
    if isEmpty {
      context.error(
        "\(clause), but there are no `texts`", at: name.span,
        hint: "add `texts: {\(VisibleText.printable(name.value)): {…}}`")
    } else {
      context.error(
        "there are no texts in \(VisibleText.quoted(name.value))", at: name.span,
        hint: "the languages are: " + map(\.name).joined(separator: ", "))
    }
    return nil
  }
}
