internal import Diagnostics
internal import Layout
internal import YAML

/// Builds nodes from YAML events: one document, limited in depth and in the size of its aliases.
struct NodeReader: ~Copyable {
  static let depthLimit = 64
  /// The maximum number of nodes that all aliases together may expand to.
  static let aliasLimit = 10_000

  private var parser: YAMLParser
  private let file: SourceFile
  /// Receives the reports.
  private let context: ReadingContext
  private var anchors: [String: Node] = [:]
  /// In file order.
  private var anchorNames: [String] = []
  private var unfinishedAnchors: Set<String> = []
  private var aliasedCount = 0

  init(_ bytes: ArraySlice<UInt8>, file: SourceFile, _ context: ReadingContext) {
    parser = YAMLParser(bytes)
    self.file = file
    self.context = context
  }

  /// Returns the document's root; throws fatal errors and reports the others.
  mutating func read() throws(Diagnostic) -> Node {
    try advance()
    if parser.step == .streamStart { try advance() }
    guard parser.step == .documentStart else {
      throw Diagnostic(
        .error, "this layout is empty", at: file.span(0..<0), hint: "begin it with `version: 1`")
    }
    try advance()
    let root = try node(depth: 0)
    try advance()
    try advance()
    if parser.step == .streamEnd { return root }
    throw Diagnostic(
      .error, "a second document begins here", at: file.span(parser.range),
      hint: "a layout is one document: remove this line, and the text after it if it is not needed")
  }

  private mutating func advance() throws(Diagnostic) {
    do { try parser.advance() } catch { throw error.diagnostic(in: file) }
  }

  /// Reads from the first event of a node to its last.
  private mutating func node(depth: Int) throws(Diagnostic) -> Node {
    let span = file.span(parser.range)
    let (anchor, tag) = (parser.anchor, parser.tag)
    var node = Node(content: .broken, span: span)
    switch parser.step {
    case .alias: return try alias(anchor ?? "", at: span)
    case .scalar:
      node.content = .scalar(text: parser.text(byteLimit: .max), isPlain: parser.isPlain)
    case .sequenceStart, .mappingStart:
      if depth == Self.depthLimit {
        throw Diagnostic(
          .error, "this is nested deeper than \(Self.depthLimit) levels", at: span,
          hint: "no layout needs that; is a bracket missing?")
      }
      if let anchor { unfinishedAnchors.insert(anchor) }
      node.isOneToken = parser.isFlow
      if parser.step == .mappingStart {
        try fillMapping(&node, depth: depth + 1)
      } else {
        try fillSequence(&node, depth: depth + 1)
      }
    default: break
    }
    if let tag, tag != "!" {
      context.error(
        "the tag \(VisibleText.quoted(Self.written(tag))) is not valid in a layout", at: node.span,
        hint: "remove the tag; put text that begins with `!` in quotes")
      node.content = .broken
    }
    if let anchor {
      unfinishedAnchors.remove(anchor)
      anchorNames.append(anchor)
      anchors[anchor] = node
    }
    return node
  }

  /// Returns the tag as written in the file; libyaml reports its long form.
  private static func written(_ tag: String) -> String {
    let prefix = "tag:yaml.org,2002:"
    return tag.hasPrefix(prefix) ? "!!" + tag.dropFirst(prefix.count) : tag
  }

  private mutating func alias(_ name: String, at span: SourceSpan) throws(Diagnostic) -> Node {
    let shown = VisibleText.quoted("*" + name)
    guard !unfinishedAnchors.contains(name) else {
      throw Diagnostic(.error, "\(shown) is inside the anchor that it refers to", at: span)
    }
    guard let node = anchors[name] else {
      let names = anchorNames
      context.error(
        "\(shown) refers to an anchor that is not defined above", at: span,
        hint: Spelling.closest(to: name, among: Array(names.prefix(100))).map {
          "did you mean `*\($0)`?"
        }
          ?? "define it above with `&\(VisibleText.printable(name))`")
      return Node(content: .broken, span: span)
    }
    aliasedCount += node.weight
    guard aliasedCount <= Self.aliasLimit else {
      throw Diagnostic(
        .error, "the aliases up to here expand to more than \(Self.aliasLimit) values", at: span,
        hint: "write out the values where they differ")
    }
    return node
  }

  private mutating func fillSequence(_ node: inout Node, depth: Int) throws(Diagnostic) {
    var items: [Node] = []
    try advance()
    while parser.step != .collectionEnd {
      items.append(try self.node(depth: depth))
      node.weight += items[items.count - 1].weight
      try advance()
    }
    node.content = .sequence(Node.joiningColorFunctions(items))
    end(&node, last: items.last?.span)
  }

  private mutating func fillMapping(_ node: inout Node, depth: Int) throws(Diagnostic) {
    var entries: [Node.Entry] = []
    var merged: [Node] = []
    var lastSpan: SourceSpan?
    try advance()
    while parser.step != .collectionEnd {
      let key = try self.node(depth: depth)
      try advance()
      let value = try self.node(depth: depth)
      lastSpan = value.span
      node.weight += value.weight + 1
      switch key.content {
      case .scalar("<<", isPlain: true): merged.append(value)
      case .scalar(let text, _):
        entries.append(Node.Entry(key: text, keySpan: key.span, value: value))
      case .broken: break
      case .mapping where key.loneBraces != nil:
        let text = "{\(key.loneBraces ?? "")}"
        entries.append(Node.Entry(key: text, keySpan: key.span, value: value))
      default:
        context.error("a key must be plain text, but this is \(key.kind)", at: key.span)
      }
      try advance()
    }
    if !merged.isEmpty {
      var own = Set(entries.map(\.key))
      for source in merged {
        if !merge(source, into: &entries, own: &own) { node.isIncomplete = true }
      }
    }
    node.content = .mapping(Node.joiningColorFunctions(entries))
    end(&node, last: lastSpan)
  }

  /// Adds the missing keys from `<<`; returns false if some of them are unreadable.
  private func merge(
    _ node: Node, into entries: inout [Node.Entry], own: inout Set<String>
  ) -> Bool {
    switch node.content {
    case .mapping(let inherited):
      entries += inherited.filter { own.insert($0.key).inserted }
      return !node.isIncomplete
    case .sequence(let nodes):
      return nodes.reduce(true) { merge($1, into: &entries, own: &own) && $0 }
    case .broken: return false
    case .scalar:
      context.error(
        "`<<` expects a mapping, but this is \(node.kind)", at: node.span,
        hint: "write `<<: *name`, with `&name` at the mapping to merge")
      return false
    }
  }

  /// Sets the end of a collection, at whose last event the parser is.
  private func end(_ node: inout Node, last: SourceSpan?) {
    if node.isOneToken {
      node.span.end = file.location(at: parser.range.upperBound)
    } else if let last, last.start >= node.span.start {
      node.span.end = last.end
    }
  }
}
