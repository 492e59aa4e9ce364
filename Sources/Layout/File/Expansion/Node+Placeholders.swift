internal import Diagnostics

extension Node {
  /// Returns the node with the placeholders in all its texts and keys replaced.
  func replaced(for iteration: Iteration, _ context: ReadingContext) -> Node {
    var node = self
    switch content {
    case .broken: break
    case .scalar(let text, let isPlain):
      // A lone placeholder is the value itself, which may be a list.
      let pieces = Placeholder.pieces(of: text, keys: iteration.keys)
      if pieces.count == 1, case .value(let key)? = pieces[0].placeholder {
        if let value = iteration.values[key] { return value }
        Self.reportMissing(key, of: iteration, usedAt: span, context)
        node.content = .broken
        break
      }
      guard let replaced = Self.replaced(text, at: span, for: iteration, context) else { break }
      node.content = .scalar(text: replaced, isPlain: isPlain)
      // A quoted text such as "{n}0" can become a number, too.
      if case .success = NumberText.read(replaced) {
        node.content = .scalar(text: replaced, isPlain: true)
      }
    case .sequence(let items):
      node.content = .sequence(items.map { $0.replaced(for: iteration, context) })
    case .mapping(let entries):
      if let word = loneBraces(iteration.keys) {
        return Node(content: .scalar(text: "{\(word)}", isPlain: true), span: span)
          .replaced(for: iteration, context)
      }
      node.content = .mapping(
        entries.map { entry in
          var entry = entry
          guard entry.key != "repeat" else { return entry }
          entry.key =
            Self.replaced(entry.key, at: entry.keySpan, for: iteration, context) ?? entry.key
          entry.value = entry.value.replaced(for: iteration, context)
          return entry
        })
    }
    return node
  }

  /// The word of a lone `{n}`, which YAML reads as a mapping with an empty value.
  var loneBraces: String? { loneBraces([]) }

  /// The same with the keys of the copies' values.
  func loneBraces(_ keys: Set<String>) -> String? {
    guard isOneToken, case .mapping(let entries) = content, entries.count == 1,
      case .scalar("", isPlain: true) = entries[0].value.content,
      Placeholder(entries[0].key, keys: keys) != nil
    else { return nil }
    return entries[0].key
  }

  /// Returns the text with its placeholders replaced; nil if it has none.
  static func replaced(
    _ text: String, at span: SourceSpan, for iteration: Iteration, _ context: ReadingContext
  ) -> String? {
    let pieces = Placeholder.pieces(of: text, keys: iteration.keys)
    guard pieces.contains(where: { $0.placeholder != nil }) else { return nil }
    return pieces.reduce(into: "") { result, piece in
      guard let placeholder = piece.placeholder else {
        result += piece.text
        return
      }
      if let text = placeholder.text(for: iteration) {
        result += text
      } else if case .name = placeholder, !iteration.values.isEmpty {
        reportMissing("name", of: iteration, usedAt: span, context)
      } else if case .value(let key) = placeholder {
        // Each copy that lacks it is reported.
        reportMissing(key, of: iteration, usedAt: span, context)
      } else if iteration.number == 1 {
        // Report only for the first copy: the others have the same error.
        reportUnusable(placeholder, piece.text, at: span, context)
      }
    }
  }

  private static func reportMissing(
    _ key: String, of iteration: Iteration, usedAt span: SourceSpan, _ context: ReadingContext
  ) {
    guard let value = iteration.values[key] else {
      return context.error(
        "copy \(iteration.number) of `repeat` has no `\(key)`", at: iteration.span,
        hint: "give it one, as the other copies have",
        related: [.init(span: span, message: "it is used here")])
    }
    context.error(
      "`\(key)` is \(value.kind), which cannot be a part of a text", at: value.span,
      hint: "use it alone, as \"{\(key)}\", or write a text",
      related: [.init(span: span, message: "it is used here")])
  }

  private static func reportUnusable(
    _ placeholder: Placeholder, _ word: String, at span: SourceSpan,
    _ context: ReadingContext
  ) {
    let shown = VisibleText.quoted("{\(word)}")
    if case .name = placeholder {
      context.error(
        "\(shown) needs names, but this `repeat` only counts", at: span,
        hint: "write the names, as in `repeat: [Kitchen, Bath]`, or use `{n}`")
    } else {
      context.error(
        "\(shown) is not a placeholder of `repeat`", at: span,
        hint: "did you mean `{\(Spelling.closest(to: word, among: ["name"]) ?? "n")}`? `{n}` is "
          + "the number and `{name}` the name of each copy; for other values, write them as in "
          + "`repeat: [{name: Kitchen, color: teal}]`")
    }
  }
}
