internal import Diagnostics

/// An item with several copies.
struct Repeat {
  private let item: Node.Entry
  private let iterations: [Iteration]
  private let stride: RepeatOffset

  var count: Int { iterations.count }

  /// Returns nil if the item has no `repeat`, or after reporting an error.
  init?(of item: Node.Entry, grid: Node?, _ context: ReadingContext) {
    let entries = item.value.entries
    let by = entries.first { $0.key == "by" }
    guard let entry = entries.first(where: { $0.key == "repeat" }) else { return nil }
    let subject = Subject(name: "`repeat`", span: entry.keySpan)
    guard let iterations = LayoutTables.copies.read(entry.value, subject, context),
      let stride = RepeatOffset(of: item.value, by: by, grid: grid, context)
    else { return nil }
    self.item = item
    self.iterations = iterations
    self.stride = stride
    if count > 1 { checkPositions(context) }
  }

  /// Reports copies that would all have the same position: the step is missing.
  private func checkPositions(_ context: ReadingContext) {
    guard stride.isNothing, let position = item.value.freePosition,
      !position.value.differsBetweenCopies(iterations[0].keys)
    else { return }
    context.error(
      "all \(count) copies would have the same position", at: position.value.span,
      hint: "add `by: [90, 0]`, the offset from each to the next, or give them a `cell` in a "
        + "`grid`")
  }

  /// Warns of values that the copies have but the item never mentions.
  private func warnOfUnused(_ context: ReadingContext) {
    for key in iterations[0].keys.sorted() {
      // The id has the name, which another text may replace.
      let hasText = item.value.entries.contains { $0.key == "name" || $0.key == "text" }
      guard key != "name" || !hasText, !item.key.hasSubstring("{\(key)}"),
        !item.value.mentions(key),
        let value = iterations.lazy.compactMap({ $0.values[key] }).first
      else { continue }
      context.beginItem()
      context.warning(
        "the copies have a `\(key)`, but nothing in them is `{\(key)}`", at: value.span,
        hint: "write {\(key)} where it belongs, such as `\(key): \"{\(key)}\"`, or remove it")
    }
  }

  func copies(_ context: ReadingContext) -> [Node.Entry] {
    warnOfUnused(context)
    var ids: [String: SourceSpan] = [:]
    return iterations.compactMap { iteration in
      var copy = item
      copy.value = stride.moved(
        item.value.replaced(for: iteration, context), iteration.number - 1, context)
      copy.key =
        Node.replaced(item.key, at: item.keySpan, for: iteration, context)
        ?? item.key + "-" + (iteration.name.map { Self.id($0.value) } ?? "\(iteration.number)")
      guard let name = iteration.name, !item.key.isEmpty else { return copy }
      if let first = ids.updateValue(name.span, forKey: copy.key) {
        context.error(
          "this makes a second \(VisibleText.quoted(copy.key))", at: name.span,
          hint: "give each its own name",
          related: [.init(span: first, message: "the first is here")])
        return nil
      }
      return copy
    }
  }

  /// Returns a name as part of an id: lower-case letters and digits, joined by hyphens.
  private static func id(_ name: String) -> String {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}

extension Node {
  /// Whether a text or a key in it has a placeholder for a value.
  fileprivate func mentions(_ key: String) -> Bool {
    switch content {
    case .broken: true
    case .scalar(let text, _): text.hasSubstring("{\(key)}")
    case .sequence(let items): items.contains { $0.mentions(key) }
    case .mapping(let entries):
      entries.contains {
        // The values themselves are under `repeat`.
        $0.key != "repeat"
          && ($0.key == key && $0.value.isNull || $0.key.hasSubstring("{\(key)}")
            || $0.value.mentions(key))
      }
    }
  }

  /// The key with the position of an item outside a grid.
  fileprivate var freePosition: Entry? {
    entries.first { RepeatOffset.positionKeys.contains($0.key) }
  }

  /// Whether the value differs between copies.
  fileprivate func differsBetweenCopies(_ keys: Set<String>) -> Bool {
    switch content {
    case .broken: true
    case .scalar(let text, _):
      Placeholder.pieces(of: text, keys: keys).contains { $0.placeholder != nil }
    case .sequence(let items): items.contains { $0.differsBetweenCopies(keys) }
    case .mapping: loneBraces(keys) != nil
    }
  }
}
