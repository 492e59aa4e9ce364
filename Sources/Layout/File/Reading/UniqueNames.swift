internal import Diagnostics
internal import Layout

/// Checks that every id of a layout is unique across all pages.
struct UniqueNames {
  private struct Owner {
    var kind: String
    var section: Int?
    var span: SourceSpan
  }

  private var owners: [String: Owner] = [:]

  /// Adds a name; duplicates of one kind in one section were already reported.
  mutating func add<Thing>(
    _ named: Named<Thing>, _ kind: String, in section: Int? = nil,
    _ context: ReadingContext
  ) {
    let name = VisibleText.quoted(named.name)
    guard let owner = owners[named.name] else {
      owners[named.name] = Owner(kind: kind, section: section, span: named.nameSpan)
      return
    }
    if owner.kind == kind, owner.section == section { return }
    context.error(
      owner.kind == kind
        ? "another \(kind) is already named \(name)"
        : "a \(kind) and a \(owner.kind) are both named \(name)",
      at: named.nameSpan, hint: "give one of them another name",
      related: [.init(span: owner.span, message: "the \(owner.kind) is here")])
  }
}
