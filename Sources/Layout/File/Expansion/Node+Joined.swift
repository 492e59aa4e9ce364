internal import Diagnostics
internal import JSON
internal import Layout

extension Node {
  /// Returns this file's root, or one of its sections, joined with that of an included file.
  ///
  /// Items are concatenated, those of the included file first and thus lower in drawing order; for
  /// settings, this file's own take precedence key by key.
  func joined(over below: Node, _ context: ReadingContext) -> Node {
    guard case .mapping(var entries) = content, case .mapping(let included) = below.content else {
      return self
    }
    for entry in included where !["version", "include"].contains(entry.key) {
      guard let index = entries.firstIndex(where: { $0.key == entry.key }) else {
        entries.append(entry)
        continue
      }
      entries[index].value = entries[index].value.joined(over: entry, context)
    }
    var result = self
    result.content = .mapping(entries)
    result.isIncomplete = isIncomplete || below.isIncomplete
    return result
  }

  /// Returns this value of a key joined with an included file's value for the same key.
  private func joined(over entry: Entry, _ context: ReadingContext) -> Node {
    var result = self
    switch (content, entry.value.content) {
    case (.broken, _), (_, .broken):
      result.isIncomplete = true
    case (.mapping(let own), .mapping(let included)) where context.language.holdsItems(entry.key):
      result.content = .mapping(included + own)
    case (.sequence(let own), .sequence(let included)):
      result.content = .sequence(included + own)
    case (.mapping, .mapping) where entry.key == "pages":
      return pagesJoined(over: entry.value, context)
    case (.mapping, .mapping) where entry.key == "styles":
      return merged(
        over: entry.value, [], belowOthers: context.language.sectionKeys.flatMap(\.keys))
    case (.mapping, .mapping):
      let keys = context.language.keys.first { $0.key == entry.key }?.keys ?? []
      return merged(over: entry.value, keys)
    default:
      guard kind != entry.value.kind, context.language.holdsItems(entry.key) else { break }
      context.error(
        "\(VisibleText.quoted(entry.key)) is \(entry.value.kind) here, but \(kind) in the file "
          + "that includes this one", at: entry.keySpan, hint: "write it in the same way",
        related: [.init(span: span, message: "the other is here")])
    }
    result.weight = max(weight, entry.value.weight)
    return result
  }

  /// Joins the pages of both files; pages with the same name become one.
  private func pagesJoined(over below: Node, _ context: ReadingContext) -> Node {
    guard case .mapping(var pages) = content, case .mapping(let included) = below.content else {
      return self
    }
    for page in included.reversed() {
      if let index = pages.firstIndex(where: { $0.key == page.key }) {
        pages[index].value = pages[index].value.joined(over: page.value, context)
      } else {
        pages.insert(page, at: 0)
      }
    }
    var result = self
    result.content = .mapping(pages)
    return result
  }
}

extension LayoutLanguage {
  /// Whether this key of a section holds items such as knobs.
  func holdsItems(_ key: String) -> Bool {
    sectionKeys.contains { $0.key == key && $0.keys.contains { $0.key == "use" } }
  }
}
