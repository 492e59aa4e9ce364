internal import Diagnostics
internal import Layout

/// Reads a layout and the files that it includes into one tree, whose nodes keep their files.
struct DocumentReader {
  /// Most files that include each other in a chain.
  static let depthLimit = 8
  /// Most files of a layout, itself included.
  static let fileLimit = 64

  private let readFile: LayoutEnvironment.ReadFile?
  /// Every file that was opened or should have been, the layout's own first; as they are opened.
  private(set) var paths: [String] = []
  /// What the paths come to, for telling whether two are one.
  private var known: Set<String> = []
  private var byteCount = 0
  /// The files being read, from the layout to the one that is included last.
  private var chain: [Link] = []

  private struct Link {
    var path: String
    /// Where the next one is included.
    var word: Word?
  }

  init(_ readFile: LayoutEnvironment.ReadFile?) {
    self.readFile = readFile
  }

  /// The root of a file with all that it includes; nil after the reason was appended.
  mutating func root(
    of bytes: [UInt8], path: String, _ context: ReadingContext
  ) -> Node? {
    let order = paths.count
    paths.append(path)
    known.insert(LayoutPath.normal(path))
    byteCount += bytes.count
    guard let root = Self.document(bytes, path: path, order: order, context) else {
      return nil
    }
    // A file of another version has other keys: saying so of each would not help.
    if let problem = LayoutVersion.problem(of: root) {
      context.append(problem)
      return nil
    }
    guard let include = root["include"] else { return root }
    let subject = Subject(name: "`include`", span: include.span)
    let words = LayoutTables.include.read(include, subject, context)
    chain.append(Link(path: path))
    defer { chain.removeLast() }
    var below = Node(content: .mapping([]), span: root.span)
    below.isIncomplete = words == nil
    for word in words ?? [] {
      chain[chain.count - 1].word = word
      guard let path = admitted(word, from: path, context) else {
        below.isIncomplete = true
        continue
      }
      // Once is enough of what several files include.
      guard !known.contains(LayoutPath.normal(path)) else { continue }
      guard let part = included(path, word, context) else {
        below.isIncomplete = true
        continue
      }
      below = part.joined(over: below, context)
    }
    return root.joined(over: below, context)
  }

  private static func document(
    _ bytes: [UInt8], path: String, order: Int, _ context: ReadingContext
  ) -> Node? {
    let file = SourceFile(path: path, bytes: bytes, order: order)
    if let problem = TextCheck.problem(in: bytes, file: file) {
      context.append(problem)
      return nil
    }
    do {
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
      var reader = NodeReader(text, file: file)
      return try reader.read(&context.diagnostics)
    } catch {
      context.append(error)
      return nil
    }
  }

  /// The path to open; nil after the reason why it is not was appended.
  private func admitted(
    _ word: Word, from includer: String, _ context: ReadingContext
  ) -> String? {
    let path = LayoutPath.path(of: word.text, namedIn: includer)
    if let start = chain.firstIndex(where: { LayoutPath.normal($0.path) == LayoutPath.normal(path) }
    ) {
      refuse(chain[start...], context)
      return nil
    }
    guard chain.count < Self.depthLimit else {
      context.error(
        "files include each other \(Self.depthLimit) deep here, and no deeper is possible",
        at: word.span, hint: "include this file further up")
      return nil
    }
    guard paths.count < Self.fileLimit else {
      context.error(
        "a layout has at most \(Self.fileLimit) files", at: word.span, hint: "join some of them")
      return nil
    }
    return path
  }

  private func refuse(_ cycle: ArraySlice<Link>, _ context: ReadingContext) {
    guard let first = cycle.first, let last = cycle.last?.word else { return }
    let steps = cycle.compactMap { link in
      link.word.map {
        "\(VisibleText.quoted(link.path)) includes \(VisibleText.quoted($0.text))"
      }
    }
    context.error(
      "\(VisibleText.quoted(first.path)) includes itself"
        + (cycle.count > 1 ? ": " + steps.joined(separator: ", ") : ""),
      at: last.span, hint: "remove one of these `include`",
      related: cycle.dropLast().compactMap { link in
        link.word.map { .init(span: $0.span, message: "included here") }
      })
  }

  private mutating func included(
    _ path: String, _ word: Word, _ context: ReadingContext
  ) -> Node? {
    let result =
      readFile?(path, max(0, LayoutReader.byteLimit - byteCount))
      ?? .failure(UnreadableFile(reason: "nothing can be included here"))
    switch result {
    case .failure(let failure):
      paths.append(path)
      known.insert(LayoutPath.normal(path))
      context.error(
        "this cannot be included: " + VisibleText.printable(String(failure.reason.prefix(300))),
        at: word.span, hint: "its path begins at the folder of the file that includes it")
      return nil
    case .success(let bytes):
      guard let root = root(of: bytes, path: path, context) else { return nil }
      guard case .mapping = root.content else {
        let subject = Subject(name: "an included file", span: root.span)
        context.mismatch(root, subject, expects: "the keys of a layout, such as `styles:`")
        return nil
      }
      context.warnIfOutside(Located(value: word.text, span: word.span))
      return root
    }
  }
}
