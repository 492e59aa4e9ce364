internal import Diagnostics
internal import Layout

/// The styles of a layout, and which of them are used.
struct StyleBook {
  private struct Style {
    var keySpan: SourceSpan
    var node: Node
    /// The names of this style and of all styles it uses, highest precedence first.
    var layers: [String] = []
    var isUsed = false
  }

  private var styles: [String: Style] = [:]
  /// In file order.
  private var names: [String] = []

  /// False if a file with further styles could not be read.
  private let isComplete: Bool

  init(_ node: Node?, isComplete: Bool, _ context: ReadingContext) {
    self.isComplete = isComplete
    guard let node else { return }
    let subject = Subject(name: "`styles`", span: node.span)
    guard case .mapping(let entries) = node.content else {
      context.mismatch(
        node, subject, expects: "a name for each style with its keys under it")
      return
    }
    guard entries.count <= LayoutTables.styleLimit else {
      context.error(
        "there are \(entries.count) styles; the limit is \(LayoutTables.styleLimit)",
        at: node.span)
      return
    }
    for entry in entries { add(entry, context) }
    var path: [Use] = []
    for name in names where styles[name]?.layers.isEmpty == true {
      resolve(name, &path, context)
    }
  }

  private mutating func add(_ entry: Node.Entry, _ context: ReadingContext) {
    let name = VisibleText.quoted(entry.key)
    if let first = styles[entry.key] {
      context.error(
        "another style is already named \(name)", at: entry.keySpan, hint: "give it another name",
        related: [.init(span: first.keySpan, message: "the first is here")])
      return
    }
    var style = Style(keySpan: entry.keySpan, node: entry.value)
    if case .mapping(let keys) = entry.value.content {
      if let key = keys.first(where: { $0.key == "repeat" }) {
        context.error(
          "a style cannot `repeat`", at: key.keySpan,
          hint: "write `repeat` in the item itself")
        style.node.content = .mapping(keys.filter { $0.key != "repeat" })
      }
    } else {
      let subject = Subject(name: "style \(name)", span: entry.keySpan)
      context.mismatch(entry.value, subject, expects: "keys such as `diameter: 90`")
      style.node.content = .broken
    }
    styles[entry.key] = style
    names.append(entry.key)
  }

  /// Returns an item merged with the styles that it uses, and the total weight of these styles.
  mutating func styled(
    _ item: Node, _ keys: [KeyDescription], _ context: ReadingContext
  ) -> (node: Node, cost: Int) {
    guard let use = item["use"] else { return (item, 0) }
    var result = item
    var layers: [String] = []
    let names = names(used: use, context)
    if names.isEmpty { result.isIncomplete = true }
    for name in names.reversed() {
      guard known(name, context) else {
        result.isIncomplete = true
        continue
      }
      layers += styles[name.value]?.layers ?? []
    }
    var below = Node(content: .mapping([]), span: item.span)
    for layer in layers.reversed() {
      guard let style = styles[layer]?.node else { continue }
      if style.isBroken || style.isIncomplete { result.isIncomplete = true }
      below = style.merged(over: below, keys)
    }
    return (
      result.merged(over: below, keys), layers.reduce(0) { $0 + (styles[$1]?.node.weight ?? 0) }
    )
  }

  /// Returns the styles named by a `use`; empty after reporting that it is unreadable.
  private func names(used: Node, _ context: ReadingContext) -> [Located<String>] {
    LayoutTables.use.read(used, Subject(name: "`use`", span: used.span), context) ?? []
  }

  /// Whether the style exists; marks it as used.
  private mutating func known(_ name: Located<String>, _ context: ReadingContext) -> Bool {
    if styles[name.value] != nil {
      styles[name.value]?.isUsed = true
      return true
    }
    guard isComplete else { return false }
    let names = self.names
    context.error(
      "there is no style \(VisibleText.quoted(name.value))", at: name.span,
      hint: Spelling.closest(to: name.value, among: names).map {
        "did you mean \(VisibleText.quoted($0))?"
      }
        ?? (names.isEmpty
          ? "write it under `styles` at the top of the file"
          : "the styles are: " + Self.list(names)))
    return false
  }

  /// Resolves the layers of a style through the styles it uses, and reports cycles.
  private mutating func resolve(
    _ name: String, _ path: inout [Use], _ context: ReadingContext
  ) {
    guard let style = styles[name] else { return }
    var layers = [name]
    let used = style.node["use"].map { names(used: $0, context) } ?? []
    for word in used.reversed() {
      guard known(word, context) else {
        styles[name]?.node.isIncomplete = true
        continue
      }
      path.append(Use(user: name, word: word))
      defer { path.removeLast() }
      if let start = path.firstIndex(where: { $0.user == word.value }) {
        reportCycle(path[start...], context)
        continue
      }
      if styles[word.value]?.layers.isEmpty == true { resolve(word.value, &path, context) }
      for layer in styles[word.value]?.layers ?? [] where !layers.contains(layer) {
        layers.append(layer)
      }
    }
    styles[name]?.layers = layers
  }

  private struct Use {
    var user: String
    var word: Located<String>
  }

  private func reportCycle(_ cycle: ArraySlice<Use>, _ context: ReadingContext) {
    guard let first = cycle.first, let last = cycle.last else { return }
    let steps = cycle.map {
      "\(VisibleText.quoted($0.user)) uses \(VisibleText.quoted($0.word.value))"
    }
    context.error(
      "the style \(VisibleText.quoted(first.user)) uses itself"
        + (cycle.count > 1 ? ": " + Self.list(steps, quoted: false) : ""),
      at: last.word.span, hint: "remove one of these `use`",
      related: cycle.dropLast().prefix(6).map {
        .init(span: $0.word.span, message: "\(VisibleText.quoted($0.user)) uses it here")
      })
  }

  /// Warns of unused styles of the layout's own file; included files may be shared by layouts.
  func warnOfUnused(_ context: ReadingContext) {
    for name in names {
      guard let style = styles[name], !style.isUsed, style.keySpan.file.order == 0 else {
        continue
      }
      context.warning(
        "the style \(VisibleText.quoted(name)) is not used", at: style.keySpan,
        hint: "write `use: \(VisibleText.printable(name))` where it belongs, or remove it")
    }
  }

  /// Returns the first few items, to keep the message readable.
  private static func list(_ items: [String], quoted: Bool = true) -> String {
    let shown = items.prefix(8).map { quoted ? VisibleText.quoted($0) : $0 }
    let more = items.count > shown.count ? ", and \(items.count - shown.count) more" : ""
    return shown.joined(separator: ", ") + more
  }
}
