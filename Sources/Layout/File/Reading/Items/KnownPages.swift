internal import Diagnostics
internal import Layout

/// The pages that buttons and the panel can name.
struct KnownPages {
  let names: [String]

  /// Returns the page a button shows, or nil after reporting the reason.
  func target(_ name: Located<String>, _ context: ReadingContext) -> ButtonLayout.PageTarget? {
    let steps: [String: ButtonLayout.PageTarget] = ["next": .next, "previous": .previous]
    if !names.isEmpty, !names.contains(name.value), let step = steps[name.value] { return step }
    return index(name, because: "a button shows a page", orOneOf: ["next", "previous"], context)
      .map { .index($0) }
  }

  /// Returns the index of a page, or nil after reporting the reason.
  ///
  /// - Parameters:
  ///   - name: The page's name.
  ///   - clause: What needs the page, for messages.
  ///   - words: The words accepted in place of a name.
  ///   - context: Receives the reports.
  /// - Returns: The index, or nil after the reason was reported.
  func index(
    _ name: Located<String>, because clause: String, orOneOf words: [String] = [],
    _ context: ReadingContext
  ) -> Int? {
    if let index = names.firstIndex(of: name.value) { return index }
    if names.isEmpty {
      let pages =
        words.contains(name.value)
        ? "one: {…}, two: {…}" : "\(VisibleText.printable(name.value)): {…}"
      context.error(
        "\(clause), but there are no pages", at: name.span,
        hint: "add `pages: {\(pages)}`")
      return nil
    }
    context.error(
      "there is no page \(VisibleText.quoted(name.value))", at: name.span,
      hint: Spelling.hint(for: name.value, among: names + words)
        ?? "the pages are: " + names.joined(separator: ", "))
    return nil
  }
}
