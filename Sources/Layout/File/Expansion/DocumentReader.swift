internal import Diagnostics
internal import Layout

/// Reads a layout and the files that it includes into one tree; each node keeps its file.
struct DocumentReader {
  /// The maximum depth of nested includes.
  static let depthLimit = 8
  /// The maximum number of files of a layout, itself included.
  static let fileLimit = 64

  private let readFile: LayoutEnvironment.ReadFile?
  /// The path of every file opened or tried, in that order; the layout's own is first.
  private(set) var paths: [String] = []
  /// The normalized paths, for finding duplicates.
  private var known: Set<String> = []
  private var byteCount = 0
  /// The files being read, from the layout to the innermost include.
  private var chain: [Link] = []

  private struct Link {
    var path: String
    /// The current `include` of this file.
    var word: Located<String>?
  }

  init(_ readFile: LayoutEnvironment.ReadFile?) {
    self.readFile = readFile
  }

  /// Returns the root of a file with all its includes merged in, or nil after reporting the reason.
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
    // Another version has other keys; reporting each as unknown would not help.
    if let problem = Self.versionProblem(of: root) {
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
      guard let path = permittedPath(word, from: path, context) else {
        below.isIncomplete = true
        continue
      }
      // A file included by several files is read only once.
      guard !known.contains(LayoutPath.normal(path)) else { continue }
      guard let part = included(path, word, context) else {
        below.isIncomplete = true
        continue
      }
      below = part.joined(over: below, context)
    }
    return root.joined(over: below, context)
  }

  /// Returns an error for an unsupported version; nil if it is supported or missing.
  private static func versionProblem(of root: Node) -> Diagnostic? {
    let supported = LayoutReader.version
    guard let value = root["version"], case .scalar(let text, isPlain: true) = value.content,
      let number = NumberText.decimal(text), number != Double(supported)
    else { return nil }
    return Diagnostic(
      .error,
      "this file has version \(VisibleText.printable(text)), but this knobpanel reads version "
        + "\(supported)", at: value.span,
      hint: number > Double(supported)
        ? "install a newer knobpanel, or use a layout written for version \(supported)"
        : "write `version: \(supported)`")
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
      var reader = NodeReader(text, file: file, context)
      return try reader.read()
    } catch {
      context.append(error)
      return nil
    }
  }

  /// Returns the path to open, or nil after reporting why it is refused.
  private func permittedPath(
    _ word: Located<String>, from includer: String, _ context: ReadingContext
  ) -> String? {
    let path = LayoutPath.path(of: word)
    if let start = chain.firstIndex(where: { LayoutPath.normal($0.path) == LayoutPath.normal(path) }
    ) {
      reportCycle(chain[start...], context)
      return nil
    }
    guard chain.count < Self.depthLimit else {
      context.error(
        "includes are nested deeper than \(Self.depthLimit) levels here",
        at: word.span, hint: "include this file at a higher level")
      return nil
    }
    guard paths.count < Self.fileLimit else {
      context.error(
        "a layout can have at most \(Self.fileLimit) files", at: word.span,
        hint: "join some of them")
      return nil
    }
    return path
  }

  private func reportCycle(_ cycle: ArraySlice<Link>, _ context: ReadingContext) {
    guard let first = cycle.first, let last = cycle.last?.word else { return }
    let steps = cycle.compactMap { link in
      link.word.map {
        "\(VisibleText.quoted(link.path)) includes \(VisibleText.quoted($0.value))"
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
    _ path: String, _ word: Located<String>, _ context: ReadingContext
  ) -> Node? {
    let result =
      readFile?(path, max(0, LayoutReader.byteLimit - byteCount))
      ?? .failure(UnreadableFile(reason: "files cannot be included here"))
    switch result {
    case .failure(let failure):
      paths.append(path)
      known.insert(LayoutPath.normal(path))
      context.error(
        "this file cannot be included: "
          + VisibleText.printable(String(failure.reason.prefix(300))),
        at: word.span, hint: "its path begins at the folder of the file that includes it")
      return nil
    case .success(let bytes):
      guard let root = root(of: bytes, path: path, context) else { return nil }
      guard case .mapping = root.content else {
        let subject = Subject(name: "an included file", span: root.span)
        context.mismatch(root, subject, expects: "the keys of a layout, such as `styles:`")
        return nil
      }
      context.warnIfOutside(word)
      return root
    }
  }
}
