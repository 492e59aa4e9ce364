internal import Diagnostics
internal import Layout

/// The styles of a layout, and who uses them.
struct StyleBook {
  private struct Style {
    var keySpan: SourceSpan
    var node: Node
    /// The styles it consists of: itself, then what it uses, what wins first.
    var layers: [String] = []
    var isUsed = false
  }

  private var styles: [String: Style] = [:]
  /// In the order of the file.
  private var names: [String] = []

  /// False if a file with others could not be read.
  private let areAllThere: Bool

  init(_ node: Node?, areAllThere: Bool, _ context: ReadingContext) {
    self.areAllThere = areAllThere
    guard let node else { return }
    let subject = Subject(name: "`styles`", span: node.span)
    guard case .mapping(let entries) = node.content else {
      context.mismatch(
        node, subject, expects: "a name for each style with its keys under it")
      return
    }
    guard entries.count <= LayoutTables.styleLimit else {
      context.error(
        "there are \(entries.count) styles; at most \(LayoutTables.styleLimit) are possible",
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
        "a second style is called \(name)", at: entry.keySpan, hint: "give it another name",
        related: [.init(span: first.keySpan, message: "the first is here")])
      return
    }
    var style = Style(keySpan: entry.keySpan, node: entry.value)
    if case .mapping(let keys) = entry.value.content {
      if let key = keys.first(where: { $0.key == "repeat" }) {
        context.error(
          "a style cannot `repeat`", at: key.keySpan,
          hint: "write `repeat` at the thing itself; a style says what it is like")
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

  /// What a thing says with what the styles that it uses say, and how many keys that took.
  mutating func styled(
    _ thing: Node, _ keys: [KeyDescription], _ context: ReadingContext
  ) -> (node: Node, cost: Int) {
    guard let use = thing["use"] else { return (thing, 0) }
    var result = thing
    var layers: [String] = []
    let names = names(used: use, context)
    if names.isEmpty { result.isIncomplete = true }
    for name in names.reversed() {
      guard known(name, context) else {
        result.isIncomplete = true
        continue
      }
      layers += styles[name.text]?.layers ?? []
    }
    var below = Node(content: .mapping([]), span: thing.span)
    for layer in layers.reversed() {
      guard let style = styles[layer]?.node else { continue }
      if style.isBroken || style.isIncomplete { result.isIncomplete = true }
      below = style.merged(over: below, keys)
    }
    return (
      result.merged(over: below, keys), layers.reduce(0) { $0 + (styles[$1]?.node.weight ?? 0) }
    )
  }

  /// The styles that a `use` names; none after it was reported to be unreadable.
  private func names(used: Node, _ context: ReadingContext) -> [Word] {
    LayoutTables.use.read(used, Subject(name: "`use`", span: used.span), context) ?? []
  }

  /// Whether there is such a style; it counts as used then.
  private mutating func known(_ name: Word, _ context: ReadingContext) -> Bool {
    if styles[name.text] != nil {
      styles[name.text]?.isUsed = true
      return true
    }
    guard areAllThere else { return false }
    let names = self.names
    context.error(
      "there is no style \(VisibleText.quoted(name.text))", at: name.span,
      hint: Spelling.closest(to: name.text, among: names).map {
        "did you mean \(VisibleText.quoted($0))?"
      }
        ?? (names.isEmpty
          ? "write it under `styles` at the top of the file"
          : "the styles are: " + Self.list(names)))
    return false
  }

  /// What a style consists of; follows what it uses, and tells of those that come back to it.
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
      if let start = path.firstIndex(where: { $0.user == word.text }) {
        refuse(path[start...], context)
        continue
      }
      if styles[word.text]?.layers.isEmpty == true { resolve(word.text, &path, context) }
      for layer in styles[word.text]?.layers ?? [] where !layers.contains(layer) {
        layers.append(layer)
      }
    }
    styles[name]?.layers = layers
  }

  private struct Use {
    var user: String
    var word: Word
  }

  private func refuse(_ cycle: ArraySlice<Use>, _ context: ReadingContext) {
    guard let first = cycle.first, let last = cycle.last else { return }
    let steps = cycle.map {
      "\(VisibleText.quoted($0.user)) uses \(VisibleText.quoted($0.word.text))"
    }
    context.error(
      "the style \(VisibleText.quoted(first.user)) uses itself"
        + (cycle.count > 1 ? ": " + Self.list(steps, quoted: false) : ""),
      at: last.word.span, hint: "remove one of these `use`",
      related: cycle.dropLast().prefix(6).map {
        .init(span: $0.word.span, message: "\(VisibleText.quoted($0.user)) uses it here")
      })
  }

  /// Those of other files than the layout's own may be there for others.
  func warnOfUnused(_ context: ReadingContext) {
    for name in names {
      guard let style = styles[name], !style.isUsed, style.keySpan.file.order == 0 else {
        continue
      }
      context.warning(
        "nothing uses the style \(VisibleText.quoted(name))", at: style.keySpan,
        hint: "write `use: \(VisibleText.printable(name))` where it belongs, or remove it")
    }
  }

  /// The first few, as a message can be read.
  private static func list(_ items: [String], quoted: Bool = true) -> String {
    let shown = items.prefix(8).map { quoted ? VisibleText.quoted($0) : $0 }
    let more = items.count > shown.count ? ", and \(items.count - shown.count) more" : ""
    return shown.joined(separator: ", ") + more
  }
}
