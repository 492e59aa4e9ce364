internal import Diagnostics
internal import Layout

/// The pages that buttons and the panel can name.
struct KnownPages {
  let names: [String]

  /// Returns the page a button shows, or nil after reporting the reason.
  func target(
    _ name: String, at span: SourceSpan, _ context: ReadingContext
  ) -> ButtonLayout.PageTarget? {
    let steps: [String: ButtonLayout.PageTarget] = ["next": .next, "previous": .previous]
    if !names.isEmpty, !names.contains(name), let step = steps[name] { return step }
    return index(name, of: "a button", orOneOf: ["next", "previous"], at: span, context).map {
      .index($0)
    }
  }

  /// Returns the index of a page, or nil after reporting the reason.
  ///
  /// - Parameters:
  ///   - name: The page's name.
  ///   - subject: The item that shows the page, for messages.
  ///   - words: The words accepted in place of a name.
  ///   - span: Location of the name.
  ///   - context: Receives the reports.
  /// - Returns: The index, or nil after the reason was reported.
  func index(
    _ name: String, of subject: String, orOneOf words: [String] = [], at span: SourceSpan,
    _ context: ReadingContext
  ) -> Int? {
    if let index = names.firstIndex(of: name) { return index }
    if names.isEmpty {
      context.error(
        "\(subject) shows a page, but there are no pages", at: span,
        hint: "add `pages: {\(VisibleText.printable(name)): {…}}`")
      return nil
    }
    context.error(
      "there is no page \(VisibleText.quoted(name))", at: span,
      hint: Spelling.hint(for: name, among: names + words)
        ?? "the pages are: " + names.joined(separator: ", "))
    return nil
  }
}
