internal import Diagnostics
internal import JSON
internal import Layout
internal import Locales

/// The languages in which a panel can be read.
extension LayoutTables {
  static let languageLimit = 16
  static let translationLimit = 2000

  static let textsField = Field<LayoutEntry>(
    "texts", languages, into: \.languages,
    example: ["de": ["Kitchen": "Küche", "Bath": "Bad"], "ar": ["Kitchen": "المطبخ"]],
    alsoCalled: ["translations", "languages", "strings", "i18n"],
    "The texts in other languages: for each language, what is shown in place of the names, "
      + "sectors, labels, words and other texts of this layout. Buttons with `language` choose.")

  /// Returns the key of the control that chooses a language.
  static func languageField(_ controls: [ControlKeys]) -> Field<LayoutEntry> {
    Field(
      "language", languageControl(controls).located,
      intoOptional: \.languageControl,
      example: ["mqtt": ["state": "museum/language"]], alsoCalled: ["lang"],
      "A control that chooses the language by its name, such as `de`: any control that reports "
        + "texts, with the keys of a knob's `control`. For the language of the layout itself, see "
        + "`panel.locale`.")
  }

  private static func languageControl(_ controls: [ControlKeys]) -> Shape<ControlLayout> {
    let control = target("a control", controls) { _ in .readOut }
    return Shape(expectation: control.expectation, schema: control.schema) {
      node, subject, context in
      guard case .scalar(let text, _) = node.content, Locale(text) != nil else {
        return control.read(node, subject, context)
      }
      context.error(
        "\(subject.name) is a control that chooses one of the `texts`", at: node.span,
        hint: "the language of the layout itself is "
          + "`panel: {locale: \(VisibleText.printable(text))}`")
      return nil
    }
  }

  private static let languages: Shape<[LanguageEntry]> = {
    let example = "de: {Kitchen: Küche}"
    return Shape(
      expectation: "a language with the translations of texts under it, such as `\(example)`",
      schema: [
        "type": "object", "maxProperties": .number(Double(languageLimit)),
        "additionalProperties": texts.schema,
      ]
    ) { node, subject, context in
      guard case .mapping(let entries) = node.content else {
        context.mismatch(node, subject)
        return nil
      }
      guard entries.count <= languageLimit else {
        context.error(
          "there are \(entries.count) languages; the limit is \(languageLimit)", at: subject.span)
        return nil
      }
      var seen: [String: SourceSpan] = [:]
      return context.eachItem(entries) { entry -> LanguageEntry? in
        guard let locale = Locale.read(entry.key, at: entry.keySpan, context) else { return nil }
        if let first = seen[locale.name] {
          context.error(
            "`\(locale.name)` has other texts already", at: entry.keySpan,
            hint: "write all of them under one name",
            related: [.init(span: first, message: "the first are here")])
          return nil
        }
        seen[locale.name] = entry.keySpan
        let subject = Subject(name: "`\(locale.name)`", span: entry.keySpan)
        return texts.read(entry.value, subject, context).map {
          LanguageEntry(locale: locale, nameSpan: entry.keySpan, texts: $0)
        }
      }.compactMap { $0 }
    }
  }()

  /// The translations of one language, by the layout's texts.
  private static let texts: Shape<[Named<String>]> = {
    let text = Shape<String>.text(.lines, example: "Küche")
    return Shape(
      expectation: "each text with its translation, such as `Kitchen: Küche`",
      schema: [
        "type": "object", "maxProperties": .number(Double(translationLimit)),
        "additionalProperties": text.schema,
      ]
    ) { node, subject, context in
      guard case .mapping(let entries) = node.content else {
        context.mismatch(node, subject)
        return nil
      }
      guard entries.count <= translationLimit else {
        context.error(
          "\(subject.name) has \(entries.count) texts; the limit is \(translationLimit)",
          at: subject.span)
        return nil
      }
      var seen = Set<String>()
      return entries.compactMap { entry in
        let name = VisibleText.quoted(entry.key, limit: 40)
        guard seen.insert(entry.key).inserted else {
          context.error("\(name) is translated twice", at: entry.keySpan, hint: "remove one")
          return nil
        }
        let subject = Subject(name: name, span: entry.keySpan)
        return text.read(entry.value, subject, context).map {
          Named(name: entry.key, nameSpan: entry.keySpan, span: entry.value.span, value: $0)
        }
      }
    }
  }()
}
