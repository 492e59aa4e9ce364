internal import Diagnostics
internal import Layout

/// The pages that buttons can name.
struct KnownPages {
  let names: [String]

  /// Nil after the reason was appended.
  func target(
    _ name: String, at span: SourceSpan, _ context: ReadingContext
  ) -> ButtonLayout.PageTarget? {
    if let index = names.firstIndex(of: name) { return .index(index) }
    if names.isEmpty {
      context.error(
        "a button shows a page, but there are no pages", at: span,
        hint: "add `pages: {\(VisibleText.printable(name)): {…}}`")
      return nil
    }
    switch name {
    case "next": return .next
    case "previous": return .previous
    default:
      let words = names + ["next", "previous"]
      let meant = Spelling.closest(to: name, among: words)
      context.error(
        "there is no page \(VisibleText.quoted(name))", at: span,
        hint: meant.map { "did you mean `\($0)`?" }
          ?? "the pages are: " + names.joined(separator: ", "))
      return nil
    }
  }
}
