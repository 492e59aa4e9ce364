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
  private var anchors: [String: Node] = [:]
  /// In file order.
  private var anchorNames: [String] = []
  private var unfinishedAnchors: Set<String> = []
  private var aliasedCount = 0

  init(_ bytes: ArraySlice<UInt8>, file: SourceFile) {
    parser = YAMLParser(bytes)
    self.file = file
  }

  /// Returns the document's root; throws on fatal errors and appends the others.
  mutating func read(_ diagnostics: inout DiagnosticList) throws(Diagnostic) -> Node {
    var event = try next()
    if case .streamStart = event.kind { event = try next() }
    guard case .documentStart = event.kind else {
      throw Diagnostic(
        .error, "this layout is empty", at: file.span(0..<0), hint: "begin it with `version: 1`")
    }
    let root = try node(from: try next(), depth: 0, &diagnostics)
    _ = try next()
    event = try next()
    if case .streamEnd = event.kind { return root }
    throw Diagnostic(
      .error, "a second document begins here", at: file.span(event.range),
      hint: "a layout is one document: remove this line, and the text after it if it is not needed")
  }

  private mutating func next() throws(Diagnostic) -> YAMLEvent {
    do { return try parser.next() } catch { throw error.diagnostic(in: file) }
  }

  private mutating func node(
    from event: YAMLEvent, depth: Int, _ diagnostics: inout DiagnosticList
  ) throws(Diagnostic) -> Node {
    let span = file.span(event.range)
    let properties: YAMLEvent.Properties
    var node: Node
    switch event.kind {
    case .alias(let name): return try alias(name, at: span, &diagnostics)
    case .scalar(let text, let isPlain, let eventProperties):
      properties = eventProperties
      node = Node(content: .scalar(text: text, isPlain: isPlain), span: span)
    case .sequenceStart(let isFlow, let eventProperties),
      .mappingStart(let isFlow, let eventProperties):
      if depth == Self.depthLimit {
        throw Diagnostic(
          .error, "this is nested deeper than \(Self.depthLimit) levels", at: span,
          hint: "no layout needs that; is a bracket missing?")
      }
      properties = eventProperties
      if let anchor = eventProperties.anchor { unfinishedAnchors.insert(anchor) }
      node = Node(content: .broken, span: span, isOneToken: isFlow)
      if case .mappingStart = event.kind {
        try fillMapping(&node, depth: depth + 1, &diagnostics)
      } else {
        try fillSequence(&node, depth: depth + 1, &diagnostics)
      }
    default:
      node = Node(content: .broken, span: span)
      properties = YAMLEvent.Properties()
    }
    if let tag = properties.tag, tag != "!" {
      diagnostics.error(
        "the tag \(VisibleText.quoted(Self.written(tag))) is not valid in a layout", at: node.span,
        hint: "remove the tag; put text that begins with `!` in quotes")
      node.content = .broken
    }
    if let anchor = properties.anchor {
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

  private mutating func alias(
    _ name: String, at span: SourceSpan, _ diagnostics: inout DiagnosticList
  ) throws(Diagnostic) -> Node {
    let shown = VisibleText.quoted("*" + name)
    guard !unfinishedAnchors.contains(name) else {
      throw Diagnostic(.error, "\(shown) is inside the anchor that it refers to", at: span)
    }
    guard let node = anchors[name] else {
      let names = anchorNames
      diagnostics.error(
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

  private mutating func fillSequence(
    _ node: inout Node, depth: Int, _ diagnostics: inout DiagnosticList
  ) throws(Diagnostic) {
    var items: [Node] = []
    var event = try next()
    while !event.isCollectionEnd {
      items.append(try self.node(from: event, depth: depth, &diagnostics))
      node.weight += items[items.count - 1].weight
      event = try next()
    }
    node.content = .sequence(Node.joiningColorFunctions(items))
    end(&node, at: event, last: items.last?.span)
  }

  private mutating func fillMapping(
    _ node: inout Node, depth: Int, _ diagnostics: inout DiagnosticList
  ) throws(Diagnostic) {
    var entries: [Node.Entry] = []
    var merged: [Node] = []
    var lastSpan: SourceSpan?
    var event = try next()
    while !event.isCollectionEnd {
      let key = try self.node(from: event, depth: depth, &diagnostics)
      let value = try self.node(from: try next(), depth: depth, &diagnostics)
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
        diagnostics.error("a key must be plain text, but this is \(key.kind)", at: key.span)
      }
      event = try next()
    }
    if !merged.isEmpty {
      var own = Set(entries.map(\.key))
      for source in merged {
        if !merge(source, into: &entries, own: &own, &diagnostics) { node.isIncomplete = true }
      }
    }
    node.content = .mapping(Node.joiningColorFunctions(entries))
    end(&node, at: event, last: lastSpan)
  }

  /// Adds the missing keys from `<<`; returns false if some of them are unreadable.
  private func merge(
    _ node: Node, into entries: inout [Node.Entry], own: inout Set<String>,
    _ diagnostics: inout DiagnosticList
  ) -> Bool {
    switch node.content {
    case .mapping(let inherited):
      entries += inherited.filter { own.insert($0.key).inserted }
      return !node.isIncomplete
    case .sequence(let nodes):
      return nodes.reduce(true) { merge($1, into: &entries, own: &own, &diagnostics) && $0 }
    case .broken: return false
    case .scalar:
      diagnostics.error(
        "`<<` expects a mapping, but this is \(node.kind)", at: node.span,
        hint: "write `<<: *name`, with `&name` at the mapping to merge")
      return false
    }
  }

  private func end(_ node: inout Node, at event: YAMLEvent, last: SourceSpan?) {
    if node.isOneToken {
      node.span.end = file.location(at: event.range.upperBound)
    } else if let last, last.start >= node.span.start {
      node.span.end = last.end
    }
  }
}

extension YAMLEvent {
  fileprivate var isCollectionEnd: Bool {
    if case .collectionEnd = kind { true } else { false }
  }
}
